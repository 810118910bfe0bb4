// Elements in one call, and small things that every screen needs.

/** How a text is said on the page; `languages.js` puts another language in the place of this. */
export const spoken = {say: /** @param {string} text @returns {string} */ (text) => text};
const WORDED = new Set(["title", "aria-label", "placeholder", "alt", "label"]); // attributes that people read

/**
 * The element that a tag with classes makes, as in "button.primary".
 * @template {string} T
 * @typedef {T extends `${infer Tag}.${string}` ? Tagged<Tag> : Tagged<T>} Made
 */

/**
 * @template {string} T
 * @typedef {string extends T ? HTMLElement : T extends "" ? HTMLDivElement : T extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[T] : HTMLElement} Tagged
 */

/** @typedef {Node | string | null | undefined | false} Child what is left out where it is nothing. */
// Listeners take the event of their name, which is not said again here: hence `any`.
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => unknown)>} Attributes */

/** An element: `make("button.primary", {onclick}, "Start")`. Attributes that are false or null are left out; `on...` are listeners.
 * @template {string} const T
 * @param {T} what @param {Attributes} attributes @param {...(Child | Child[])} children @returns {Made<T>}
 */
export function make(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in element) element.value = value;
    else element.setAttribute(name, value === true ? "" : WORDED.has(name) ? spoken.say(String(value)) : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false).map((child) => typeof child === "string" && tag !== "code" ? spoken.say(child) : child));
  return /** @type {Made<T>} */ (element);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Attributes} attributes @param {...(Node | string)} children
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) element.setAttribute(name, WORDED.has(name) ? spoken.say(String(value)) : String(value));
  }
  element.append(...children.map((child) => typeof child === "string" ? spoken.say(child) : child));
  return element;
}

/** An element of the page itself, by its id. @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element #${id}`);
  return found;
}

/** A line with its seats in their colours. @typedef {(text: string) => (Node | string)[]} Told */

/** The element around what an event is about that fits a selector, null for none. @param {Event} event @param {string} selector @returns {HTMLElement | null} */
export const within = (event, selector) => event.target instanceof Element ? event.target.closest(selector) : null;

/** Why something has failed, in a sentence. @param {unknown} error */
export const whyOf = (error) => error instanceof Error ? error.message : String(error);

/** A sentence at the edge of the page, for a few seconds. @param {string} text @param {string} kind */
export function toast(text, kind = "") {
  const element = make(`p.toast${kind ? `.${kind}` : ""}`, {}, text);
  byId("toasts").append(element);
  setTimeout(() => element.remove(), kind === "bad" ? 7000 : 4000);
}

/** A file for the person to keep. @param {string} name @param {string} text */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], {type: "text/plain"}));
  const link = make("a", {href: address, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** What the browser keeps between visits; nothing where it may not. */
export const kept = {
  /** What was kept under a name: `any`, for it comes from an earlier visit, and perhaps from an earlier version of the page. @param {string} name @returns {any} */
  get(name) {
    try { return JSON.parse(localStorage.getItem(`skirmish-${name}`) ?? "null"); } catch { return null; }
  },
  /** @param {string} name @param {unknown} value null for nothing. */
  set(name, value) {
    try {
      if (value === null) localStorage.removeItem(`skirmish-${name}`);
      else localStorage.setItem(`skirmish-${name}`, JSON.stringify(value));
    } catch { /* a private window: nothing is kept */ }
  },
};

/** Under which name the last game is kept; a site has a page for each game. */
export const LAST = ["game", document.documentElement.dataset.game].filter(Boolean).join("-");

/** Where it is kept to which seat a link led that was opened here. */
export const SEATS = "seats";

/** Where it is kept which game is guided. */
export const GUIDED = "guided";

/** A game's name as the ruleset writes it, for people: `force_a` is "force a". @param {unknown} name */
export const words = (name) => String(name).replaceAll("_", " ");

/** How a seat's player is called on the page. @param {string} who */
export function playerName(who) {
  if (who === "person") return "Person";
  if (who === "guest") return "Person elsewhere";
  if (who === "random") return "Random";
  const [kind, ...rest] = who.split(":");
  const detail = rest.join(":");
  if (kind === "bot") {
    const [name, share] = detail.split("@");
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    return share ? `${title}, ${Math.round(Number(share) * 100)} % at random` : `${title} bot`;
  }
  if (kind === "level") return detail === "master" ? "Master" : `Level ${detail}`;
  if (kind === "easy") return `Easy ${detail}`;
  if (kind === "mcts") return detail.includes("s") && /^[\d.]+s/.test(detail) ? `Search, ${detail.split(":")[0].replace("s", " s")}` : `Search, ${detail.split(":")[0]} games`;
  if (kind === "look") {
    const [, budget, network] = /^(?:([\d.]+s?):)?(.*)$/.exec(detail) ?? ["", "", detail];
    return `${network}, looking ahead${budget ? `, ${budget.replace("s", " s")}` : ""}`;
  }
  return detail || who;
}

/** Who gives a hint, in few words. @param {string} who */
export function adviserName(who) {
  const [kind] = who.split(":");
  if (kind === "look" || kind === "ppo") return "The network";
  return kind === "mcts" ? "The search" : playerName(who);
}

export const FOLLOWED = 400; // milliseconds between two answers of agents, such that one can follow
/** @type {[ms: number, says: string][]} */
export const PACES = [[0, "at once"], [150, "quickly"], [FOLLOWED, "so that I can follow"], [1000, "slowly"], [2500, "very slowly"]];
