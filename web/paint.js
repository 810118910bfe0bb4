// Paints scenes (docs/web-scene.md) as SVG and marks what can be chosen. Painting the next scene into the same element changes only what differs.

import {Zoom} from "./zoom.js";

const UNIT = 40; // lengths of the drawing for one cell: letters below one such length are drawn badly
const FONT = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif";
const SPOT = 0.24; // radius of an answer that is neither a cell nor a unit
const HOLD = 450; // milliseconds after which a finger asks about a unit
const painters = new WeakMap();

/** Draw a whole scene into an element; see docs/web-scene.md for the options. */
export function paint(element, scene, options = {}) {
  if (!painters.has(element)) painters.set(element, new Painter(element));
  painters.get(element).paint(scene, options);
}

/** The units on the board. */
export function units(scene) {
  const found = [];
  for (const [, shapes] of scene.layers) {
    for (const shape of shapes) {
      const unit = bodyOf(shape);
      if (unit) found.push({name: unit[0], seat: unit[1], state: unit[2], says: shape.at(-2), shape, ...boxOf(shape)});
    }
  }
  return found;
}

/** The middle of a cell, in cells. */
export function middle(scene, [column, row]) {
  const {first, step, shift} = scene.grid;
  return [first[0] + step[0] * column + (row % 2 ? shift : 0), first[1] + step[1] * row];
}

const UNSAID = new Set(["units", "trails", "attacks", "dice", "legend"]); // layers that tell nothing of the ground
const grounds = new WeakMap(); // what is named on a board, by its scene

/** What lies in a cell, in words: its terrain, what marks it, and what it takes to get there. */
export function ground(scene, cell) {
  if (!grounds.has(scene)) grounds.set(scene, named(scene));
  const [x, y] = middle(scene, cell), words = [];
  for (const {shape, says} of grounds.get(scene)) if (!words.includes(says) && covers(shape, x, y)) words.push(says);
  return words.join(", ");
}

/** The named shapes of a board that are no units, without the numbers of cells. */
function named(scene) {
  const found = [];
  for (const [layer, shapes] of scene.layers) {
    for (const shape of UNSAID.has(layer) ? [] : shapes) {
      const says = (shape[{r: 8, d: 7, p: 5}[shape[0]]] ?? "").replace(/^\d+,\d+(, )?| \d+,\d+$/g, "").replace(/^(take-)?climb \d+: .*/, "");
      if (says && !bodyOf(shape)) found.push({shape, says});
    }
  }
  return found;
}

