// The worker of a page without a server: it reads the site's files, and hears the page. Its name is the game that is played, "" for all.

import {aloneIn} from "./alone.js";
import {Host} from "./host.js";
import {Library, Refusal} from "./library.js";
import {openStore} from "./storage.js";

/** @import {Bytes} from "./library.js" */
/** @import {Says} from "../types.d.ts" */

const site = new URL("..", import.meta.url);

/** A file of the site: from the browser's cache of this version, where it is kept for visits without a network, or else from where the page came from. @param {string} name @returns {Promise<Bytes>} */
async function read(name) {
  const address = new URL(name, site), cache = await caches?.open(`skirmish-rl data ${site.pathname}`).catch(() => null);
  const response = await fetched(address, cache, name);
  return new Uint8Array(await response.arrayBuffer());
}

/** @param {URL} address @param {Cache | null} cache @param {string} name */
async function fetched(address, cache, name) {
  let response;
  try {
    response = await fetch(address, {cache: "no-cache"}); // so that files of one version are read together
  } catch {
    const kept = await cache?.match(address);
    if (kept) return kept;
    throw new Refusal(`${name} cannot be reached, and has not been read before: connect to the network once, and try again.`);
  }
  if (!response.ok) throw new Refusal(`${name} cannot be read (${response.status}). Reload the page; if that does not help, this copy of the site has to be put up again.`);
  await cache?.put(address, response.clone());
  return response;
}

/** @type {Says[]} */
const said = []; // before the host is ready
/** @type {Host | null} */
let host = null;
self.onmessage = ({data}) => host ? host.hear(data) : said.push(data);
const library = new Library(read);
const alone = aloneIn((id) => host?.taken(id)); // a browser with WebAssembly modules in workers has the channel
const opened = new Host(library, await openStore(), (message) => self.postMessage(message), self.name, alone);
host = opened;
for (const message of said) opened.hear(message);
