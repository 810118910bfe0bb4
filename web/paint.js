// Paints scenes (docs/web-scene.md) as SVG and marks what can be chosen. Painting the next scene into the same element changes only what differs.

import {spoken} from "./dom.js";
import {Zoom} from "./zoom.js";

/** @import {Scene} from "./shapes.js" */
/** @import {Cell, Point, Shape, Unit} from "./types.d.ts" */

/**
 * The middle of something, and its size.
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 *
 * A unit on the board: who it is, what is said of it, and the shape that is its body.
 * @typedef {Unit & Box & {says: string, shape: Area}} Body
 *
 * What is marked on a board and who is told of clicks; docs/web-scene.md says more.
 * @typedef {object} PaintOptions
 * @property {{cells?: Cell[], units?: string[], spots?: [name: string, x: number, y: number, says?: string][]}} [answers]
 * @property {string | Cell | null} [selected]
 * @property {number | null} [viewer]
 * @property {(cell: Cell) => void} [onCell]
 * @property {(unit: string) => void} [onUnit]
 * @property {(name: string) => void} [onSpot]
 * @property {(unit: string) => void} [onHold]
 * @property {(what: string | Cell | null) => void} [onPoint]
 * @property {(text: string) => string} [words]
 * @property {[x: number, y: number, share: number][]} [shades]
 * @property {[from: string | Cell, to: string | Cell, share?: number][]} [arrows]
 * @property {[unit: string, share: number][]} [marks]
 * @property {boolean} [cover]
 *
 * @typedef {Record<string, string | number | null | undefined>} Attributes of an element; those without a value are left out.
 */

const UNIT = 40; // lengths of the drawing for one cell: letters below one such length are drawn badly
const FONT = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif";
const SPOT = 0.24; // radius of an answer that is neither a cell nor a unit
const HOLD = 450; // milliseconds after which a finger asks about a unit
/** @type {Record<string, Point | undefined>} */
const WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
/** @type {WeakMap<HTMLElement, Painter>} */
const painters = new WeakMap();

/** Draw a whole scene into an element; see docs/web-scene.md for the options. @param {HTMLElement} element @param {Scene} scene @param {PaintOptions} options */
export function paint(element, scene, options = {}) {
  const painter = painters.get(element) ?? new Painter(element);
  painters.set(element, painter);
  painter.paint(scene, options);
}

/** The units on the board. @param {Scene} scene @returns {Body[]} */
export function units(scene) {
  /** @type {Body[]} */
  const found = [];
  for (const [, shapes] of scene.layers) {
    for (const shape of shapes) {
      if ("unit" in shape && shape.unit) found.push({...shape.unit, says: shape.name, shape, ...boxOf(shape)});
    }
  }
  return found;
}

/** The middle of a cell, in cells. @param {Scene} scene @param {Cell} cell @returns {Point} */
export function middle(scene, [column, row]) {
  const {first, step, shift} = scene.grid;
  return [first[0] + step[0] * column + (row % 2 ? shift : 0), first[1] + step[1] * row];
}

const NUMBERED = new Set(["objectives", "tokens", "markers"]); // layers with numbers that units may stand on
const UNSAID = new Set(["units", "trails", "attacks", "dice", "legend"]); // layers that tell nothing of the ground
/** @type {WeakMap<Scene, {shape: Area, says: string}[]>} */
const grounds = new WeakMap(); // what is named on a board, by its scene
/** @typedef {Extract<Shape, {unit: Unit | null}>} Area a shape that has an inside. */

/** What lies in a cell, in words: its terrain, what marks it, and what it takes to get there. @param {Scene} scene @param {Cell} cell */
export function ground(scene, cell) {
  const known = grounds.get(scene) ?? named(scene);
  grounds.set(scene, known);
  const [x, y] = middle(scene, cell);
  /** @type {string[]} */
  const words = [];
  for (const {shape, says} of known) if (!words.includes(says) && covers(shape, x, y)) words.push(says);
  return words.join(", ");
}

