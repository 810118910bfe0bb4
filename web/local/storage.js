// Games between visits, in the browser's own storage; in memory where it has none.

const KEPT = 12; // games; the oldest go

const memory = new Map();

/**
 * A store of games by their ids: `get(id)`, and `put(game, lost)`, which keeps a game unless another tab has taken it over since: then nothing is
 * changed, and `lost()` is called. A game says by which tab it is kept, `by`, and whether that tab takes it over now, `takes`.
 */
export async function openStore() {
  let base;
  try {
    base = await wanted(Object.assign(indexedDB.open("skirmish-rl", 1), {
      onupgradeneeded: ({target}) => target.result.createObjectStore("games", {keyPath: "id"}),
    }));
  } catch {
    return {get: async (id) => memory.get(id), put: (game) => memory.set(game.id, game)}; // a private window, or no browser at all
  }
  const games = (mode) => base.transaction("games", mode).objectStore("games");
  for (const {id} of (await wanted(games("readonly").getAll())).sort((a, b) => b.when - a.when).slice(KEPT)) games("readwrite").delete(id);
  return {
    get: (id) => wanted(games("readonly").get(id)),
    put({takes, ...game}, lost = () => {}) {
      const kept = games("readwrite"), found = kept.get(game.id); // one transaction: no other tab comes between
      found.onsuccess = () => {
        if (takes || !found.result?.by || found.result.by === game.by) kept.put(game);
        else lost();
      };
    },
  };
}

const wanted = (request) => new Promise((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});
