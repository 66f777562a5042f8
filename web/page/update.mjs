// The service worker seen from the page: it keeps the game on this machine, and newer builds until one is taken up.

import { know } from "./thread.mjs";

const CACHE = `okey ${new URL(".", location.href)}`;

/** Looks whether a whole build newer than the one that is served lies ready; see sw.js. */
async function look() {
  const cache = await caches.open(CACHE);
  const [current, newest] = await Promise.all(
    ["okey-current", "okey-newest"].map(async (name) => (await cache.match(name))?.text()),
  );
  know({ renewable: Boolean(navigator.serviceWorker.controller && newest && newest !== current) });
}

/** Looks for a newer build that came on an earlier visit.  Where nothing can be kept there is none. */
export const looked = look().catch(() => {}); // a sandbox forbids even to ask whether there is a worker

/** Has the game kept on this machine from now on, and newer builds as they come. */
export async function keep() {
  try {
    const registration = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => {
        if (worker.state === "activated") look().catch(() => {});
      });
    });
  } catch {
    // not here: plain http, a frame of another site, a browser that keeps nothing
  }
}

/** Takes up the newer build, by loading the page again; the game has ended, with all saved. */
export function renew() {
  dispatchEvent(new Event("okey-end"));
  takeUp().finally(() => location.reload());
}

async function takeUp() {
  const cache = await caches.open(CACHE);
  const newest = await cache.match("okey-newest");
  if (newest) await cache.put("okey-current", newest);
}
