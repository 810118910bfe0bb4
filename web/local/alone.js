// A game goes on in one tab: who opens it tells the others, and they let go of it.

/** @typedef {{name: string, take: (id: string) => void}} Alone tells other tabs what is open here. */

const CHANNEL = "skirmish-rl games";

/**
 * What tells other tabs of this browser that a game is open here now.
 * @param {(id: string) => void} taken is called with a game that another tab has opened.
 * @returns {Alone} `name` is this tab's.
 */
export function aloneIn(taken) {
  const name = crypto.randomUUID(), channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({data}) => taken(data.id);
  return {name, take: (id) => channel.postMessage({id})};
}
