/** Keeps the shell of one version, so that the page opens at once, and offline too. */

const VERSION = "@version@";
/** @type {string[]} */
const FILES = /* @files@ */ [];
/** Of the texts only those of this reader, whose language is in this worker's address. */
const LANGUAGE = location.search.slice(1);

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  const base = `assets/${VERSION}/`;
  const all = ["./", ...[...FILES, `${LANGUAGE}.json`].map((name) => base + name)];
  const fill = async () => (await caches.open(VERSION)).addAll(all);
  event.waitUntil(fill().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const clean = async () => {
    const old = (await caches.keys()).filter((name) => name !== VERSION);
    await Promise.all(old.map((name) => caches.delete(name)));
  };
  event.waitUntil(clean());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    // Where a match is watched again nothing is kept.
    if (request.url.split(/[?#]/)[0] !== worker.registration.scope) return;
    event.respondWith(fetch(request).catch(() => caches.match("./")));
  } else if (request.url.includes(`/assets/${VERSION}/`)) {
    const kept = async () => (await caches.match(request)) ?? fetch(request);
    event.respondWith(kept());
  }
});
