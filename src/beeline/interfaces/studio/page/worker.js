// Keeps the page for times without a studio: games can be looked at and played by two people then.
// What the studio answers now is always shown; what it answered last stands in while it does not answer.

const CACHE = "beeline-studio-1";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  const isPage = origin === location.origin && !pathname.startsWith("/api/") && !pathname.startsWith("/embed/");
  // An address with a query holds the token: it is never kept.
  if (request.method === "GET" && isPage && !search) event.respondWith(freshOrKept(request));
});

async function freshOrKept(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok && !response.redirected) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}
