// The page in other languages: what it shows is found by the English sentence that it was made from, and said anew, as `envs/locales/speaker.py` does.

import {kept, spoken} from "./dom.js";

/**
 * @typedef {[english: string, several: string, said: string[]]} Entry a sentence, that of more where it has a number, and its translations.
 * @typedef {{plurals: number[], catalogues: Record<string, Entry[]>}} Words of a language, by the page's name and those of games.
 * @typedef {{form: RegExp, places: string[], said: string[], counted: boolean, part: string, own: number}} Pattern
 */

const ENGLISH = "en";
const NOBODY = "nobody"; // stands where no seat or unit does
const NUMBERS = ["value", "count", "n"];
const NAMES = ["unit", "other", "seat", "cell", "file", "title", "detail", "network"];
const COUNTED = 200; // numbers whose plural form is known; larger ones have that of their last two digits
const LONGEST = 1000; // letters of a text that is put together from others; nobody but a stranger gives longer ones
const BETWEEN = ["\n", " | ", " · ", "; ", ": ", ", "];
const WORDS = /[a-zß-öø-ÿ]{2}/; // a text without two small letters in a row, names of seats aside, is the same in all languages
const NAMED = "(?:seat_\\d|[A-Z]\\d+(?:-\\d+)?|\\d+,\\d+|\\d+)(?: (?:[A-Z]\\d+|\\d+,\\d+))*";
const NAMED_FIRST = new RegExp(`^(${NAMED},?) (\\S.*)$`, "s"), NAMED_LAST = new RegExp(`^(.*\\S) (${NAMED})$`, "s");
/** @type {Record<string, string>} */
const PLACES = {unit: "([A-Z]{1,2}\\d+(?:-\\d+)?|nobody)", other: "([A-Z]{1,2}\\d+)", sentence: "(.*\\.)", seat: "(seat_\\d|nobody)", cell: "(\\d+,\\d+|off the board|-)", word: "([^:;.()]*?)"};
const WORDED = ["title", "aria-label", "placeholder", "alt", "content"]; // attributes that people read

/** Says texts in a language, by its catalogues: lists of [English, of several or "", translations]. */
export class Speaker {
  /** @param {Entry[][]} catalogues @param {number[]} plurals */
  constructor(catalogues, plurals) {
    this.plurals = plurals;
    /** @type {Map<string, string>} */
    this.whole = new Map();
    /** @type {Pattern[]} */
    this.patterns = [];
    /** @type {Map<string, string>} */
    this.known = new Map();
    /** @type {Map<string, string | null>} */
    this.found = new Map();
    for (const entries of catalogues) {
      /** @type {Pattern[]} */
      const patterns = [];
      for (const [english, several, said] of entries) {
        if (/\{\w+\}/.test(english)) for (const form of several ? [english, several] : [english]) patterns.push(patternOf(form, said, Boolean(several)));
        else if (!this.whole.has(english)) this.whole.set(english, said[0]);
      }
      this.patterns.push(...patterns.sort((one, other) => other.own - one.own));
    }
  }

  /** A text in this language; what no catalogue knows stays as it is. @param {string} text @returns {string} */
  say(text) {
    let said = this.known.get(text);
    if (said === undefined) {
      const bare = text.replaceAll("\u00a0", " ").trim();
      said = bare ? text.replaceAll("\u00a0", " ").replace(bare, () => this.said(bare) ?? this.saidInPart(bare)) : text;
      if (text.includes("\u00a0")) said = said.replaceAll(" %", "\u00a0%");
      if (this.known.size > 20000) this.known.clear();
      this.known.set(text, said);
      if (/\S\s\S/.test(said) && !this.known.has(said)) this.known.set(said, said); // what is said stays as it is, should it come once more
    }
    return said;
  }

  /** @param {string} text @returns {string | null} */
  said(text) {
    if (!this.found.has(text)) {
      this.found.set(text, null); // of a text within itself
      this.found.set(text, this.lookedUp(text));
      if (this.found.size > 40000) this.found.clear();
    }
    return this.found.get(text) ?? null;
  }

