// Service worker of the static page: caches all files at the first visit. Its headers isolate the page from
// other sites, so that workers may share memory with it. `banco export-page` writes VERSION and FILES above this.

importScripts("engine/simd.js");

/** Every browser with SIMD has threads too, once the page is isolated. */
const isWanted = (file) => !file.startsWith("engine/engine") || file.includes("-") === globalThis.hasSimd;

oninstall = (event) =>
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(FILES.filter(isWanted).map((file) => new Request(file, { cache: "reload" })))),
  );

// Other pages of the same host may have caches of their own.
const isOld = (name) => name.startsWith("banco-") && name !== VERSION;

onactivate = (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );

async function answer(request) {
  const cache = await caches.open(VERSION);
  const found = (await cache.match(request, { ignoreSearch: true })) ?? (await fetch(request));
  if (found.type === "opaque" || found.status === 0) return found;
  const headers = new Headers(found.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}

onfetch = (event) => {
  const isOurs = event.request.method === "GET" && event.request.url.startsWith(registration.scope);
  if (isOurs) event.respondWith(answer(event.request));
};
