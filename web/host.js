// Who is at the other end of the protocol (docs/web.md): here a server, over a WebSocket that connects again by itself.

import {Talk} from "./talk.js";

/** @import {Heard, Host} from "./talk.js" */
/** @import {Says} from "./types.d.ts" */
/** @typedef {"open" | "lost" | "refused"} Link how a connection is. */

/**
 * Connect to a host.
 * @param {string | null} address of the WebSocket; a missing one is that of the server the page came from.
 * @param {(message: Heard) => void} heard is called with every message.
 * @param {(state: Link, why: string) => void} changed is told how the connection is.
 * @returns {Host}
 */
export function connect(address, heard, changed = () => {}) {
  const talk = new Talk(say, heard);
  /** @type {WebSocket} */
  let socket;
  /** @type {string[]} */
  let outbox = [];
  let tries = 0, closed = false;

  function open() {
    socket = new WebSocket(address ?? ownAddress());
    socket.onopen = () => {
      tries = 0;
      talk.renew();
      changed("open", "");
      for (const text of outbox) socket.send(text);
      outbox = [];
    };
    socket.onmessage = (event) => talk.hear(JSON.parse(event.data));
    socket.onclose = (event) => {
      talk.lost("the connection was lost");
      outbox = [];
      if (closed) return;
      changed(event.code === 1008 ? "refused" : "lost", event.reason);
      if (event.code !== 1008) setTimeout(open, Math.min(500 * 2 ** tries++, 8000));
    };
  }
  /** @param {Says} message */
  function say(message) {
    const text = JSON.stringify(message);
    if (socket.readyState === WebSocket.OPEN) socket.send(text);
    else outbox.push(text);
  }
  open();
  return {send: say, ask: (message) => talk.ask(message), close: () => { closed = true; socket.close(); }};
}

function ownAddress() {
  const token = new URLSearchParams(location.search).get("token");
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/play${token ? `?token=${encodeURIComponent(token)}` : ""}`;
}