  /** @param {string} text @returns {string | null} */
  lookedUp(text) {
    const whole = this.wholeOrSmall(text);
    if (whole !== null) return whole;
    if (!WORDS.test(text.replace(/seat_\d/g, ""))) return text;
    if (text.length > LONGEST) return null;
    const small = text.charAt(0).toLowerCase() + text.slice(1);
    for (const one of new Set([text, small])) {
      for (const pattern of this.patterns) {
        const found = one.includes(pattern.part) && pattern.form.exec(one), said = found ? this.filled(pattern, found) : null;
        if (said !== null) return one === text ? said : capital(said);
      }
    }
    const spaced = text.replace(/(?<=[A-Za-z])-(?=[A-Za-z\d])/g, " "), plain = spaced === text ? null : this.said(spaced); // an answer as it is written
    if (plain !== null) return plain;
    const first = NAMED_FIRST.exec(text), after = first && (this.said(first[2]) ?? this.inWords(first[2]));
    if (after) return `${first[1]} ${after}`;
    const last = NAMED_LAST.exec(text), before = last && this.said(last[1]);
    if (before) return `${before} ${last[2]}`;
    const tail = /^(.*[^\s,;.])([,;.])$/s.exec(text), head = tail && this.said(tail[1]); // of a list that goes on in the next line
    return head ? head + tail[2] : this.listed(text);
  }

  /** A sentence in which something stands that is not known, such as a name that somebody gave. @param {string} text */
  saidInPart(text) {
    if (text.length > LONGEST) return text;
    for (const pattern of this.patterns) {
      const found = pattern.part.trim() && text.includes(pattern.part) && pattern.form.exec(text);
      if (found) return this.filled(pattern, found, true) ?? text;
    }
    return text;
  }

  /** Several words beside each other, such as markers in a cell. @param {string} text */
  inWords(text) {
    const words = text.split(" ").map((word) => this.wholeOrSmall(word));
    return words.includes(null) ? null : words.join(" ");
  }

  /** A text that is a key; or one in other capital letters than the key. @param {string} text @returns {string | null} */
  wholeOrSmall(text) {
    const same = this.whole.get(text) ?? this.whole.get(text.replaceAll("_", " "));
    if (same !== undefined) return same;
    const low = text.toLowerCase(), small = this.whole.get(text.charAt(0).toLowerCase() + text.slice(1));
    if (small !== undefined) return capital(small);
    const titled = /^[A-Z][a-z]*([^a-zA-Z]+[A-Z][a-z]*)*$/.test(text) ? this.whole.get(low) : undefined;
    if (titled !== undefined) return capital(titled);
    return text.length > 2 && text !== low && text === text.toUpperCase() ? this.whole.get(low)?.toUpperCase() ?? null : null;
  }

  /** A sentence with what stood in its places, null where one of them is not known, unless that may be. @param {Pattern} pattern @param {RegExpExecArray} found */
  filled({places, said, counted}, found, inPart = false) {
    /** @type {Record<string, string>} */
    const values = {};
    for (const [k, place] of places.entries()) {
      const value = found[k + 1], bare = value.trim();
      const words = isKind(place, [...NUMBERS, ...NAMES]) && bare !== NOBODY ? bare : this.said(bare);
      if (words === null && !inPart) return null;
      values[place] = bare ? value.replace(bare, () => words ?? bare) : value;
    }
    const number = Math.abs(Number(places.map((place) => values[place]).find((value) => /^[+-]?\d+$/.test(value)) ?? 1));
    const form = said[counted ? this.plurals[number < COUNTED ? number : 100 + number % 100] : 0];
    return form.replace(/\{(\w+)\}/g, (/** @type {string} */ place, /** @type {string} */ name) => values[name] ?? place);
  }

  /** A list, whose parts are said one by one; a heading may have its colon in the catalogue. @param {string} text */
  listed(text) {
    for (const between of BETWEEN) {
      if (!text.includes(between)) continue;
      const parts = text.split(between).map((part) => this.said(part) ?? (between === ": " ? this.wholeOrSmall(`${part}:`)?.replace(/:$/, "") ?? null : null));
      if (!parts.includes(null)) return parts.join(between);
      const first = text.indexOf(between), head = between === ": " ? this.said(text.slice(0, first)) : null;
      const rest = head === null ? null : this.said(text.slice(first + between.length)); // what came of something may have colons of its own
      if (rest !== null) return `${head}${between}${rest}`;
    }
    const and = text.lastIndexOf(" and "), before = and < 0 ? null : this.said(text.slice(0, and));
    const after = before === null ? null : this.said(text.slice(and + 5));
    return after === null ? null : `${before} ${this.whole.get("and") ?? "and"} ${after}`;
  }
}

