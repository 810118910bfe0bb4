// The page: one host, and one screen at a time. The address says which: `#` is the start, `#game=...` a game, `#watch` a new game of bots.

import {byId, kept, LAST, make, SEATS, spoken, toast, whyOf, within} from "./dom.js";
import {connect} from "./host.js";
import {speak} from "./languages.js";
import {PlayScreen} from "./play.js";
import {StartScreen} from "./start.js";
import {showHelp} from "./help.js";

/** @import {Link} from "./host.js" */
/** @import {Heard} from "./talk.js" */
/** @import {Begun, Lobby} from "./types.d.ts" */

await speak();
const LINKS = 30; // opened here, that are remembered

const main = byId("main");
/** @type {PlayScreen | StartScreen | null} */
let screen = null;
/** @type {Lobby | null} */
let lobby = null;

const host = connect(null, heard, linked);

/** @param {Heard} message */
function heard(message) {
  if (message.is === "lobby") {
    lobby = message;
    return;
  }
  if (message.is === "game") {
    if (screen instanceof PlayScreen && screen.id === message.id) screen.begun(message);
    else openGame(message);
    return;
  }
  if (message.is === "gone") {
    if (screen instanceof PlayScreen) screen.gone = true;
    kept.set(LAST, null);
    if (message.why) {
      screen?.close();
      screen = null;
      refused(message.why, "To the first page", () => go("#"));
    } else {
      toast("That game is no longer kept here.", "bad");
      go("#");
    }
    return;
  }
  if (message.is === "elsewhere") {
    if (screen instanceof PlayScreen && screen.id === message.id) screen.wentElsewhere();
    return;
  }
  if (message.is === "error") toast(message.why, "bad");
  screen?.heard(message);
}

/** @param {Link} state @param {string} why */
async function linked(state, why) {
  const shown = byId("link-state");
  shown.hidden = state === "open";
  shown.textContent = spoken.say(state === "refused" && why ? why : "Not connected; trying again …");
  if (state === "refused" && !screen) {
    refused(why || "The host does not answer.", "Try again", () => location.reload());
  }
  if (state !== "open") return;
  try {
    if (!lobby) await host.ask({do: "lobby"});
  } catch (error) {
    if (!(error instanceof Error && "lost" in error)) linked("refused", whyOf(error));
    return;
  }
  if (screen instanceof PlayScreen) resume(screen.id);
  else show();
}

/** Say why nothing else is shown, and what can be done. @param {string} why @param {string} label @param {() => void} onclick */
function refused(why, label, onclick) {
  main.replaceChildren(make("section.refused", {role: "alert"}, make("p", {}, why), make("button.primary", {type: "button", onclick}, label)));
}

/** Come back to a game, or take the seat of a link; one that was opened here leads to its seat again. @param {string} id */
function resume(id) {
  host.send({do: "resume", id: kept.get(SEATS)?.[id] ?? id});
}

/** Show what the address says. */
function show() {
  const wish = new URLSearchParams(location.hash.slice(1)), id = wish.get("game");
  if (id) {
    if (!(screen instanceof PlayScreen && screen.id === id)) resume(id);
    return;
  }
  const opened = openStart();
  if (opened && wish.has("watch")) {
    history.replaceState(null, "", location.pathname + location.search);
    opened.watch();
  }
}

function openStart() {
  if (!lobby) return null; // it is shown when the lobby has come
  screen?.close();
  byId("where").textContent = spoken.say("Choose a game");
  document.title = "skirmish-rl";
  const opened = new StartScreen(host, lobby, (message) => host.ask(message));
  screen = opened;
  main.replaceChildren(opened.element);
  return opened;
}

/** @param {Begun} message */
function openGame(message) {
  if (screen instanceof PlayScreen) screen.gone = true; // the host has left that game for this one
  screen?.close();
  screen = new PlayScreen(host, message, lobby);
  kept.set(LAST, {id: message.id, title: `${message.title}, ${message.scenario}`});
  byId("where").textContent = `${message.title} · ${spoken.say(message.scenario.replaceAll("_", " "))}`;
  document.title = `${message.title} · skirmish-rl`;
  main.replaceChildren(screen.element);
  /** @type {[string, string][]} */
  const seats = Object.entries(kept.get(SEATS) ?? {});
  if (message.link) kept.set(SEATS, Object.fromEntries([...seats.slice(1 - LINKS), [message.link, message.id]]));
  const address = `#game=${message.id}`, link = new URLSearchParams(location.hash.slice(1)).get("game");
  const comes = message.link === link || seats.some(([one, seat]) => one === link && seat === message.id);
  if (location.hash !== address) history[comes ? "replaceState" : "pushState"](null, "", address);
}

/** @param {string} address */
function go(address) {
  history.pushState(null, "", address === "#" ? location.pathname + location.search : address);
  show();
}

window.addEventListener("popstate", show);
document.querySelector("[data-go=start]")?.addEventListener("click", (event) => {
  event.preventDefault();
  go("#");
});

const themes = ["auto", "light", "dark"];
/** @param {string} name */
function setTheme(name) {
  document.documentElement.dataset.theme = name;
  byId("theme-button").textContent = spoken.say(`Theme: ${name}`);
  kept.set("theme", name);
}
setTheme(themes.includes(kept.get("theme")) ? kept.get("theme") : "auto");
byId("theme-button").addEventListener("click", () => {
  setTheme(themes[(themes.indexOf(document.documentElement.dataset.theme ?? "auto") + 1) % themes.length]);
});
byId("help-button").addEventListener("click", () => showHelp(screen));
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]") || within(event, "input, select, textarea")) return;
  if (event.key === "?") showHelp(screen);
  else if (screen instanceof PlayScreen) screen.key(event);
});
