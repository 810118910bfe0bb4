// Keys and how to play, in a dialog.

import {make} from "./dom.js";

const KEYS = [
  ["1 … 9", "the numbered answers"],
  ["0", "pass, or end what is being done"],
  ["Tab, Enter", "from answer to answer, and choose"],
  ["b, then arrows, Enter", "from cell to cell on the board, and choose"],
  ["Esc", "let go of what is selected"],
  ["← →", "one answer back, one forward"],
  ["Home, End", "the start, the newest position"],
  ["u", "take back"],
  ["a", "show again what was done since your last answer"],
  ["h", "what would the agent do here?"],
  ["Space", "run or pause, while agents play"],
  ["n", "one answer of an agent"],
  ["r, f, t", "report, forces, thoughts"],
  ["?", "this list"],
];

/** Show the keys, and of an open game how it is won and how to read the board. */
export function showHelp(screen) {
  const dialog = make("dialog.help", {"aria-labelledby": "help-title"},
    make("h2", {id: "help-title"}, "Help"),
    ...(screen?.about?.() ?? []),
    make("h3", {}, "Playing"),
    make("p", {}, "Yellow cells and units can be chosen: click them. Everything else that may be answered is a button. A click on any unit shows what it is. "
      + "The page asks one small question after another; what the rules decide alone is told in the report."),
    make("h3", {}, "Keys"),
    make("table.keys", {}, ...KEYS.map(([keys, what]) => make("tr", {}, make("td", {}, make("kbd", {}, keys)), make("td", {}, what)))),
    make("form", {method: "dialog"}, make("button.primary", {}, "Close")),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
}