/** A sentence with places, as texts are compared with it. @param {string} english @param {string[]} said @param {boolean} counted @returns {Pattern} */
function patternOf(english, said, counted) {
  const parts = english.split(/\{(\w+)\}/), own = parts.filter((_, k) => k % 2 === 0);
  const form = parts.map((part, k) => k % 2 ? placeForm(part) : part.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&")).join("");
  return {
    form: new RegExp(`^${form}$`, "s"), places: parts.filter((_, k) => k % 2), said, counted,
    part: own.reduce((long, one) => one.length > long.length ? one : long), own: own.join("").length,
  };
}

/** @param {string} place @param {string[]} kinds */
const isKind = (place, kinds) => kinds.includes(place) || kinds.includes(place.replace(/_\d+$/, ""));

/** What may stand in a place: a number where its name says so, else anything. @param {string} place */
const placeForm = (place) => isKind(place, NUMBERS) ? "([+\\-−]?(?:\\d+(?:[.,:]\\d+)*|X))" : PLACES[place.replace(/_\d+$/, "")] ?? "(.*?)";

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

let language = ENGLISH;
/** @type {Words | null} */
let words = null;
/** @type {Map<string, Speaker>} */
const speakers = new Map(); // by game

/** Say what is said from now on in the words of a game. @param {string} game */
export function speakOf(game) {
  if (!words) return;
  const {[game]: first = [], page, ...others} = words.catalogues;
  const whole = Object.values(others).map((entries) => entries.filter(([english]) => !english.includes("{")));
  const speaker = speakers.get(game) ?? new Speaker([first, page ?? [], ...whole], words.plurals);
  speakers.set(game, speaker);
  spoken.say = (text) => speaker.say(text);
}

/** The language that is wished: of the address, else the one that was chosen last, else the browser's. @param {string[]} known */
function wished(known) {
  const named = new URLSearchParams(location.search).get("lang") ?? kept.get("language");
  if (named === ENGLISH || known.includes(named)) return String(named);
  return navigator.languages.map((code) => code.split("-")[0]).find((code) => code === ENGLISH || known.includes(code)) ?? ENGLISH;
}

/** Get the words of the language that is wished, put what the page says already into it, and offer the others. */
export async function speak() {
  /** @type {(name: string) => Promise<any>} `any`: names by their codes, or the words of a language; what is missing is refused. */
  const read = (name) => fetch(new URL(`words/${name}.json`, import.meta.url), {cache: "no-cache"}).then((response) => response.ok ? response.json() : Promise.reject(response.status));
  /** @type {Record<string, string>} */
  const known = await read("languages").catch(() => ({}));
  language = wished(Object.keys(known));
  if (language !== ENGLISH) words = await read(language).catch(() => null);
  if (!words) language = ENGLISH;
  document.documentElement.lang = language;
  speakOf("page");
  if (words) sayAll(document);
  offer({[ENGLISH]: "English", ...known});
}

/** Say everything that stands below an element. @param {Document} root */
function sayAll(root) {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = /** @type {globalThis.Text} */ (texts.currentNode);
    if (!node.parentElement?.closest("script, style, code")) node.data = spoken.say(node.data.replace(/\s+/g, " "));
  }
  for (const name of WORDED) for (const element of root.querySelectorAll(`[${name}]`)) {
    if (element.tagName !== "META" || element.getAttribute("name") === "description") element.setAttribute(name, spoken.say(element.getAttribute(name) ?? ""));
  }
}

/** Let the language be chosen. @param {Record<string, string>} names by their codes. */
function offer(names) {
  const place = document.getElementById("language");
  if (!place || Object.keys(names).length < 2) return;
  const select = document.createElement("select");
  select.setAttribute("aria-label", spoken.say("Language"));
  const isNarrow = matchMedia("(max-width: 600px)").matches;
  for (const [code, name] of Object.entries(names)) {
    const option = document.createElement("option");
    Object.assign(option, {value: code, textContent: isNarrow ? code.toUpperCase() : name, title: name, lang: code, selected: code === language});
    select.append(option);
  }
  select.onchange = () => {
    kept.set("language", select.value);
    const address = new URL(location.href);
    if (address.searchParams.has("lang")) address.searchParams.set("lang", select.value);
    if (address.href === location.href) location.reload();
    else location.href = address.href;
  };
  place.replaceChildren(select);
}
