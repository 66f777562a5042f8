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
const HASHED = /\.[0-9a-f]{16}\.\w+$/;

/** The address, in the cache only, of a page of a build. @param {string} version @param {string} file */
const pageOf = (version, file) => `okey-page/${version}/${file}`;
/** The file that a page's address means: some hosts know a folder only by its file, and pages only without their ending. @param {string} name */
const fileOf = (name) => (name === "" ? "index.html" : name.replace(/(\.html)?$/, ".html"));
/** The address, in the cache only, of a build's list of files. @param {string} version */
const listOf = (version) => `okey-list/${version}`;

/** @param {Cache} cache @param {string} address @returns {Promise<string | undefined>} */
const read = async (cache, address) => (await cache.match(address))?.text();

/** Headers that a file keeps: what the host says about a page counts offline too. */
const TOLD = [
  "content-type", "content-security-policy", "cross-origin-embedder-policy", "cross-origin-opener-policy",
  "cross-origin-resource-policy", "permissions-policy", "referrer-policy", "x-content-type-options",
];

/** Keeps data as a file of the site, with the headers that it came with. @param {Cache} cache @param {string} address @param {BodyInit} data @param {Headers} [from] */
function put(cache, address, data, from) {
  const headers = new Headers({ "content-type": "application/octet-stream", [KEPT]: "1" });
  for (const name of TOLD) {
    const value = from?.get(name);
    if (value) headers.set(name, value);
  }
  return cache.put(address, new Response(data, { headers }));
}

/** Keeps a file of this build, unless it is kept already; never another one. @param {Cache} cache @param {Listed} listed */
async function keep(cache, listed) {
  if (await cache.match(listed.file)) return;
  for (const mode of /** @type {const} */ (["default", "reload"])) {
    const response = await open(listed, { cache: mode });
    if (!response.ok) throw new Error(`${listed.file}: HTTP ${response.status}`);
    const data = await response.arrayBuffer();
    if (await matches(data, listed.hash)) return put(cache, listed.file, data, response.headers);
  }
  throw new Error(`${listed.file} is not this build's`);
}

/** Fetches a page of this build. @param {string} file */
async function fetchPage(file) {
  for (const address of file === "index.html" ? [file, ""] : [file]) {
    const response = await fetch(address, { cache: "no-cache" });
    if (!response.ok) continue; // some hosts know a folder only by its file, others only by its name
    const data = await response.arrayBuffer();
    if (await matches(data, BUILD.pages[file])) return { data, headers: response.headers };
  }
  throw new Error(`${file} is not this build's`);
}

async function install() {
  const cache = await caches.open(CACHE);
  const pages = Object.keys(BUILD.pages);
  const names = [...BUILD.files.map(({ file }) => file), ...pages.map((file) => pageOf(BUILD.version, file))];
  await put(cache, listOf(BUILD.version), JSON.stringify(names));
  await put(cache, COMING, BUILD.version); // from here on nothing of it is swept away
  for (const listed of BUILD.files) await keep(cache, listed);
  for (const file of pages) { // the game's own comes last
    const { data, headers } = await fetchPage(file);
    await put(cache, pageOf(BUILD.version, file), data, headers);
  }
}

/** Makes this build the newest, and the current one if there is none. */
async function activate() {
  const cache = await caches.open(CACHE);
  await put(cache, NEWEST, BUILD.version);
  if (!await read(cache, CURRENT)) await put(cache, CURRENT, BUILD.version);
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
    for (const file of [listOf(version), ...JSON.parse(list ?? "[]")]) wanted.add(file);
  }
  for (const { url } of await cache.keys()) {
    if (!wanted.has(url.slice(SCOPE.length))) await cache.delete(url);
  }
}

/** @param {Request} request @param {string} file */
async function servePage(request, file) {
  const cache = await caches.open(CACHE);
  for (const address of [CURRENT, NEWEST]) {
    const version = await read(cache, address);
    const page = version && await cache.match(pageOf(version, file));
    if (!page) continue;
    if (address === NEWEST && file === "index.html") await put(cache, CURRENT, version); // the current one is lost, or was given up
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
    const file = fileOf(name);
    if (!(file in BUILD.pages)) return;
    event.respondWith(servePage(request, file));
    event.waitUntil(caches.open(CACHE).then(sweep));
  } else if (HASHED.test(name)) event.respondWith(serveFile(request));
});