/** The named shapes of a board that are no units, without the numbers of cells. @param {Scene} scene */
function named(scene) {
  /** @type {{shape: Area, says: string}[]} */
  const found = [];
  for (const [layer, shapes] of scene.layers) {
    for (const shape of UNSAID.has(layer) ? [] : shapes) {
      if (!("unit" in shape)) continue;
      const says = shape.name.replace(/^\d+,\d+(, )?| \d+,\d+$/g, "").replace(/^(take-)?climb \d+: .*/, "");
      if (says && !bodyOf(shape)) found.push({shape, says});
    }
  }
  return found;
}

/** True if a shape covers a point. @param {Area} shape @param {number} x @param {number} y */
function covers(shape, x, y) {
  if (shape.kind === "rect") return x > shape.x && x < shape.x + shape.w && y > shape.y && y < shape.y + shape.h;
  if (shape.kind === "disc") return Math.hypot(x - shape.x, y - shape.y) < shape.r;
  const {points} = shape;
  let inside = false;
  for (let k = 0, before = points.length - 2; k < points.length; before = k, k += 2) {
    const [ax, ay, bx, by] = [points[k], points[k + 1], points[before], points[before + 1]];
    if (ay > y !== by > y && x < (bx - ax) * (y - ay) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Draw what is seen from a cell: a line to each of some units; nothing without a cell. @param {HTMLElement} element @param {Cell | null} cell @param {string[]} names */
export function sights(element, cell, names) { painters.get(element)?.drawSights(cell, names); }

/** The cell in which a point lies. @param {Scene} scene @param {number} x @param {number} y @returns {Cell} */
export function cellAt(scene, x, y) {
  const {first, step, shift} = scene.grid, row = Math.round((y - first[1]) / step[1]);
  return [Math.round((x - first[0] - (row % 2 ? shift : 0)) / step[0]), row];
}

/** Where answers are that are neither cells nor units, {place, says}: a disc is named by the words of its answer and a colon, then by what it means. @param {Scene} scene */
export function spots(scene) {
  /** @type {Map<string, {place: Point, says: string}>} */
  const found = new Map();
  for (const [, shapes] of scene.layers) {
    for (const shape of shapes) {
      if (shape.kind === "disc" && shape.name.includes(": ")) found.set(shape.name.slice(0, shape.name.indexOf(": ")), {place: [shape.x, shape.y], says: shape.name});
    }
  }
  return found;
}

/** Whose body a shape is, null for nobody's. @param {Shape} shape @returns {Unit | null} */
export const bodyOf = (shape) => "unit" in shape ? shape.unit : null;

/** The middle of a shape and its size; a word has none. @param {Shape} shape @returns {Box} */
export function boxOf(shape) {
  if (shape.kind === "rect") return {x: shape.x + shape.w / 2, y: shape.y + shape.h / 2, w: shape.w, h: shape.h};
  if (shape.kind === "disc") return {x: shape.x, y: shape.y, w: 2 * shape.r, h: 2 * shape.r};
  if (shape.kind === "text") return {x: shape.x, y: shape.y, w: 0, h: 0};
  const points = shape.kind === "line" ? [shape.x1, shape.y1, shape.x2, shape.y2] : shape.points;
  const xs = points.filter((_, k) => k % 2 === 0), ys = points.filter((_, k) => k % 2);
  const [left, right, top, foot] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return {x: (left + right) / 2, y: (top + foot) / 2, w: right - left, h: foot - top};
}

/** Left, top, right and foot of what is drawn on a board, with a little room around it. @param {Scene} scene */
function bounds(scene) {
  const room = 0.45;
  let [left, top, right, foot] = [0, 0, scene.width, 0];
  for (const [, shapes] of scene.layers) {
    for (const shape of shapes) {
      if (shape.kind === "text") {
        [left, top] = [Math.min(left, shape.x), Math.min(top, shape.y)];
        [right, foot] = [Math.max(right, shape.x), Math.max(foot, shape.y + shape.size / 2)];
      } else if (shape.kind === "line") foot = Math.max(foot, shape.y1, shape.y2);
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

const short = (/** @type {number} */ value) => Math.round(value * UNIT * 10) / 10;

/** @template {keyof SVGElementTagNameMap} T @param {T} tag @param {Attributes} attributes @param {...(Node | string)} children */
function draw(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== undefined && value !== "") element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** @param {Point[]} points @param {Attributes} attributes */
function polygon(points, attributes) {
  const text = points.map(([x, y]) => `${short(x)},${short(y)}`).join(" ");
  return draw("polygon", {points: text, ...attributes});
}

/** @param {string | null} stroke @param {number} width @returns {Attributes} */
function edge(stroke, width = 0.05) {
  return stroke ? {stroke, "stroke-width": short(width)} : {};
}

/** One shape of a scene as an element of the drawing, and what it means. @param {Shape} shape @param {Scene} scene @returns {[SVGElement, string]} */
function drawn(shape, scene) {
  if (shape.kind === "text") {
    const {x, y, text, size, fill, anchor, bold} = shape;
    const outside = x < 0 || y < 0 || x > scene.width || y > scene.height; // the numbers of columns and rows
    const place = {x: short(x), y: short(y + 0.35 * size), "font-size": short(size), "text-anchor": anchor, "font-weight": bold ? 700 : null};
    return [draw("text", {...place, ...(outside ? {class: "scene-outside"} : {fill})}, text), ""];
  }
  if (shape.kind === "line") {
    const {x1, y1, x2, y2, stroke, width, name} = shape;
    return [draw("line", {x1: short(x1), y1: short(y1), x2: short(x2), y2: short(y2), "stroke-linecap": "round", ...edge(stroke, width)}), name];
  }
  const {fill, stroke, width, name} = shape;
  return [outline(shape, {fill: fill ?? "none", ...edge(stroke, width)}), name];
}

/** @param {Area} shape @param {Attributes} attributes */
function outline(shape, attributes) {
  if (shape.kind === "rect") return draw("rect", {x: short(shape.x), y: short(shape.y), width: short(shape.w), height: short(shape.h), ...attributes});
  if (shape.kind === "disc") return draw("circle", {cx: short(shape.x), cy: short(shape.y), r: short(shape.r), ...attributes});
  /** @type {Point[]} */
  const points = [];
  for (let k = 0; k < shape.points.length; k += 2) points.push([shape.points[k], shape.points[k + 1]]);
  return polygon(points, attributes);
}

/** What an event is about. @param {Event} event */
const targetOf = (event) => /** @type {Target} */ (event.target);

/** What takes a click, said in the attributes of an element. @typedef {HTMLElement | SVGElement} Target */

/** The cell that an element stands for. @param {Target} target @returns {Cell | null} */
function cellOf({dataset: {cell}}) {
  if (!cell) return null;
  const [column, row] = cell.split(",").map(Number);
  return [column, row];
}

class Painter {
  /** @type {PaintOptions} */
  options = {};
  /** @type {Scene} of the last painting. */
  scene;
  /** @type {Map<string, Body>} units by their names. */
  bodies = new Map();
  /** @type {Map<string, Point>} where answers are that are neither cells nor units. */
  spots = new Map();
  board = "";
  /** @type {Point | null} where a pointer went down. */
  pressed = null;
  held = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  pressing;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    /** @type {Map<string, {shapes: Shape[] | null, group: SVGElement}>} */
    this.layers = new Map(); // by their names
    /** @type {WeakMap<Element, string>} */
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
    this.root.addEventListener("pointerleave", ({pointerType}) => { if (pointerType === "mouse" || !this.held) this.options.onPoint?.(null); });
    this.hits.addEventListener("click", (event) => this.held ? this.held = false : this.choose(targetOf(event)));
    this.hits.addEventListener("pointerdown", (event) => this.press(event));
    this.hits.addEventListener("contextmenu", (event) => this.ask(event));
    this.hits.addEventListener("pointermove", ({clientX, clientY}) => this.pressed && Math.hypot(clientX - this.pressed[0], clientY - this.pressed[1]) > 8 && clearTimeout(this.pressing));
    for (const end of ["pointerup", "pointercancel"]) this.hits.addEventListener(end, () => clearTimeout(this.pressing));
    this.hits.addEventListener("focusin", (event) => this.reach(targetOf(event)));
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.zoom = new Zoom(element, this.root);
    element.classList.add("scene-holder");
    element.replaceChildren(this.root, this.zoom.buttons);
  }

  /** @param {Scene} scene @param {PaintOptions} options */
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
    this.drawShading();
    this.drawOver(scene);
    this.drawHits(scene);
    if (!answers.cells?.length) this.drawSights(null, []);
  }

  /** The paper: its size, its colour. It stays the same for all positions on a board. @param {Scene} scene */
  frame(scene) {
    this.root.setAttribute("aria-label", spoken.say(scene.title));
    const board = JSON.stringify([scene.width, scene.height, scene.grid, scene.background]);
    if (board === this.board) return;
    this.board = board;
    const [left, top, right, foot] = bounds(scene);
    const [wide, high] = [right - left, foot - top];
    this.zoom.frame([short(left), short(top), short(wide), short(high)]);
    this.element.style.setProperty("--aspect", (wide / high).toFixed(4));
    this.element.style.setProperty("--across", wide.toFixed(2));
    for (const {rect, ...places} of [{rect: this.paper, x: left, y: top, width: wide, height: high}, {rect: this.ground, x: 0, y: 0, width: scene.width, height: Math.min(scene.height, foot)}]) {
      for (const [name, value] of Object.entries(places)) rect.setAttribute(name, String(short(value)));
      rect.setAttribute("fill", scene.background);
    }
  }

  /** @param {Scene} scene */
  drawLayers(scene) {
    const kept = new Set(scene.layers.map(([name]) => name));
    for (const [name, {group}] of this.layers) {
      if (!kept.has(name)) {
        group.remove();
        this.layers.delete(name);
      }
    }
    /** @type {Element | null} */
    let place = null;
    let first = true;
    for (const [name, shapes] of scene.layers) {
      let layer = this.layers.get(name);
      if (!layer) {
        layer = {shapes: null, group: draw("g", {"data-layer": name})};
        this.layers.set(name, layer);
      }
      if (layer.shapes !== shapes) {
        layer.shapes = shapes;
        layer.group.replaceChildren(...shapes.map((shape) => {
          const [element, meaning] = drawn(shape.kind === "text" ? {...shape, text: spoken.say(shape.text)} : shape, scene);
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

  /** Put an element of the picture behind another, unless it is there already. @param {Element | null} before @param {Element} element */
  follow(before, element) {
    const after = before ? before.nextSibling : this.picture.firstChild;
    if (after !== element) this.picture.insertBefore(element, after);
    return element;
  }

  /** @param {Cell} cell @param {Attributes} attributes @param {number} size */
  cell([column, row], attributes, size = 1) {
    const [x, y] = middle(this.scene, [column, row]);
    return polygon(this.scene.grid.outline.map(([a, b]) => [x + size * a, y + size * b]), attributes);
  }

  /** A ring around a unit. @param {Body} unit @param {number} gap @param {Attributes} attributes */
  ring(unit, gap, attributes) {
    const {shape} = unit;
    if (shape.kind === "disc") return draw("circle", {cx: short(unit.x), cy: short(unit.y), r: short(shape.r + gap), fill: "none", ...attributes});
    const [w, h] = [unit.w + 2 * gap, unit.h + 2 * gap];
    return draw("rect", {x: short(unit.x - w / 2), y: short(unit.y - h / 2), width: short(w), height: short(h), rx: short(1.2 * gap), fill: "none", ...attributes});
  }

  drawShading() {
    const {answers = {}, shades = []} = this.options;
    /** @type {SVGElement[]} */
    const marks = (answers.cells ?? []).map((cell) => this.cell(cell, {class: "scene-legal", "stroke-width": short(0.03)}, 0.94));
    for (const [, x, y] of answers.spots ?? []) marks.push(draw("circle", {cx: short(x), cy: short(y), r: short(SPOT), class: "scene-legal", "stroke-width": short(0.03)}));
    for (const [x, y, share] of shades) marks.push(this.cell([x, y], {class: "scene-shade", "fill-opacity": (0.18 + 0.62 * share).toFixed(2)}, 0.96));
    this.shading.replaceChildren(...marks);
  }

  /** What lies over the picture: rings around units, arrows, shares. @param {Scene} scene */
  drawOver(scene) {
    const {answers = {}, selected = null, shades = [], arrows = [], marks = []} = this.options;
    const unit = 1 / Math.max(scene.scale, 0.8); // marks are as large as the words around the board
    /** @type {(SVGElement | null)[]} */
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
    if (shades.length) parts.push(this.cell([shades[0][0], shades[0][1]], {class: "scene-advised", fill: "none", "stroke-width": short(0.12 * unit)}, 0.92)); // the first is what is advised
    for (const [x, y, share] of shades) parts.push(this.share(...middle(scene, [x, y]), share, Math.min(unit, 1.2)));
    const chosen = typeof selected === "string" ? this.bodies.get(selected) : null;
    if (chosen) parts.push(this.ring(chosen, 0.12 * unit, {class: "scene-chosen-under", "stroke-width": short(0.16 * unit)}), this.ring(chosen, 0.12 * unit, {class: "scene-chosen", "stroke-width": short(0.08 * unit)}));
    else if (Array.isArray(selected)) parts.push(this.cell(selected, {class: "scene-chosen", fill: "none", "stroke-width": short(0.08 * unit)}, 0.92));
    this.over.replaceChildren(...parts.filter((part) => part !== null), ...this.covered(scene));
  }

  /** Numbers that units stand on, once more at their feet. @param {Scene} scene */
  covered(scene) {
    const written = scene.layers.flatMap(([name, shapes]) => shapes.flatMap((shape) => shape.kind === "text" ? [{...shape, layer: name}] : []));
    return written.filter(({layer, text}) => NUMBERED.has(layer) && /^\d{1,2}\??$/.test(text)).flatMap(({x, y, text, fill}) => {
      const on = [...this.bodies.values()].find((body) => Math.abs(body.x - x) < 0.55 * body.w && Math.abs(body.y - y) < 0.55 * body.h);
      if (!on || written.some((one) => one.layer === "units" && one.text === text && Math.hypot(one.x - on.x, one.y - on.y) < on.w)) return [];
      const size = 0.36 * Math.min(on.w, on.h), place = {x: on.x - 0.5 * on.w, y: on.y + 0.5 * on.h};
      return [draw("circle", {cx: short(place.x), cy: short(place.y), r: short(0.72 * size), fill: "#ffffff", class: "scene-covered", ...edge("#22211f", 0.1 * size)}),
        draw("text", {x: short(place.x), y: short(place.y + 0.35 * size), "font-size": short(size), "text-anchor": "middle", "font-weight": 700, fill: fill === "#ffffff" ? "#22211f" : fill}, text)];
    });
  }

  /** Lines from a cell to units that are seen from there. @param {Cell | null} cell @param {string[]} names */
  drawSights(cell, names) {
    const [x, y] = cell ? middle(this.scene, cell) : [0, 0], thick = 0.07 / Math.max(this.scene.scale, 0.8);
    this.sights.replaceChildren(...names.flatMap((name) => {
      const unit = cell && this.bodies.get(name);
      if (!unit) return [];
      const ends = {x1: short(x), y1: short(y), x2: short(unit.x), y2: short(unit.y)};
      return [draw("line", {...ends, class: "scene-sight-under", "stroke-width": short(2.4 * thick)}), draw("line", {...ends, class: "scene-sight", "stroke-width": short(thick)})];
    }));
  }

  /** A share as a small sign, from 5 % on. @param {number} x @param {number} y @param {number} share @param {number} unit */
  share(x, y, share, unit) {
    if (!(share >= 0.05) || share >= 0.995) return null;
    const text = `${Math.round(100 * share)}%`;
    const size = 0.42 * unit;
    return draw("text", {x: short(x), y: short(y + 0.35 * size), "font-size": short(size), "text-anchor": "middle", class: "scene-share", "stroke-width": short(0.3 * size)}, text);
  }

  /** The middle of a unit or a cell, in cells. @param {string | Cell} what @returns {Point | null} */
  place(what) {
    if (Array.isArray(what)) return middle(this.scene, what);
    const unit = this.bodies.get(what);
    return unit ? [unit.x, unit.y] : null;
  }

  /** @param {Point | null} start @param {Point | null} end @param {number} share @param {number} unit */
  arrow(start, end, share, unit) {
    if (!start || !end) return [];
    const long = Math.hypot(end[0] - start[0], end[1] - start[1]);
    if (long < 0.5) return [];
    const [u, v] = [(end[0] - start[0]) / long, (end[1] - start[1]) / long];
    const wide = (0.07 + 0.15 * share) * unit, head = Math.min(3.2 * wide, long / 3);
    const clear = Math.min(0.42, long / 4); // of the names at both ends
    const from = [start[0] + clear * u, start[1] + clear * v];
    /** @type {Point} */
    const tip = [end[0] - clear * u, end[1] - clear * v];
    const foot = [tip[0] - head * u, tip[1] - head * v];
    const line = (/** @type {number} */ extra, /** @type {string} */ name) => draw("line", {x1: short(from[0]), y1: short(from[1]), x2: short(foot[0]), y2: short(foot[1]), class: name, "stroke-linecap": "round", "stroke-width": short(wide + extra)});
    /** @type {(side: number) => Point} */
    const corner = (side) => [foot[0] - side * 0.6 * head * v, foot[1] + side * 0.6 * head * u];
    return [line(0.09 * unit, "scene-arrow-under"), line(0, "scene-arrow"), polygon([tip, corner(1), corner(-1)], {class: "scene-arrow-head", "stroke-width": short(0.04 * unit)})];
  }

  /** How far a point is from the unit that is selected, in cells; "" where none is. @param {number} x @param {number} y */
  away(x, y) {
    const {selected} = this.options, from = typeof selected === "string" ? this.bodies.get(selected) : null;
    const far = from ? Math.round(10 * Math.hypot(x - from.x, y - from.y)) / 10 : 0;
    return far >= 0.5 ? `, ${far} from ${selected}` : "";
  }

  /** A unit with its side, its place and its distance, for whoever does not see the board. @param {Body} unit */
  described({name: unit, seat, says, x, y}) {
    const {viewer = null} = this.options;
    const side = seat < 0 ? ", wild" : viewer === null ? `, of seat_${seat}` : seat === viewer ? ", yours" : ", enemy";
    return this.words(`${unit}${side}, at ${cellAt(this.scene, x, y).join(",")}${this.away(x, y)}: ${says.startsWith(`${unit}: `) ? says.slice(unit.length + 2) : says}`);
  }

  /** A cell with its distance and what lies there. @param {Cell} cell */
  placed(cell) {
    const lies = this.seated(ground(this.scene, cell));
    return spoken.say(`cell ${cell.join(",")}${this.away(...middle(this.scene, cell))}${lies ? `: ${lies}` : ""}`);
  }

  /** A text with its seats by what people call them. @param {string} text */
  seated(text) { return this.options.words?.(text) ?? text; }

  /** The same, in the language of the page. @param {string} text */
  words(text) { return this.seated(spoken.say(text)); }

  /** What takes clicks and the focus: cells that can be chosen, and the units. @param {Scene} scene */
  drawHits(scene) {
    const active = /** @type {Target | null} */ (document.activeElement);
    const focused = active && this.hits.contains(active) ? active.dataset : null;
    const {answers = {}, cover = false} = this.options;
    const cells = cover ? [] : answers.cells ?? [];
    const asked = new Set(answers.units ?? []);
    const spotted = cover ? [] : answers.spots ?? [];
    this.spots = new Map(spotted.map(([name, x, y]) => [name, [x, y]]));
    /** @type {SVGElement[]} */
    const parts = cells.map(([x, y]) => this.cell([x, y], {"data-cell": `${x},${y}`, role: "button", tabindex: -1, "aria-label": this.placed([x, y])}));
    const middles = cells.map((cell) => middle(scene, cell));
    for (const unit of cover ? [] : this.bodies.values()) {
      // A unit that cannot be chosen leaves the click to a cell below it that can.
      if (!asked.has(unit.name) && middles.some(([x, y]) => Math.abs(x - unit.x) < 0.5 && Math.abs(y - unit.y) < 0.5)) continue;
      const hit = outline(unit.shape, {"data-unit": unit.name, role: "button", tabindex: -1, "aria-label": this.described(unit)});
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
    const first = again ?? this.firstOf(items);
    first?.setAttribute("tabindex", "0");
    if (focused) first?.focus({preventScroll: true});
  }

  /** Where the arrow keys begin: of cells, with the one that is advised, else that nearest to the unit that is asked about, or to the middle of all. @param {SVGElement[]} items */
  firstOf(items) {
    const cells = items.filter((item) => item.dataset.cell), {selected = null, shades = []} = this.options;
    if (cells.length < items.length || !cells.length) return items[0];
    const advised = shades.length ? cells.find((item) => item.dataset.cell === `${shades[0][0]},${shades[0][1]}`) : null;
    if (advised) return advised;
    const places = cells.map((item) => this.place(cellOf(item) ?? "") ?? [0, 0]);
    const mean = (/** @type {0 | 1} */ k) => places.reduce((sum, place) => sum + place[k], 0) / places.length;
    const [x, y] = (typeof selected === "string" && this.place(selected)) || [mean(0), mean(1)];
    const far = places.map((place) => Math.hypot(place[0] - x, place[1] - y));
    return cells[far.indexOf(Math.min(...far))];
  }

  /** What the arrow keys go through: what can be chosen, or all units if nothing can. */
  items() {
    const all = /** @type {SVGElement[]} */ ([...this.hits.children]);
    const asked = all.filter((item) => item.dataset.cell || item.dataset.spot || item.classList.contains("asked"));
    return asked.length ? asked : all;
  }

  /** A finger that rests on a unit or a cell asks about it and chooses nothing. @param {PointerEvent} event */
  press(event) {
    const {pointerType, clientX, clientY} = event, target = targetOf(event), {unit} = target.dataset, cell = cellOf(target);
    clearTimeout(this.pressing);
    this.held = false;
    this.pressed = [clientX, clientY];
    if (pointerType === "mouse" || !(unit || cell)) return;
    this.pressing = setTimeout(() => {
      this.held = true;
      if (unit) this.options.onHold?.(unit);
      else this.options.onPoint?.(cell);
    }, HOLD);
  }

  /** The right button asks about a unit, as a finger that rests does. @param {MouseEvent} event */
  ask(event) {
    const {unit} = targetOf(event).dataset;
    if (!unit) return;
    event.preventDefault();
    this.options.onHold?.(unit);
  }

  /** @param {Target} target */
  choose(target) {
    const cell = cellOf(target);
    if (cell) this.options.onCell?.(cell);
    else if (target.dataset.spot) this.options.onSpot?.(target.dataset.spot);
    else if (target.dataset.unit) this.options.onUnit?.(target.dataset.unit);
  }

  /** @param {Target} target */
  reach(target) {
    for (const item of this.hits.querySelectorAll("[tabindex='0']")) if (item !== target) item.setAttribute("tabindex", "-1");
    target.setAttribute("tabindex", "0");
    this.options.onPoint?.(target.dataset.unit ?? cellOf(target));
  }

  /** Say what the pointer rests on. @param {PointerEvent} event */
  point(event) {
    const target = targetOf(event), meaning = this.names.get(target);
    if (meaning && !target.firstChild) target.append(draw("title", {}, this.words(meaning)));
    if (this.hits.contains(target)) this.options.onPoint?.(target.dataset.unit ?? cellOf(target));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const from = targetOf(event);
    if (!this.hits.contains(from)) return;
    if (event.key === "Enter" || event.key === " ") this.choose(from);
    else {
      const way = WAYS[event.key];
      if (!way) return;
      this.nextTo(from, way)?.focus();
    }
    event.preventDefault();
  }

  /** The nearest thing that can be chosen in a direction. @param {Target} from @param {Point} direction */
  nextTo(from, [across, down]) {
    const at = (/** @type {Target} */ target) => {
      const {spot, unit = ""} = target.dataset;
      return (spot ? this.spots.get(spot) : this.place(cellOf(target) ?? unit)) ?? [0, 0];
    };
    const here = at(from);
    /** @type {SVGElement | null} */
    let best = null;
    let least = Infinity;
    for (const item of this.items()) {
      const there = at(item), [x, y] = [there[0] - here[0], there[1] - here[1]];
      const ahead = across * x + down * y, aside = Math.abs(across * y) + Math.abs(down * x);
      if (item === from || ahead < 0.2) continue;
      const cost = ahead + 2.5 * aside;
      if (cost < least) [best, least] = [item, cost];
    }
    return best;
  }
}
