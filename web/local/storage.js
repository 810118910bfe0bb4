// Games between visits, in the browser's own storage; in memory where it has none.

/** @import {SaysPreview} from "../types.d.ts" */

/**
 * A game as it is kept: what is played by whom, and its answers.
 * @typedef {object} KeptGame
 * @property {string} id @property {Wanted} wanted @property {string[]} who @property {string} seed @property {boolean} practice @property {number} pace @property {boolean} watch
 * @property {boolean} resigned @property {number[]} actions @property {string} hash @property {number} when @property {string} by
 *
 * A scenario with its options, as a page asks for it.
 * @typedef {Pick<SaysPreview, "game" | "scenario" | "seats" | "options" | "files">} Wanted
 *
 * A store of games by their ids; see `openStore`.
 * @typedef {{get: (id: string) => Promise<KeptGame | undefined>, put: (game: KeptGame & {takes: boolean}, lost?: () => void) => void}} Store
 */

const KEPT = 12; // games; the oldest go

/** @type {Map<string, KeptGame>} */
const memory = new Map();

/**
 * A store of games by their ids: `get(id)`, and `put(game, lost)`, which keeps a game unless another tab has taken it over since: then nothing is
 * changed, and `lost()` is called. A game says by which tab it is kept, `by`, and whether that tab takes it over now, `takes`.
 * @returns {Promise<Store>}
 */
export async function openStore() {
  /** @type {IDBDatabase} */
  let base;
  try {
    const opened = indexedDB.open("skirmish-rl", 1);
    opened.onupgradeneeded = () => opened.result.createObjectStore("games", {keyPath: "id"});
    base = await wanted(opened);
  } catch {
    return {get: async (id) => memory.get(id), put: (game) => { memory.set(game.id, game); }}; // a private window, or no browser at all
  }
  const games = (/** @type {IDBTransactionMode} */ mode) => base.transaction("games", mode).objectStore("games");
  for (const {id} of (await wanted(games("readonly").getAll())).sort((a, b) => b.when - a.when).slice(KEPT)) games("readwrite").delete(id);
  return {
    get: (id) => wanted(games("readonly").get(id)),
    /** @param {KeptGame & {takes: boolean}} game @param {() => void} lost */
    put({takes, ...game}, lost = () => {}) {
      const kept = games("readwrite"), found = kept.get(game.id); // one transaction: no other tab comes between
      found.onsuccess = () => {
        if (takes || !found.result?.by || found.result.by === game.by) kept.put(game);
        else lost();
      };
    },
  };
}

/** What a request of the storage gives. @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const wanted = (request) => new Promise((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});
