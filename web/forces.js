// The lines beside a board: how it stands, both forces, and one unit by itself.

import {make, spoken, within} from "./dom.js";

/** @import {Told} from "./dom.js" */
/** @import {Scene} from "./shapes.js" */
/** @import {Begun, Card, CardTold} from "./types.d.ts" */
/** @typedef {{text: string, does?: string, odds?: string[]}} Offered an answer of a unit that can be chosen. */

/** A unit's name as the first word of a line, or within a squad such as `A4-7`. @param {string} label @param {string} unit */
export function names(label, unit) {
  if (label === unit) return true;
  const squad = /^([A-Z]+)(\d+)-(\d+)$/.exec(label);
  const one = /^([A-Z]+)(\d+)$/.exec(unit);
  return Boolean(squad && one && squad[1] === one[1] && Number(one[2]) >= Number(squad[2]) && Number(one[2]) <= Number(squad[3]));
}

/** What stands in a seat's heading after its name: points and so on. @param {Scene} scene @param {number} seat */
export function scoreOf(scene, seat) {
  for (const note of scene.notes) {
    const [kind, , head = ""] = note;
    const found = kind === "head" ? new RegExp(`^seat_${seat}\\b[^:]*:\\s*(.*)$`).exec(spoken.say(head)) : null;
    if (found) return found[1];
  }
  return "";
}

export class Forces {
  /**
   * @param {(unit: string) => void} onUnit is called with the unit of a line.
   * @param {Told} told makes a line with its seats in their colours.
   */
  constructor(onUnit, told) {
    this.told = told;
    this.element = make("div.forces", {onclick: (/** @type {MouseEvent} */ event) => {
      const row = within(event, "[data-unit]");
      if (row?.dataset.unit) onUnit(row.dataset.unit);
    }});
  }

  /**
   * Show the lines of a scene that are about the forces and the board; the question and the last move stand elsewhere.
   * @param {Scene} scene @param {string | null} selected @param {CardTold[]} cards
   */
  show(scene, selected, cards = []) {
    /** @type {HTMLElement[]} */
    const parts = [];
    /** @type {HTMLTableElement | null} */
    let table = null;
    let skip = true;
    for (const [kind, swatch, first = "", ...rest] of scene.notes) {
      if (kind === "title") continue;
      if (kind === "head") {
        skip = parts.length === 0 && !/^seat_/.test(first) || /^last move/.test(first);
        if (skip) continue;
        table = make("table.unit-list", {}, make("tbody"));
        parts.push(make("h3", {}, ...this.told(spoken.say(first).replace(/^(seat_\d)\b[^:]*:/, "$1:"))), table); // `told` names the force
      } else if (!skip && kind !== "gap" && table) {
        const unit = /^[A-Z]+\d+(-\d+)?$/.test(first) ? first : null;
        const faint = kind === "dim" ? ".faint" : "";
        const chosen = selected && unit && names(unit, selected) ? ".chosen" : "";
        table.tBodies[0].append(rest.length
          ? make(`tr${chosen}${faint}`, unit ? {"data-unit": unit.split("-")[0]} : {},
            make("th", {scope: "row"}, swatch ? make("i.dot", {style: `background:${swatch}`}) : null, first), make("td", {}, rest.filter(Boolean).join(" · ")))
          : make(`tr${faint}`, {}, make("td", {colspan: 2}, ...this.told(first))));
      }
    }
    this.element.replaceChildren(...this.cards(cards), ...parts);
  }

  /** The cards that one knows: one's own, and those of others that one has seen. @param {CardTold[]} cards */
  cards(cards) {
    const lists = cards.reduce((all, card) => all.set(card.seat, [...all.get(card.seat) ?? [], card]), /** @type {Map<number, CardTold[]>} */ (new Map()));
    return [...lists].flatMap(([seat, held]) => [make("h3", {}, ...this.told(`seat_${seat}: cards in hand`)),
      make("table.unit-list.cards", {}, make("tbody", {}, ...held.map(({name, does}) => make("tr", {}, make("th", {scope: "row"}, name), make("td", {}, does)))))]);
  }
}

/** The odds of an answer in a line that does not break within a figure. @param {string[]} odds */
export const oddsWords = (odds) => odds.join(", ").replaceAll(" %", "\u00a0%");

/** A unit's line in the roster; "" for one that is in none. @param {string} unit @param {Begun} game */
export function profileOf(unit, game) {
  const line = game.roster.find(([name]) => names(name, unit))?.[1] ?? "";
  return line.replace(/^\S+\s*/, "").replaceAll("_", " ");
}

/** What a unit is, in the first words of its line, without the sign of its profile. @param {string} unit @param {Begun} game */
export const kindOf = (unit, game) => profileOf(unit, game).split(":")[0].replace(/^[A-Z]-[A-Z]+ (?=\S)/, "").replace(/, Aux$/, ", auxiliary").replace(/, BG(\d+)$/, ", battlegroup $1");

/**
 * A unit by itself: how it stands, its figures, weapons and abilities, and what may be answered with it.
 * @template {Offered} C
 * @param {string} unit @param {Begun} game @param {Scene} scene
 * @param {Card | null} card as docs/web.md has it; null while it has not come, or where there is none.
 * @param {C[]} choices @param {(choice: C) => void} onChoose @param {() => void} onClose @param {Told} told
 */
export function unitCard(unit, game, scene, card, choices, onChoose, onClose, told) {
  const profile = profileOf(unit, game);
  const state = scene.notes.find(([, , first = ""]) => names(first, unit))?.slice(3).filter(Boolean).join(" · ") ?? "";
  return make("section.unit-card", {"aria-label": `Unit ${unit}`},
    make("header", {}, make("strong", {}, unit), " ", make("span.kind", {}, kindOf(unit, game)), make("button.quiet", {type: "button", onclick: onClose, "aria-label": "Close"}, "×")),
    card ? make("p.state", {}, card.state) : state ? make("p.state", {}, state) : profile ? make("p", {}, profile) : null,
    ...card ? cardParts(card) : [],
    choices.length ? make("div.choices", {}, ...choices.map((choice) => make("button.choice", {type: "button", onclick: () => onChoose(choice)}, make("span", {}, ...told(choice.text), choice.does ? make("small.does", {}, ...told(choice.does)) : null, choice.odds ? make("small.chances", {}, oddsWords(choice.odds)) : null)))) : null,
  );
}

/** Figures with their names, weapons as a table, abilities with their texts. @param {Card} card */
function cardParts({figures, columns, weapons, abilities}) {
  /** @type {[name: string, meaning: string][]} */
  const meanings = [...figures.map(([name, , meaning]) => /** @type {[string, string]} */ ([name, meaning])), ...columns];
  const head = columns.map(([name, meaning]) => make("th", {scope: "col", title: meaning || null}, name));
  return [
    make("dl.figures", {}, ...figures.map(([name, value, meaning]) => make("div", {title: meaning}, make("dt", {}, name), make("dd", {}, value)))),
    weapons.length ? make("div.wide", {}, make("table.weapons", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...weapons.map((row) => make("tr", {}, ...row.map((value) => make("td", {}, value))))))) : null,
    abilities.length ? make("dl.abilities", {}, ...abilities.map(([name, text]) => make("div", {}, make("dt", {}, name), make("dd", {}, text)))) : null,
    make("details.meanings", {}, make("summary", {}, "What the numbers mean"), make("dl.abilities", {}, ...meanings.filter(([, meaning]) => meaning)
      .map(([name, meaning]) => make("div", {}, make("dt", {}, name), make("dd", {}, meaning))))),
  ];
}
