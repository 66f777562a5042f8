// The service worker: keeps whole builds on the player's machine and serves one of them, network or not.
// The build puts `BUILD`, its own list, and wire.mjs before this text.
//
// Files are kept under their names, which carry their content's hash: builds share what they have in common, and none can
// get another's.  A build's page is kept last, so a build with a page is whole.  The worker serves the build that
// `current` names; the page moves that on to the `newest` one between two matches, see update.mjs.

/** Where this worker's pages and files are. */
const SCOPE = self.registration.scope;
const CACHE = `okey ${SCOPE}`;
/** Addresses, in the cache only, of the names of the build that is served, of the one that came last, of the one on its way. */
const CURRENT = "okey-current";
const NEWEST = "okey-newest";
const COMING = "okey-coming";
const PAGES = ["index.html", ""];
const HASHED = /\.[0-9a-f]{16}\.\w+$/;

/** The address, in the cache only, of a build's page. @param {string} version */
const pageOf = (version) => `okey-page/${version}`;
/** The address, in the cache only, of a build's list of files. @param {string} version */
const listOf = (version) => `okey-list/${version}`;

/** @param {Cache} cache @param {string} address @returns {Promise<string | undefined>} */
const read = async (cache, address) => (await cache.match(address))?.text();

/** Keeps data as a file of the site. @param {Cache} cache @param {string} address @param {BodyInit} data @param {string | null} type */
function put(cache, address, data, type) {
  const headers = { "content-type": type ?? "application/octet-stream", [KEPT]: "1" };
  return cache.put(address, new Response(data, { headers }));
}

/** Keeps a file of this build, unless it is kept already; never another one. @param {Cache} cache @param {Listed} listed */
async function keep(cache, listed) {
  if (await cache.match(listed.file)) return;
  for (const mode of /** @type {const} */ (["default", "reload"])) {
    const response = await open(listed, { cache: mode });
    if (!response.ok) throw new Error(`${listed.file}: HTTP ${response.status}`);
    const data = await response.arrayBuffer();
    if (await matches(data, listed.hash)) return put(cache, listed.file, data, response.headers.get("content-type"));
  }
  throw new Error(`${listed.file} is not this build's`);
}

/** Fetches this build's page. */
async function fetchPage() {
  for (const address of PAGES) {
    const response = await fetch(address, { cache: "no-cache" });
    if (!response.ok) continue; // some hosts know a folder only by its file, others only by its name
    const data = await response.arrayBuffer();
    if (await matches(data, BUILD.page)) return data;
  }
  throw new Error("the page is not this build's");
}

async function install() {
  const cache = await caches.open(CACHE);
  await put(cache, listOf(BUILD.version), JSON.stringify(BUILD.files.map(({ file }) => file)), "application/json");
  await put(cache, COMING, BUILD.version, "text/plain"); // from here on nothing of it is swept away
  for (const listed of BUILD.files) await keep(cache, listed);
  await put(cache, pageOf(BUILD.version), await fetchPage(), "text/html; charset=utf-8");
}

/** Makes this build the newest, and the current one if there is none. */
async function activate() {
  const cache = await caches.open(CACHE);
  await put(cache, NEWEST, BUILD.version, "text/plain");
  if (!await read(cache, CURRENT)) await put(cache, CURRENT, BUILD.version, "text/plain");
  await self.clients.claim();
}

/** Removes what none of the three builds has. @param {Cache} cache */
async function sweep(cache) {
  const names = [CURRENT, NEWEST, COMING];
  const wanted = new Set(names);
  for (const name of names) {
    const version = await read(cache, name);
    if (!version) continue;
    const list = await read(cache, listOf(version));
    for (const file of [pageOf(version), listOf(version), ...JSON.parse(list ?? "[]")]) wanted.add(file);
  }
  for (const { url } of await cache.keys()) {
    if (!wanted.has(url.slice(SCOPE.length))) await cache.delete(url);
  }
}

/** @param {Request} request */
async function servePage(request) {
  const cache = await caches.open(CACHE);
  for (const address of [CURRENT, NEWEST]) {
    const version = await read(cache, address);
    const page = version && await cache.match(pageOf(version));
    if (!page) continue;
    if (address === NEWEST) await put(cache, CURRENT, version, "text/plain"); // the current one is lost, or was given up
    return page;
  }
  return fetch(request);
}

/** @param {Request} request */
async function serveFile(request) {
  const cache = await caches.open(CACHE);
  return await cache.match(request.url) ?? fetch(request);
}

self.addEventListener("install", (event) => {
  self.skipWaiting(); // a worker serves any build: it is the build that waits
  event.waitUntil(install());
});
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  address.search = address.hash = "";
  if (request.method !== "GET" || !address.href.startsWith(SCOPE)) return;
  const name = address.href.slice(SCOPE.length);
  if (request.mode === "navigate") {
    if (!PAGES.includes(name)) return;
    event.respondWith(servePage(request));
    event.waitUntil(caches.open(CACHE).then(sweep));
  } else if (HASHED.test(name)) event.respondWith(serveFile(request));
});
