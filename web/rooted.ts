import type { Plugin } from "vite";

/** Names files from the root in the page's HTML: a server gives it out at all of the page's addresses. */
export function rooted(): Plugin {
  return {
    name: "rooted",
    apply: "build",
    transformIndexHtml: { order: "post", handler: (html) => html.replace(/(src|href)="\.\//g, '$1="/') },
  };
}
