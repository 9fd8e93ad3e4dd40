/** The page's address. Every state worth sharing is in it. */

let path = $state(location.pathname);
let query = $state.raw(new URLSearchParams(location.search));

export function currentPath(): string {
  return path;
}

export function currentQuery(): URLSearchParams {
  return query;
}

/** Goes to another address of the page. `replace` adds no entry to the browser's history. */
export function navigate(address: string, { replace = false } = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  const moved = location.pathname !== path;
  path = location.pathname;
  query = new URLSearchParams(location.search);
  if (moved && !replace) scrollTo(0, 0);
}

addEventListener("popstate", () => {
  path = location.pathname;
  query = new URLSearchParams(location.search);
});

// Links within the page do not reload it
document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/")) return;
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return; // an anchor on this screen
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
});
