// Elements in one call, and small things that every screen needs.

/** An element: `make("button.primary", {onclick}, "Start")`. Attributes that are false or null are left out; `on...` are listeners. */
export function make(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An SVG element. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** A sentence at the edge of the page, for a few seconds. */
export function toast(text, kind = "") {
  const element = make(`p.toast${kind ? `.${kind}` : ""}`, {}, text);
  document.getElementById("toasts").append(element);
  setTimeout(() => element.remove(), kind === "bad" ? 7000 : 4000);
}

/** A file for the person to keep. */
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
  get(name) {
    try { return JSON.parse(localStorage.getItem(`skirmish-${name}`)); } catch { return null; }
  },
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

/** A game's name as the ruleset writes it, for people: `force_a` is "force a". */
export const words = (name) => String(name).replaceAll("_", " ");

/** How a seat's player is called on the page. */
export function playerName(who) {
  if (who === "person") return "Person";
  if (who === "guest") return "Person elsewhere";
  if (who === "random") return "Random";
  const [kind, ...rest] = who.split(":");
  const detail = rest.join(":");
  if (kind === "bot") {
    const [name, share] = detail.split("@");
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    return share ? `${title}, ${Math.round(share * 100)} % at random` : `${title} bot`;
  }
  if (kind === "level") return `Level ${detail}`;
  if (kind === "easy") return `Easy ${detail}`;
  if (kind === "mcts") return detail.includes("s") && /^[\d.]+s/.test(detail) ? `Search, ${detail.split(":")[0].replace("s", " s")}` : `Search, ${detail.split(":")[0]} games`;
  if (kind === "look") {
    const [, budget, network] = /^(?:([\d.]+s?):)?(.*)$/.exec(detail);
    return `${network}, looking ahead${budget ? `, ${budget.replace("s", " s")}` : ""}`;
  }
  return detail || who;
}

export const FOLLOWED = 400; // milliseconds between two answers of agents, such that one can follow
export const PACES = [[0, "at once"], [150, "quickly"], [FOLLOWED, "so that I can follow"], [1000, "slowly"], [2500, "very slowly"]];
