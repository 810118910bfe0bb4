// Who is at the other end of the protocol (docs/web.md): here a server, over a WebSocket that connects again by itself.

/**
 * Connect to a host.
 * @param {string} address of the WebSocket; a missing one is that of the server the page came from.
 * @param {(message: object) => void} heard is called with every message.
 * @param {(state: "open" | "lost" | "refused", why: string) => void} changed is told how the connection is.
 * @returns {{send: (message: object) => void, ask: (message: object) => Promise<object>, close: () => void}} `ask` waits for the answer to a
 *   message and rejects with the host's reason.
 */
export function connect(address, heard, changed = () => {}) {
  const layers = new Map(); // shapes by their keys, as long as the connection lasts
  const waiting = new Map(); // answers that are awaited, by number
  let socket = null, number = 0, tries = 0, closed = false, outbox = [];

  function open() {
    socket = new WebSocket(address ?? ownAddress());
    socket.onopen = () => {
      tries = 0;
      layers.clear();
      changed("open", "");
      for (const text of outbox) socket.send(text);
      outbox = [];
    };
    socket.onmessage = (event) => {
      const message = whole(JSON.parse(event.data), layers);
      const awaited = waiting.get(message.re);
      if (awaited) {
        waiting.delete(message.re);
        if (message.is === "error") awaited.reject(Object.assign(new Error(message.why), {file: message.file}));
        else awaited.resolve(message);
      }
      if (!awaited || message.is !== "error") heard(message);
    };
    socket.onclose = (event) => {
      for (const {reject} of waiting.values()) reject(new Error("the connection was lost"));
      waiting.clear();
      outbox = [];
      if (closed) return;
      changed(event.code === 1008 ? "refused" : "lost", event.reason);
      if (event.code !== 1008) setTimeout(open, Math.min(500 * 2 ** tries++, 8000));
    };
  }
  const say = (text) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(text);
    else outbox.push(text);
  };
  open();
  return {
    send: (message) => say(JSON.stringify(message)),
    ask: (message) => new Promise((resolve, reject) => {
      const re = ++number;
      waiting.set(re, {resolve, reject});
      say(JSON.stringify({...message, re}));
    }),
    close: () => { closed = true; socket.close(); },
  };
}

function ownAddress() {
  const token = new URLSearchParams(location.search).get("token");
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/play${token ? `?token=${encodeURIComponent(token)}` : ""}`;
}

/** A message whose scene has its shapes: the host sends each layer once. */
function whole(message, layers) {
  for (const [key, shapes] of Object.entries(message.layers ?? {})) layers.set(key, shapes);
  if (message.scene) message.scene.layers = message.scene.layers.map(([name, key]) => [name, layers.get(key) ?? []]);
  delete message.layers;
  return message;
}
