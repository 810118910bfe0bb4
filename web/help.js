// How a game is played, how to read the board, and the keys, in a dialog.

import {make, spoken} from "./dom.js";
import {tabs} from "./tabs.js";

/** @type {[keys: string, what: string][]} */
const KEYS = [
  ["1 … 9", "the numbered answers"],
  ["0", "pass, or end what is being done"],
  ["Tab, Enter", "from answer to answer, and choose"],
  ["b, then arrows, Enter", "from cell to cell on the board, and choose"],
  ["Esc", "let go of what is selected"],
  ["← →", "one answer back, one forward"],
  ["p", "run through the positions, or stop"],
  ["Home, End", "the start, the newest position"],
  ["u", "take back"],
  ["a", "show again what was done since your last answer"],
  ["v", "the board from its other side"],
  ["h", "what would the agent do here?"],
  ["Space", "run or pause, while agents play"],
  ["n", "one answer of an agent"],
  ["r, f, t", "report, forces, thoughts"],
  ["?", "this list"],
];

/** A line in which *one* asterisk stands around what is slanted and **two** around what is fat. @param {string} line */
export function marked(line) {
  return spoken.say(line).split(/(\*\*[^*]+\*\*|\*[^*]+\*)/).filter(Boolean).map((part) => part.startsWith("**") ? make("b", {}, part.slice(2, -2)) : part.startsWith("*") ? make("i", {}, part.slice(1, -1)) : part);
}

/**
 * Show how a game is played, how the board of an open game is read, and the keys.
 * @param {{about?: () => {title: string, minute: string[], scenario: string, aim: string[], board: string[]}} | null} screen
 */
export function showHelp(screen) {
  const about = screen?.about?.() ?? null;
  /** @type {[words: string, inside: HTMLElement[]][]} */
  const how = about?.minute.length ? [["How to play", [make("h3", {}, `${about.title} in one minute`), make("ul.minute", {}, ...about.minute.map((line) => make("li", {}, ...marked(line)))),
      ...about.scenario ? [make("h3", {}, "This scenario"), make("p", {}, about.scenario)] : [], ...about.aim.map((line) => make("p", {}, line))]]] : [];
  /** @type {[words: string, inside: HTMLElement[]][]} */
  const parts = [
    ...how,
    ["The page", [
      make("p", {}, "Yellow cells and units can be chosen: click them. Everything else that may be answered is a button. A click on any unit that cannot be chosen, a right click or a resting finger on any other, shows what it is and can do. "
        + "The page asks one small question after another; what the rules decide alone is told in the report."),
      make("p", {}, "What others did since your last answer stays on the board until you answer; Show again plays it back. h asks for a hint. Wheel with Ctrl, or two fingers, bring the board closer."),
      ...about?.board.length ? [make("h3", {}, "On the board"), ...about.board.map((line) => make("p", {}, line))] : []]],
    ["Keys", [make("table.keys", {}, ...KEYS.map(([keys, what]) => make("tr", {}, make("td", {}, make("kbd", {}, keys)), make("td", {}, what))))]],
  ];
  /** @type {[string, string, HTMLElement][]} */
  const panes = parts.map(([words, inside]) => [words, words, make("div.help-part", {tabindex: 0}, ...inside)]);
  const {list, open} = tabs("Help", panes);
  const title = make("h2", {id: "help-title", tabindex: -1}, about?.title ?? "Help");
  const dialog = make("dialog.help", {"aria-labelledby": "help-title"}, title, list, ...panes.map(([, , pane]) => pane), make("form", {method: "dialog"}, make("button.primary", {}, "Close")));

  open(panes[0][0]);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  title.focus();
}
