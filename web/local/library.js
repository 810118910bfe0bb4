// What the worker reads: files of the site, unzipped; and refusals, which the page shows as they stand.

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

/** Something that cannot be done, in a sentence for the person at the page. */
export class Refusal extends Error {
  /** @param {string} sentence @param {string | null} file that it is about, by its name on the page. */
  constructor(sentence, file = null) {
    super(sentence);
    this.name = "Refusal";
    this.file = file;
  }
}

/** @type {(name: string, value: unknown) => unknown} Objects that have no names but those that were read: others' names are looked up in them, and "constructor" is one of nobody's. */
const onlyOwn = (_, value) => value === null || typeof value !== "object" || Array.isArray(value) ? value : Object.setPrototypeOf(value, null);

/** Why something has failed, in a sentence. @param {unknown} error */
export const whyOf = (error) => error instanceof Error ? error.message : String(error);

const OPEN = 3; // scenarios that are kept open: each has memory of its own

export class Library {
  /** @type {(name: string) => Promise<Bytes>} */
  #read;
  /** @type {Map<string, Promise<any>>} `any`: what is kept under a name is known by who asks for it. */
  #known = new Map();
  /** @type {Map<string, Promise<any>>} as above. */
  #open = new Map();

  /** @param {(name: string) => Promise<Bytes>} read gets a file of the site, as it lies there. */
  constructor(read) {
    this.#read = read;
  }

  /** The bytes of a file; those of a name ending in .gz unzipped. @param {string} name @returns {Promise<Bytes>} */
  async bytes(name) {
    const bytes = await this.#read(name);
    if (!name.endsWith(".gz")) return bytes;
    try {
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      return new Uint8Array(await new Response(stream).arrayBuffer());
    } catch {
      throw new Refusal(`${name} is damaged. Reload the page; if that does not help, this copy of the site has to be put up again.`);
    }
  }

  /** A file of JSON: `any`, for what it holds goes by its name. @param {string} name @returns {Promise<any>} */
  async json(name) {
    const text = new TextDecoder().decode(await this.bytes(name));
    try {
      return JSON.parse(text, onlyOwn);
    } catch {
      throw new Refusal(`${name} is damaged. Reload the page; if that does not help, this copy of the site has to be put up again.`);
    }
  }

  /**
   * What `made` makes of files, made once as long as the page is open; a failure is tried again.
   * @template T @param {string} name @param {() => Promise<T>} made @returns {Promise<T>}
   */
  once(name, made) {
    const found = this.#known.get(name) ?? made().catch((error) => { this.#known.delete(name); throw error; });
    this.#known.set(name, found);
    return found;
  }

  /**
   * The same for what is large: only those asked for last are kept.
   * @template T @param {string} name @param {() => Promise<T>} made @returns {Promise<T>}
   */
  newest(name, made) {
    const found = this.#open.get(name) ?? made().catch((error) => { this.#open.delete(name); throw error; });
    this.#open.delete(name);
    this.#open.set(name, found);
    for (const old of [...this.#open.keys()].slice(0, -OPEN)) this.#open.delete(old);
    return found;
  }
}
