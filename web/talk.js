// What every connection to a host does: answers are awaited, and shapes are sent once.

import {shapeOf} from "./shapes.js";

/** @import {Scene} from "./shapes.js" */
/** @import {Answers, Layers, Says, Shape, Told} from "./types.d.ts" */

/**
 * A message of the host with its shapes in it.
 * @template M
 * @typedef {M extends {scene: unknown} ? Omit<M, "scene"> & {scene: Scene} : M} Whole
 */

/**
 * A message of any kind.
 * @typedef {Whole<Told>} Heard
 *
 * A host, as the page sees it: `ask` waits for the answer to a message, and rejects with the host's reason.
 * @typedef {{send: (message: Says) => void, ask: <M extends Says>(message: M) => Promise<Whole<Answers[M["do"]]>>, close: () => void}} Host
 *
 * Why something that was asked has not been done: the file that it is about, or that the connection was lost.
 * @typedef {Error & {file?: string | null, lost?: boolean}} Refused
 */

export class Talk {
  /** @type {Map<string, Shape[]>} */
  #layers = new Map(); // shapes by their keys
  /** @type {Map<unknown, {resolve: (message: any) => void, reject: (error: Refused) => void}>} `any`: what is told of an answer depends on the question, which `ask` knows. */
  #waiting = new Map(); // answers that are awaited, by number
  #number = 0;

  /** @param {(message: Says) => void} say sends a message. @param {(message: Heard) => void} heard is called with every one that comes. */
  constructor(say, heard) {
    this.send = say;
    this.heard = heard;
  }

  /**
   * Say something, and wait for the answer; rejects with the host's reason.
   * @template {Says} M @param {M} message @returns {Promise<Whole<Answers[M["do"]]>>}
   */
  ask(message) {
    return new Promise((resolve, reject) => {
      const re = ++this.#number;
      this.#waiting.set(re, {resolve, reject});
      this.send({...message, re});
    });
  }

  /** A message has come. @param {Told & {layers?: Layers}} told */
  hear(told) {
    const message = this.#complete(told);
    const awaited = this.#waiting.get(message.re);
    if (awaited) {
      this.#waiting.delete(message.re);
      if (message.is === "error") awaited.reject(Object.assign(new Error(message.why), {file: message.file}));
      else awaited.resolve(message);
    }
    if (!awaited || message.is !== "error") this.heard(message);
  }

  /** Nothing that is awaited comes any more. @param {string} why */
  lost(why) {
    for (const {reject} of this.#waiting.values()) reject(Object.assign(new Error(why), {lost: true}));
    this.#waiting.clear();
  }

  /** Forget the shapes: the host sends them again. */
  renew() {
    this.#layers.clear();
  }

  /** Put the shapes into a scene: the host sends each layer once, and all of them anew when a game begins. @param {Told & {layers?: Layers}} told @returns {Heard} */
  #complete({layers = {}, ...message}) {
    if (message.is === "game") this.renew();
    for (const [key, shapes] of Object.entries(layers)) this.#layers.set(key, shapes.map(shapeOf));
    if (!("scene" in message)) return message;
    return {...message, scene: {...message.scene, layers: message.scene.layers.map(([name, key]) => [name, this.#layers.get(key) ?? []])}};
  }
}
