// A service worker: the site's pages and modules are kept for visits without a network. With one, what is there now is shown.

// Pages and workers are typed together, and their `self` is a page's; here it is a service worker's, of which this much is used.
/** @typedef {Event & {waitUntil: (done: Promise<unknown>) => void, request: Request, respondWith: (response: Promise<Response>) => void}} ServiceEvent */
/** @typedef {{registration: {scope: string}, skipWaiting: () => Promise<void>, clients: {claim: () => Promise<void>}, location: Location, addEventListener: (type: string, heard: (event: ServiceEvent) => void) => void}} Service */

/** @type {string[]} */
const FILES = [];
const service = /** @type {Service} */ (/** @type {unknown} */ (self));
const KEPT = `skirmish-rl pages ${new URL(service.registration.scope).pathname}`;

service.addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(KEPT);
  await cache.addAll(FILES.map((name) => new Request(name, {cache: "no-cache"})));
  await service.skipWaiting();
})()));

service.addEventListener("activate", (event) => event.waitUntil(service.clients.claim()));

service.addEventListener("fetch", (event) => {
  const {request} = event, address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== service.location.origin || address.pathname.includes("/data/")) return; // the worker keeps data itself
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
