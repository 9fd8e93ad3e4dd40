// The service worker: it caches the page, so that the page opens without the server and can say what is wrong. Requests
// to the API never pass through it. A new build waits until no window shows the old one, so no open page loses its files.
const CACHE = "skipbo-" + "VERSION";
const FILES = ["FILES"];

self.addEventListener("install", (event) => {
  const files = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)));
});

self.addEventListener("activate", (event) => {
  const forget = (names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(forget));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fromServer(request));
  else if (FILES.includes(url.pathname)) event.respondWith(fromCache(request));
});

/** The page as the server has it; without the server, from the cache. */
async function fromServer(request) {
  try {
    const answer = await fetch(request);
    if (answer.status < 500) return answer;
  } catch {
    // the server cannot be reached
  }
  return (await caches.match("/", { cacheName: CACHE })) ?? Response.error();
}

async function fromCache(request) {
  return (await caches.match(request, { cacheName: CACHE, ignoreVary: true })) ?? fetch(request);
}
