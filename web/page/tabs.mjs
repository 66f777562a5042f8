// What the tabs of one game ask each other, of which one plays at a time.

/** "Does anybody play?", and the answer. */
export const ASKED = "?", PLAYS = "!";

/** Milliseconds that a tab that plays may take to answer. */
const PATIENCE = 1500;

/** Names what the tabs share: one of several games on a page has saves of its own. @param {string} instance */
export function placeOf(instance) {
  return instance ? `okey ${instance}` : "okey";
}

/**
 * Takes the game back once the tab that plays it is gone: asks for one whenever somebody looks at this one again.
 *
 * @param {string} instance
 */
export function takeBack(instance) {
  const channel = new BroadcastChannel(placeOf(instance));
  let timer = 0;
  channel.onmessage = ({ data }) => {
    if (data === PLAYS) clearTimeout(timer);
  };
  const look = () => {
    clearTimeout(timer);
    if (document.hidden) return;
    channel.postMessage(ASKED);
    timer = setTimeout(() => location.reload(), PATIENCE);
  };
  for (const type of ["focus", "pageshow"]) addEventListener(type, look);
  document.addEventListener("visibilitychange", look);
}
