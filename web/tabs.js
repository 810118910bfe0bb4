// Tabs as assistive tools know them: one stop of the Tab key, arrows from one to the next, each with the pane that it opens.

import {make} from "./dom.js";

let made = 0; // names of panes must differ on a page

/**
 * Tabs and their panes.
 * @param {string} label what they are tabs of. @param {[string, string, HTMLElement][]} parts name, words and pane of each.
 * @param {(name: string) => void} opened is called when one has been chosen by its tab.
 * @returns {{list: Element, open: (name: string, focused?: boolean) => void}}
 */
export function tabs(label, parts, opened = () => {}) {
  const number = ++made;
  const buttons = parts.map(([name, words, pane], k) => {
    Object.assign(pane, {id: `pane-${number}-${k}`});
    for (const [key, value] of Object.entries({role: "tabpanel", "aria-labelledby": `tab-${number}-${k}`, "data-pane": name})) pane.setAttribute(key, value);
    return make("button", {type: "button", role: "tab", id: `tab-${number}-${k}`, "aria-controls": pane.id, "data-tab": name, onclick: () => { open(name); opened(name); }}, words);
  });
  const list = make("div.tabs", {role: "tablist", "aria-label": label, onkeydown: (/** @type {KeyboardEvent} */ event) => {
    const at = buttons.findIndex((button) => button === document.activeElement);
    /** @type {Record<string, number | undefined>} */
    const places = {ArrowRight: at + 1, ArrowLeft: at - 1 + parts.length, Home: 0, End: parts.length - 1};
    const to = places[event.key];
    if (to === undefined || at < 0) return;
    const [name] = parts[to % parts.length];
    open(name, true);
    opened(name);
    event.preventDefault();
    event.stopPropagation();
  }}, ...buttons);

  /** @param {string} name @param {boolean} focused */
  function open(name, focused = false) {
    for (const [k, [other, , pane]] of parts.entries()) {
      const isOpen = other === name;
      pane.hidden = !isOpen;
      buttons[k].setAttribute("aria-selected", String(isOpen));
      buttons[k].tabIndex = isOpen ? 0 : -1;
      if (isOpen && focused) buttons[k].focus();
    }
  }

  return {list, open};
}
