// The service worker: it caches the page, so that the page opens without a network. Requests to the API never pass through
// it. A new build waits until no window shows the old one, or until a player asks for it; then every window loads it.
const OWN = `skipbo ${registration.scope} `; // others may have caches of their own at the same host
const CACHE = OWN + "VERSION";
const FILES = ["FILES"].map((file) => new URL(file, registration.scope).pathname);
const [PAGE] = FILES;
const PATIENCE = 1500; // ms: a network may take a request and never answer

self.addEventListener("install", (event) => {
  const files = FILES.map((file) => new Request(file, { cache: "no-cache", priority: "low" })); // after what a screen loads
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)));
});

self.addEventListener("message", ({ data }) => {
  if (data === "use") skipWaiting();
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith(OWN) && name !== CACHE);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
  event.waitUntil(clients.claim()); // of the very first visit on, too
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fromServer(request));
  else if (FILES.includes(url.pathname)) event.respondWith(fromCache(request));
});

/** The page as the server has it; if the server does not answer, or not soon, from the cache. */
async function fromServer(request) {
  const served = fetch(request).then((answer) => (answer.status < 500 ? answer : null), () => null);
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
  const answer = await Promise.race([served, patience]);
  return answer ?? (await caches.match(PAGE, { cacheName: CACHE })) ?? (await served) ?? Response.error();
}

async function fromCache(request) {
  return (await caches.match(request, { cacheName: CACHE, ignoreVary: true })) ?? fetch(request);
}
