// Games between visits, in the browser's own storage; in memory where it has none.

const KEPT = 12; // games; the oldest go

const memory = new Map();

/** A store of games by their ids: `get(id)` and `put(game)`. */
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
  return {get: (id) => wanted(games("readonly").get(id)), put: (game) => games("readwrite").put(game)};
}

const wanted = (request) => new Promise((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});
