// A line between the page and the game's worker: each side calls by name what the other offers.

/** @typedef {{postMessage(message: any, transfer?: Transferable[]): void, onmessage: ((event: MessageEvent) => void) | null}} Port */
/** @typedef {Record<string, (...values: any[]) => any>} Offers */

/**
 * Opens this side's end.
 *
 * @param {Port} port
 * @param {Offers} offers  what the other side may call
 */
export function connect(port, offers) {
  /** Ends of the questions under way. @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  const asked = new Map();
  let last = 0;

  port.onmessage = async ({ data: { name, values, id, answer, error } }) => {
    if (name === undefined) {
      const ends = asked.get(id);
      asked.delete(id);
      if (error === undefined) ends?.resolve(answer);
      else ends?.reject(new Error(error));
    } else if (id === undefined) offers[name](...values);
    else {
      try {
        port.postMessage({ id, answer: await offers[name](...values) });
      } catch (wrong) {
        port.postMessage({ id, error: String(wrong) });
      }
    }
  };

  return {
    /** Has the other side do something. @param {string} name @param {any[]} [values] @param {Transferable[]} [transfer] */
    tell(name, values = [], transfer = []) {
      port.postMessage({ name, values }, transfer);
    },

    /** Has the other side do something, and waits for what comes of it. @param {string} name @param {any[]} [values] @returns {Promise<any>} */
    ask(name, values = []) {
      last += 1;
      const id = last;
      port.postMessage({ name, values, id });
      return new Promise((resolve, reject) => asked.set(id, { resolve, reject }));
    },

    /** Ends all waiting: the other side is gone. */
    close() {
      for (const { resolve } of asked.values()) resolve(undefined);
      asked.clear();
    },
  };
}
