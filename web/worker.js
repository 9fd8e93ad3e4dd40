// Keeps the page in this browser, so that it opens without the server too and can say what is wrong. What is said at
// the tables never passes here. A new build waits until no window shows the old one: no page ever loses its own files.
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
  if (request.mode === "navigate") event.respondWith(newest(request));
  else if (FILES.includes(url.pathname)) event.respondWith(kept(request));
});

/** The page as the server has it now; without the server, as it was. */
async function newest(request) {
  try {
    const answer = await fetch(request);
    if (answer.status < 500) return answer;
  } catch {
    // no server, no network
  }
  return (await caches.match("/", { cacheName: CACHE })) ?? Response.error();
}

async function kept(request) {
  return (await caches.match(request, { cacheName: CACHE, ignoreVary: true })) ?? fetch(request);
}
