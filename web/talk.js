// What every connection to a host does: answers are awaited, and shapes are sent once.

export class Talk {
  #layers = new Map(); // shapes by their keys
  #waiting = new Map(); // answers that are awaited, by number
  #number = 0;

  /** @param {(message: object) => void} say sends a message. @param {(message: object) => void} heard is called with every one that comes. */
  constructor(say, heard) {
    this.send = say;
    this.heard = heard;
  }

  /** Say something, and wait for the answer; rejects with the host's reason. */
  ask(message) {
    return new Promise((resolve, reject) => {
      const re = ++this.#number;
      this.#waiting.set(re, {resolve, reject});
      this.send({...message, re});
    });
  }

  /** A message has come. */
  hear(message) {
    this.#complete(message);
    const awaited = this.#waiting.get(message.re);
    if (awaited) {
      this.#waiting.delete(message.re);
      if (message.is === "error") awaited.reject(Object.assign(new Error(message.why), {file: message.file}));
      else awaited.resolve(message);
    }
    if (!awaited || message.is !== "error") this.heard(message);
  }

  /** Nothing that is awaited comes any more. */
  lost(why) {
    for (const {reject} of this.#waiting.values()) reject(Object.assign(new Error(why), {lost: true}));
    this.#waiting.clear();
  }

  /** Forget the shapes: the host sends them again. */
  renew() {
    this.#layers.clear();
  }

  /** Put the shapes into a scene: the host sends each layer once, and all of them anew when a game begins. */
  #complete(message) {
    if (message.is === "game") this.renew();
    for (const [key, shapes] of Object.entries(message.layers ?? {})) this.#layers.set(key, shapes);
    if (message.scene) message.scene.layers = message.scene.layers.map(([name, key]) => [name, this.#layers.get(key) ?? []]);
    delete message.layers;
  }
}