/** True if a shape covers a point. */
function covers([kind, ...v], x, y) {
  if (kind === "r") return x > v[0] && x < v[0] + v[2] && y > v[1] && y < v[1] + v[3];
  if (kind === "d") return Math.hypot(x - v[0], y - v[1]) < v[2];
  let inside = false;
  for (let k = 0, before = v[0].length - 2; k < v[0].length; before = k, k += 2) {
    const [ax, ay, bx, by] = [v[0][k], v[0][k + 1], v[0][before], v[0][before + 1]];
    if (ay > y !== by > y && x < (bx - ax) * (y - ay) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Draw what is seen from a cell: a line to each of some units; nothing without a cell. */
export function sights(element, cell, names) { painters.get(element)?.drawSights(cell, names); }

/** The cell in which a point lies. */
export function cellAt(scene, x, y) {
  const {first, step, shift} = scene.grid, row = Math.round((y - first[1]) / step[1]);
  return [Math.round((x - first[0] - (row % 2 ? shift : 0)) / step[0]), row];
}

/** Where answers are that are neither cells nor units, {place, says}: a disc is named by the words of its answer and a colon, then by what it means. */
export function spots(scene) {
  const found = new Map();
  for (const [, shapes] of scene.layers) {
    for (const [kind, x, y, , , , , name = ""] of shapes) if (kind === "d" && name.includes(": ")) found.set(name.slice(0, name.indexOf(": ")), {place: [x, y], says: name});
  }
  return found;
}

/** Whose body a shape is: [name, seat, state], or null. */
export function bodyOf(shape) {
  const unit = "rdp".includes(shape[0]) ? shape[shape[0] === "r" ? 9 : shape[0] === "d" ? 8 : 6] : null;
  return unit ?? null;
}

/** The middle of a shape and its size. */
export function boxOf(shape) {
  if (shape[0] === "r") return {x: shape[1] + shape[3] / 2, y: shape[2] + shape[4] / 2, w: shape[3], h: shape[4]};
  if (shape[0] === "d") return {x: shape[1], y: shape[2], w: 2 * shape[3], h: 2 * shape[3]};
  const xs = shape[1].filter((_, k) => k % 2 === 0), ys = shape[1].filter((_, k) => k % 2);
  const [left, right, top, foot] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return {x: (left + right) / 2, y: (top + foot) / 2, w: right - left, h: foot - top};
}

/** Left, top, right and foot of what is drawn on a board, with a little room around it. */
function bounds(scene) {
  const room = 0.45;
  let [left, top, right, foot] = [0, 0, scene.width, 0];
  for (const [, shapes] of scene.layers) {
    for (const shape of shapes) {
      if (shape[0] === "t") {
        [left, top] = [Math.min(left, shape[1]), Math.min(top, shape[2])];
        [right, foot] = [Math.max(right, shape[1]), Math.max(foot, shape[2] + shape[4] / 2)];
      } else if (shape[0] === "l") foot = Math.max(foot, shape[2], shape[4]);
      else {
        const box = boxOf(shape);
        right = Math.max(right, Math.min(box.x + box.w / 2, scene.width + 0.5));
        foot = Math.max(foot, box.y + box.h / 2);
      }
    }
  }
  foot = Math.min(foot, scene.height + scene.margin / scene.scale);
  return [left - room, top - room, right + room, foot + room];
}

const short = (value) => Math.round(value * UNIT * 10) / 10;

function draw(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== undefined && value !== "") element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function polygon(points, attributes) {
  const text = points.map(([x, y]) => `${short(x)},${short(y)}`).join(" ");
  return draw("polygon", {points: text, ...attributes});
}

function edge(stroke, width = 0.05) {
  return stroke ? {stroke, "stroke-width": short(width)} : {};
}

/** One shape of a scene as an element of the drawing, and what it means. */
function drawn(shape, scene) {
  const [kind, ...v] = shape;
  if (kind === "t") {
    const [x, y, text, size, fill, anchor = "middle", bold = false] = v;
    const outside = x < 0 || y < 0 || x > scene.width || y > scene.height; // the numbers of columns and rows
    const place = {x: short(x), y: short(y + 0.35 * size), "font-size": short(size), "text-anchor": anchor, "font-weight": bold ? 700 : null};
    return [draw("text", {...place, ...(outside ? {class: "scene-outside"} : {fill})}, text), ""];
  }
  if (kind === "l") {
    const [x1, y1, x2, y2, stroke, width = 0.05, name = ""] = v;
    return [draw("line", {x1: short(x1), y1: short(y1), x2: short(x2), y2: short(y2), "stroke-linecap": "round", ...edge(stroke, width)}), name];
  }
  const places = {r: 4, d: 3, p: 1}[kind];
  const [fill, stroke, width, name = ""] = v.slice(places);
  return [outline(kind, v, {fill: fill ?? "none", ...edge(stroke, width)}), name];
}

function outline(kind, v, attributes) {
  if (kind === "r") return draw("rect", {x: short(v[0]), y: short(v[1]), width: short(v[2]), height: short(v[3]), ...attributes});
  if (kind === "d") return draw("circle", {cx: short(v[0]), cy: short(v[1]), r: short(v[2]), ...attributes});
  const points = [];
  for (let k = 0; k < v[0].length; k += 2) points.push([v[0][k], v[0][k + 1]]);
  return polygon(points, attributes);
}

class Painter {
  constructor(element) {
    this.element = element;
    this.layers = new Map(); // name -> {shapes, group}
    this.names = new WeakMap(); // what a drawn shape means
    this.paper = draw("rect", {class: "scene-paper"});
    this.ground = draw("rect", {class: "scene-ground"});
    this.picture = draw("g", {class: "scene-picture"});
    this.shading = draw("g", {class: "scene-cells"});
    this.over = draw("g", {"pointer-events": "none"});
    this.sights = draw("g", {"pointer-events": "none"});
    this.hits = draw("g", {class: "scene-hits"});
    this.root = draw("svg", {class: "scene", role: "group", "font-family": FONT}, this.paper, this.ground, this.picture, this.over, this.sights, this.hits);
    this.root.addEventListener("pointerover", (event) => this.point(event));
    this.root.addEventListener("pointerleave", () => this.options.onPoint?.(null));
    this.hits.addEventListener("click", (event) => this.held ? this.held = false : this.choose(event.target));
    this.hits.addEventListener("pointerdown", (event) => this.press(event));
    this.hits.addEventListener("contextmenu", (event) => this.ask(event));
    this.hits.addEventListener("pointermove", ({clientX, clientY}) => Math.hypot(clientX - this.pressed?.[0], clientY - this.pressed?.[1]) > 8 && clearTimeout(this.pressing));
    for (const end of ["pointerup", "pointercancel"]) this.hits.addEventListener(end, () => clearTimeout(this.pressing));
    this.hits.addEventListener("focusin", (event) => this.reach(event.target));
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.zoom = new Zoom(element, this.root);
    element.classList.add("scene-holder");
    element.replaceChildren(this.root, this.zoom.buttons);
  }

  paint(scene, options) {
    const {answers = {}} = options;
    if (!this.element.contains(this.root)) this.element.replaceChildren(this.root, this.zoom.buttons);
    this.options = options;
    if (scene !== this.scene) this.frame(scene);
    this.scene = scene;
    this.bodies = new Map(units(scene).map((unit) => [unit.name, unit]));
    this.picture.style.display = this.over.style.display = options.cover ? "none" : "";
    this.root.classList.toggle("covered", Boolean(options.cover));
    this.drawLayers(scene);
    this.drawShading(scene);
    this.drawOver(scene);
    this.drawHits(scene);
    if (!answers.cells?.length) this.drawSights(null, []);
  }

  /** The paper: its size, its colour. It stays the same for all positions on a board. */
  frame(scene) {
    this.root.setAttribute("aria-label", scene.title);
    const board = JSON.stringify([scene.width, scene.height, scene.grid, scene.background]);
    if (board === this.board) return;
    this.board = board;
    const [left, top, right, foot] = bounds(scene);
    const [wide, high] = [right - left, foot - top];
    this.zoom.frame([left, top, wide, high].map(short));
    this.element.style.setProperty("--aspect", (wide / high).toFixed(4));
    this.element.style.setProperty("--across", wide.toFixed(2));
    for (const [rect, [x, y, w, h]] of [[this.paper, [left, top, wide, high]], [this.ground, [0, 0, scene.width, Math.min(scene.height, foot)]]]) {
      for (const [name, value] of Object.entries({x, y, width: w, height: h})) rect.setAttribute(name, short(value));
      rect.setAttribute("fill", scene.background);
    }
  }

  drawLayers(scene) {
    const kept = new Set(scene.layers.map(([name]) => name));
    for (const [name, {group}] of this.layers) {
      if (!kept.has(name)) {
        group.remove();
        this.layers.delete(name);
      }
    }
    let place = null, first = true;
    for (const [name, shapes] of scene.layers) {
      let layer = this.layers.get(name);
      if (!layer) {
        layer = {shapes: null, group: draw("g", {"data-layer": name})};
        this.layers.set(name, layer);
      }
      if (layer.shapes !== shapes) {
        layer.shapes = shapes;
        layer.group.replaceChildren(...shapes.map((shape) => {
          const [element, meaning] = drawn(shape, scene);
          if (meaning) this.names.set(element, meaning);
          return element;
        }));
      }
      if (first && shapes.some(bodyOf)) { // what can be chosen lies on the ground, below the units
        place = this.follow(place, this.shading);
        first = false;
      }
      place = this.follow(place, layer.group);
    }
    if (first) this.follow(place, this.shading);
  }

  /** Put an element of the picture behind another, unless it is there already. */
  follow(before, element) {
    const after = before ? before.nextSibling : this.picture.firstChild;
    if (after !== element) this.picture.insertBefore(element, after);
    return element;
  }

  cell([column, row], attributes, size = 1) {
    const [x, y] = middle(this.scene, [column, row]);
    return polygon(this.scene.grid.outline.map(([a, b]) => [x + size * a, y + size * b]), attributes);
  }

  /** A ring around a unit. */
  ring(unit, gap, attributes) {
    const {shape} = unit;
    if (shape[0] === "d") return draw("circle", {cx: short(unit.x), cy: short(unit.y), r: short(shape[3] + gap), fill: "none", ...attributes});
    const [w, h] = [unit.w + 2 * gap, unit.h + 2 * gap];
    return draw("rect", {x: short(unit.x - w / 2), y: short(unit.y - h / 2), width: short(w), height: short(h), rx: short(1.2 * gap), fill: "none", ...attributes});
  }

  drawShading(scene) {
    const {answers = {}, shades = []} = this.options;
    const marks = (answers.cells ?? []).map((cell) => this.cell(cell, {class: "scene-legal", "stroke-width": short(0.03)}, 0.94));
    for (const [, x, y] of answers.spots ?? []) marks.push(draw("circle", {cx: short(x), cy: short(y), r: short(SPOT), class: "scene-legal", "stroke-width": short(0.03)}));
    for (const [x, y, share] of shades) marks.push(this.cell([x, y], {class: "scene-shade", "fill-opacity": (0.18 + 0.62 * share).toFixed(2)}, 0.96));
    this.shading.replaceChildren(...marks);
  }

  /** What lies over the picture: rings around units, arrows, shares. */
  drawOver(scene) {
    const {answers = {}, selected = null, shades = [], arrows = [], marks = []} = this.options;
    const unit = 1 / Math.max(scene.scale, 0.8); // marks are as large as the words around the board
    const parts = [];
    for (const name of answers.units ?? []) {
      const body = this.bodies.get(name);
      if (body) parts.push(this.ring(body, 0.07 * unit, {class: "scene-ring-under", "stroke-width": short(0.17 * unit)}), this.ring(body, 0.07 * unit, {class: "scene-ring", "stroke-width": short(0.1 * unit)}));
    }
    for (const [name, share] of marks) {
      const body = this.bodies.get(name);
      if (body) parts.push(this.ring(body, 0.1 * unit, {class: "scene-thought", "stroke-width": short((0.06 + 0.16 * share) * unit)}), this.share(body.x, body.y - body.h / 2 - 0.2 * unit, share, unit));
    }
    for (const [from, to, share = 1] of arrows) parts.push(...this.arrow(this.place(from), this.place(to), share, unit));
    for (const [x, y, share] of shades) parts.push(this.share(...middle(scene, [x, y]), share, Math.min(unit, 1.2)));
    const chosen = typeof selected === "string" ? this.bodies.get(selected) : null;
    if (chosen) parts.push(this.ring(chosen, 0.12 * unit, {class: "scene-chosen-under", "stroke-width": short(0.16 * unit)}), this.ring(chosen, 0.12 * unit, {class: "scene-chosen", "stroke-width": short(0.08 * unit)}));
    else if (Array.isArray(selected)) parts.push(this.cell(selected, {class: "scene-chosen", fill: "none", "stroke-width": short(0.08 * unit)}, 0.92));
    this.over.replaceChildren(...parts.filter(Boolean));
  }

  /** Lines from a cell to units that are seen from there. */
  drawSights(cell, names) {
    const [x, y] = cell ? middle(this.scene, cell) : [0, 0], thick = 0.07 / Math.max(this.scene.scale, 0.8);
    this.sights.replaceChildren(...names.flatMap((name) => {
      const unit = cell && this.bodies.get(name);
      const ends = unit && {x1: short(x), y1: short(y), x2: short(unit.x), y2: short(unit.y)};
      return unit ? [draw("line", {...ends, class: "scene-sight-under", "stroke-width": short(2.4 * thick)}), draw("line", {...ends, class: "scene-sight", "stroke-width": short(thick)})] : [];
    }));
  }

  /** A share as a small sign, from 5 % on. */
  share(x, y, share, unit) {
    if (!(share >= 0.05) || share >= 0.995) return null;
    const text = `${Math.round(100 * share)}%`;
    const size = 0.42 * unit;
    return draw("text", {x: short(x), y: short(y + 0.35 * size), "font-size": short(size), "text-anchor": "middle", class: "scene-share", "stroke-width": short(0.3 * size)}, text);
  }

  /** The middle of a unit or a cell, in cells. */
  place(what) {
    if (Array.isArray(what)) return middle(this.scene, what);
    const unit = this.bodies.get(what);
    return unit ? [unit.x, unit.y] : null;
  }

  arrow(start, end, share, unit) {
    if (!start || !end) return [];
    const long = Math.hypot(end[0] - start[0], end[1] - start[1]);
    if (long < 0.5) return [];
    const [u, v] = [(end[0] - start[0]) / long, (end[1] - start[1]) / long];
    const wide = (0.07 + 0.15 * share) * unit, head = Math.min(3.2 * wide, long / 3);
    const clear = Math.min(0.42, long / 4); // of the names at both ends
    start = [start[0] + clear * u, start[1] + clear * v];
    const tip = [end[0] - clear * u, end[1] - clear * v];
    const foot = [tip[0] - head * u, tip[1] - head * v];
    const line = (extra, name) => draw("line", {x1: short(start[0]), y1: short(start[1]), x2: short(foot[0]), y2: short(foot[1]), class: name, "stroke-linecap": "round", "stroke-width": short(wide + extra)});
    const corner = (side) => [foot[0] - side * 0.6 * head * v, foot[1] + side * 0.6 * head * u];
    return [line(0.09 * unit, "scene-arrow-under"), line(0, "scene-arrow"), polygon([tip, corner(1), corner(-1)], {class: "scene-arrow-head", "stroke-width": short(0.04 * unit)})];
  }

  /** How far a point is from the unit that is selected, in cells; "" where none is. */
  away(x, y) {
    const {selected} = this.options, from = typeof selected === "string" ? this.bodies.get(selected) : null;
    const far = from ? Math.round(10 * Math.hypot(x - from.x, y - from.y)) / 10 : 0;
    return far >= 0.5 ? `, ${far} from ${selected}` : "";
  }

  /** A unit with its side, its place and its distance, for whoever does not see the board. */
  described({name, seat, says, x, y}) {
    const {viewer = null} = this.options;
    const side = seat < 0 ? ", wild" : viewer === null ? `, of seat_${seat}` : seat === viewer ? ", yours" : ", enemy";
    return this.words(`${name}${side}, at ${cellAt(this.scene, x, y).join(",")}${this.away(x, y)}: ${says.startsWith(`${name}: `) ? says.slice(name.length + 2) : says}`);
  }

  /** A cell with its distance and what lies there. */
  placed(cell) {
    const lies = this.words(ground(this.scene, cell));
    return `cell ${cell.join(",")}${this.away(...middle(this.scene, cell))}${lies ? `: ${lies}` : ""}`;
  }

  /** A text with its seats by what people call them. */
  words(text) { return this.options.words?.(text) ?? text; }

  /** What takes clicks and the focus: cells that can be chosen, and the units. */
  drawHits(scene) {
    const focused = this.hits.contains(document.activeElement) ? document.activeElement.dataset : null;
    const {answers = {}, cover = false} = this.options;
    const cells = cover ? [] : answers.cells ?? [];
    const asked = new Set(answers.units ?? []);
    const spotted = cover ? [] : answers.spots ?? [];
    this.spots = new Map(spotted.map(([name, x, y]) => [name, [x, y]]));
    const parts = cells.map(([x, y]) => this.cell([x, y], {"data-cell": `${x},${y}`, role: "button", tabindex: -1, "aria-label": this.placed([x, y])}));
    const middles = cells.map((cell) => middle(scene, cell));
    for (const unit of cover ? [] : this.bodies.values()) {
      // A unit that cannot be chosen leaves the click to a cell below it that can.
      if (!asked.has(unit.name) && middles.some(([x, y]) => Math.abs(x - unit.x) < 0.5 && Math.abs(y - unit.y) < 0.5)) continue;
      const hit = outline(unit.shape[0], unit.shape.slice(1), {"data-unit": unit.name, role: "button", tabindex: -1, "aria-label": this.described(unit)});
      hit.classList.toggle("asked", asked.has(unit.name));
      this.names.set(hit, unit.says);
      parts.push(hit);
    }
    for (const [name, x, y, says = name] of spotted) {
      const hit = draw("circle", {cx: short(x), cy: short(y), r: short(SPOT), "data-spot": name, role: "button", tabindex: -1, "aria-label": says});
      this.names.set(hit, says);
      parts.push(hit);
    }
    this.hits.replaceChildren(...parts);
    const items = this.items();
    const again = focused && items.find((item) => ["cell", "unit", "spot"].every((kind) => item.dataset[kind] === focused[kind]));
    (again ?? items[0])?.setAttribute("tabindex", 0);
    if (focused) (again ?? items[0])?.focus({preventScroll: true});
  }

  /** What the arrow keys go through: what can be chosen, or all units if nothing can. */
  items() {
    const all = [...this.hits.children];
    const asked = all.filter((item) => item.dataset.cell || item.dataset.spot || item.classList.contains("asked"));
    return asked.length ? asked : all;
  }

  /** A finger that rests on a unit asks about it and chooses nothing. */
  press({pointerType, target, clientX, clientY}) {
    clearTimeout(this.pressing);
    this.held = false;
    this.pressed = [clientX, clientY];
    if (pointerType === "mouse" || !target.dataset.unit) return;
    this.pressing = setTimeout(() => { this.held = true; this.options.onHold?.(target.dataset.unit); }, HOLD);
  }

  /** The right button asks about a unit, as a finger that rests does. */
  ask(event) {
    const {unit} = event.target.dataset;
    if (!unit) return;
    event.preventDefault();
    this.options.onHold?.(unit);
  }

  choose(target) {
    if (target.dataset.cell) this.options.onCell?.(target.dataset.cell.split(",").map(Number));
    else if (target.dataset.spot) this.options.onSpot?.(target.dataset.spot);
    else if (target.dataset.unit) this.options.onUnit?.(target.dataset.unit);
  }

  reach(target) {
    for (const item of this.hits.querySelectorAll("[tabindex='0']")) if (item !== target) item.setAttribute("tabindex", -1);
    target.setAttribute("tabindex", 0);
    this.options.onPoint?.(target.dataset.unit ?? target.dataset.cell?.split(",").map(Number) ?? null);
  }

  /** Say what the pointer rests on. */
  point({target}) {
    const meaning = this.names.get(target);
    if (meaning && !target.firstChild) target.append(draw("title", {}, this.words(meaning)));
    if (this.hits.contains(target)) this.options.onPoint?.(target.dataset?.unit ?? target.dataset?.cell?.split(",").map(Number) ?? null);
  }

  key(event) {
    const from = event.target;
    if (!this.hits.contains(from)) return;
    if (event.key === "Enter" || event.key === " ") this.choose(from);
    else {
      const way = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
      if (!way) return;
      this.nextTo(from, way)?.focus();
    }
    event.preventDefault();
  }

  /** The nearest thing that can be chosen in a direction. */
  nextTo(from, [across, down]) {
    const at = ({dataset: {cell, spot, unit}}) => cell ? middle(this.scene, cell.split(",").map(Number)) : spot ? this.spots.get(spot) : this.place(unit);
    const here = at(from);
    let best = null, least = Infinity;
    for (const item of this.items()) {
      const [x, y] = at(item).map((value, k) => value - here[k]);
      const ahead = across * x + down * y, aside = Math.abs(across * y) + Math.abs(down * x);
      if (item === from || ahead < 0.2) continue;
      const cost = ahead + 2.5 * aside;
      if (cost < least) [best, least] = [item, cost];
    }
    return best;
  }
}
