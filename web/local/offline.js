// A service worker: the site's pages and modules are kept for visits without a network. With one, what is there now is shown.

const FILES = [];
const KEPT = `skirmish-rl pages ${new URL(self.registration.scope).pathname}`;

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(KEPT);
  await cache.addAll(FILES.map((name) => new Request(name, {cache: "no-cache"})));
  await self.skipWaiting();
})()));

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const {request} = event, address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin || address.pathname.includes("/data/")) return; // the worker keeps data itself
  event.respondWith((async () => {
    const cache = await caches.open(KEPT);
    try {
      const response = await fetch(request);
      if (response.ok) await cache.put(request, response.clone());
      return response;
    } catch (error) {
      const kept = await cache.match(request, {ignoreSearch: true});
      if (kept) return kept;
      throw error;
    }
  })());
});
