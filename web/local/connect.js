// The other end of the protocol (docs/web.md) without a server: a worker on this machine. The same interface as `../host.js`.

import {Talk} from "../talk.js";

/** @import {Link} from "../host.js" */
/** @import {Heard, Host} from "../talk.js" */

/**
 * Connect to a worker, for the game that the page is about.
 * @param {string | null} address of the worker; a missing one is that beside this file.
 * @param {(message: Heard) => void} heard is called with every message.
 * @param {(state: Link, why: string) => void} changed is told how the connection is.
 * @returns {Host}
 */
export function connect(address, heard, changed = () => {}) {
  const talk = new Talk((message) => worker?.postMessage(message), heard);
  /** @type {Worker | null} */
  let worker = null;
  const refused = (/** @type {string} */ why) => setTimeout(() => changed("refused", why));
  if (typeof WebAssembly !== "object") refused("This browser has no WebAssembly, in which the rules are written; it may be switched off. Use a current Firefox, Chrome, Edge or Safari, or play with Python: skirmish-rl serve.");
  else if (typeof DecompressionStream !== "function") refused("This browser is too old for this page. Use a current Firefox, Chrome, Edge or Safari, or play with Python: skirmish-rl serve.");
  else {
    worker = new Worker(address ?? new URL("worker.js", import.meta.url), {type: "module", name: document.documentElement.dataset.game ?? ""});
    worker.onmessage = ({data}) => talk.hear(data);
    worker.onerror = () => {
      talk.lost("the rules have stopped");
      changed("refused", "The rules could not be loaded, or have stopped. Reload the page; your game is kept. If that does not help, this copy of the site has to be put up again.");
    };
    setTimeout(() => changed("open", ""));
    navigator.serviceWorker?.register(new URL("../offline.js", import.meta.url)).catch(() => {}); // a private window: the page needs the network
  }
  return {send: (message) => talk.send(message), ask: (message) => talk.ask(message), close: () => worker?.terminate()};
}
