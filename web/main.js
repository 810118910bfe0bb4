// The page: one host, and one screen at a time. The address says which: `#` is the start, `#game=...` a game, `#watch` a new game of bots.

import {kept, LAST, make, spoken, toast} from "./dom.js";
import {connect} from "./host.js";
import {speak} from "./languages.js";
import {PlayScreen} from "./play.js";
import {StartScreen} from "./start.js";
import {showHelp} from "./help.js";

await speak();
const main = document.getElementById("main");
let screen = null;
let lobby = null;

const host = connect(null, heard, linked);

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
    if (!screen || screen instanceof PlayScreen) {
      if (screen) screen.gone = true;
      toast("That game is no longer kept here.", "bad");
      kept.set(LAST, null);
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

async function linked(state, why) {
  const shown = document.getElementById("link-state");
  shown.hidden = state === "open";
  shown.textContent = spoken.say(state === "refused" && why ? why : "Not connected; trying again …");
  if (state === "refused" && !screen) {
    const again = make("button.primary", {type: "button", onclick: () => location.reload()}, "Try again");
    main.replaceChildren(make("section.refused", {role: "alert"}, make("p", {}, why || "The host does not answer."), again));
  }
  if (state !== "open") return;
  try {
    if (!lobby) await host.ask({do: "lobby"});
  } catch (error) {
    if (!error.lost) linked("refused", error.message);
    return;
  }
  if (screen instanceof PlayScreen) host.send({do: "resume", id: screen.id});
  else show();
}

/** Show what the address says. */
function show() {
  const wish = new URLSearchParams(location.hash.slice(1)), id = wish.get("game");
  if (id) {
    if (!(screen instanceof PlayScreen && screen.id === id)) host.send({do: "resume", id});
    return;
  }
  openStart();
  if (wish.has("watch")) {
    history.replaceState(null, "", location.pathname + location.search);
    screen.watch();
  }
}

function openStart() {
  if (!lobby) return; // it is shown when the lobby has come
  screen?.close();
  document.getElementById("where").textContent = spoken.say("Choose a game");
  document.title = "skirmish-rl";
  screen = new StartScreen(host, lobby, (message) => host.ask(message));
  main.replaceChildren(screen.element);
}

function openGame(message) {
  if (screen instanceof PlayScreen) screen.gone = true; // the host has left that game for this one
  screen?.close();
  screen = new PlayScreen(host, message, lobby);
  kept.set(LAST, {id: message.id, title: `${message.title}, ${message.scenario}`});
  document.getElementById("where").textContent = `${message.title} · ${spoken.say(message.scenario.replaceAll("_", " "))}`;
  document.title = `${message.title} · skirmish-rl`;
  main.replaceChildren(screen.element);
  const address = `#game=${message.id}`;
  if (location.hash !== address) history.pushState(null, "", address);
}

function go(address) {
  history.pushState(null, "", address === "#" ? location.pathname + location.search : address);
  show();
}

window.addEventListener("popstate", show);
document.querySelector("[data-go=start]").addEventListener("click", (event) => {
  event.preventDefault();
  go("#");
});

const themes = ["auto", "light", "dark"];
function setTheme(name) {
  document.documentElement.dataset.theme = name;
  document.getElementById("theme-button").textContent = spoken.say({auto: "Theme: auto", light: "Theme: light", dark: "Theme: dark"}[name]);
  kept.set("theme", name);
}
setTheme(themes.includes(kept.get("theme")) ? kept.get("theme") : "auto");
document.getElementById("theme-button").addEventListener("click", () => {
  setTheme(themes[(themes.indexOf(document.documentElement.dataset.theme) + 1) % themes.length]);
});
document.getElementById("help-button").addEventListener("click", () => showHelp(screen));
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]") || event.target.closest("input, select, textarea")) return;
  if (event.key === "?") showHelp(screen);
  else screen?.key?.(event);
});
