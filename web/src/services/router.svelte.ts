/** The page's address. Every state worth sharing is in it. */
import { isSite } from "../net/host";

/** What links put before an address: a web space has one file for all of them, so that they stand behind a hash. */
export const BASE = isSite ? "#" : "";

let url = $state.raw(shown(null));

/** The address that the browser shows. On a web space an anchor says nothing about it: it stays as it was. */
function shown(before: URL | null): URL {
  const { hash, href, origin } = location;
  if (!isSite) return new URL(href);
  if (hash.startsWith("#/")) return new URL(hash.slice(1), origin);
  return (hash && before) || new URL("/", origin);
}

export function currentPath(): string {
  return url.pathname;
}

export function currentQuery(): URLSearchParams {
  return url.searchParams;
}

/** The place on the screen that the address names. */
export function currentAnchor(): string {
  return decodeURIComponent(url.hash.slice(1));
}

/** Goes to another address of the page. `replace` adds no entry to the browser's history. */
export function navigate(address: string, { replace = false } = {}): void {
  const { pathname, search, hash } = new URL(address, url);
  history[replace ? "replaceState" : "pushState"](null, "", BASE + pathname + search + hash);
  const moved = pathname !== url.pathname;
  url = shown(url);
  if (moved && !replace) scrollTo(0, 0);
}

addEventListener("popstate", () => {
  url = shown(url);
});

// Links within the page do not reload it
document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  const to = isSite ? new URL(link.hash.slice(1), url) : link;
  if (isSite ? !link.hash.startsWith("#/") : link.pathname.startsWith("/api/")) return;
  if (to.hash && to.pathname === url.pathname && to.search === url.search) return; // an anchor on this screen
  event.preventDefault();
  navigate(to.pathname + to.search + to.hash);
});
