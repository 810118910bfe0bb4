// A board seen from the other side: everything is turned by half a circle about its middle, and words stay upright.

import {bodyOf, boxOf} from "./paint.js";

/** @import {Box} from "./paint.js" */
/** @import {Scene} from "./shapes.js" */
/** @import {Grid, Point, Shape} from "./types.d.ts" */

/** @type {WeakMap<Shape[], Shape[]>} */
const kept = new WeakMap(); // shapes of a layer -> the same, turned
/** @type {WeakMap<Scene, Scene>} */
const scenes = new WeakMap();
const WAYS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"], ARROWS = "↑↗→↘↓↙←↖"; // on a board that is not turned
const COMPASS = "↖↑↗←·→↙↓↘"; // as on a page, row by row
/** @type {Record<string, string>} */
const ENDS = {start: "end", end: "start"};

/** Where a direction that a text names lies on the board as it is seen, as an arrow; "" where none is named, or several are. @param {string} text @param {boolean | null} above */
export function arrowOf(text, above) {
  const named = text.match(/\b(north-east|south-east|north-west|south-west|north|east|south|west)(?=ern\b|\b)/g) ?? [];
  return named.length === 1 ? [...ARROWS][(WAYS.indexOf(named[0]) + (above ? 4 : 0)) % 8] : "";
}

/** Where an answer with an arrow stands among others, as on a compass; null for one that belongs to no direction. @param {string} arrow @param {string} text */
export function areaOf(arrow, text) {
  const at = arrow ? COMPASS.indexOf(arrow) : text.includes("centre") ? COMPASS.indexOf("·") : -1;
  return at < 0 ? null : `grid-area: ${Math.floor(at / 3) + 1} / ${at % 3 + 1}`;
}

/** A scene turned by half a circle. What stands below the board, a legend, stays where it is. @param {Scene} scene @returns {Scene} */
export function turned(scene) {
  const found = scenes.get(scene);
  if (found) return found;
  const {grid} = scene, [x, y] = grid.first, size = sizeOf(grid);
  /** @type {Scene} */
  const made = {
    ...scene, layers: scene.layers.map(([name, shapes]) => [name, turnedLayer(size, name, shapes)]),
    grid: {...grid, first: [size.width - x, size.height - y], step: [-grid.step[0], -grid.step[1]], shift: -grid.shift, outline: grid.outline.map(([a, b]) => [-a, -b])},
  };
  scenes.set(scene, made);
  return made;
}

/** How wide and high the cells of a board are together; a legend may stand below them. @param {Grid} grid */
const sizeOf = ({columns, rows, first: [x, y], step, shift}) => ({width: 2 * x + step[0] * (columns - 1) + shift, height: 2 * y + step[1] * (rows - 1)});

/** @param {{width: number, height: number}} size @param {string} name @param {Shape[]} shapes */
function turnedLayer(size, name, shapes) {
  const found = kept.get(shapes);
  if (found) return found;
  const bodies = shapes.filter(bodyOf).map(boxOf);
  const made = name === "legend" ? shapes : shapes.map((shape) => turnedShape(size, shape, bodies));
  kept.set(shapes, made);
  return made;
}

/**
 * One shape. What is written or drawn on a unit keeps its place there; lines turn, for they may say where it looks.
 * @param {{width: number, height: number}} size @param {Shape} shape @param {Box[]} bodies @returns {Shape}
 */
function turnedShape({width, height}, shape, bodies) {
  const [x, y] = placeOf(shape);
  if (y > height + 1) return shape;
  if (shape.kind === "line") return {...shape, x1: width - shape.x1, y1: height - shape.y1, x2: width - shape.x2, y2: height - shape.y2};
  const on = bodyOf(shape) ? null : nearest(bodies, x, y);
  if (on) return moved(shape, width - 2 * on.x, height - 2 * on.y);
  if (shape.kind === "polygon") return {...shape, points: shape.points.map((value, k) => (k % 2 ? height : width) - value)};
  if (shape.kind === "rect") return {...shape, x: width - shape.x - shape.w, y: height - shape.y - shape.h};
  if (shape.kind === "disc") return {...shape, x: width - shape.x, y: height - shape.y};
  return {...shape, x: width - shape.x, y: height - shape.y, anchor: ENDS[shape.anchor] ?? shape.anchor};
}

/** The body on or beside which a point lies, null for none. @param {Box[]} bodies @param {number} x @param {number} y */
function nearest(bodies, x, y) {
  /** @type {Box | null} */
  let best = null;
  let least = 0.75;
  for (const body of bodies) {
    const far = Math.max((Math.abs(body.x - x) - 0.1) / body.w, (Math.abs(body.y - y) - 0.1) / body.h);
    if (far <= least) [best, least] = [body, far];
  }
  return best;
}

/** Where a shape is, by its middle. @param {Shape} shape @returns {Point} */
function placeOf(shape) {
  if (shape.kind === "text") return [shape.x, shape.y];
  const {x, y} = boxOf(shape);
  return [x, y];
}

/** @param {Exclude<Shape, {kind: "line"}>} shape @param {number} right @param {number} down @returns {Shape} */
function moved(shape, right, down) {
  if (shape.kind === "polygon") return {...shape, points: shape.points.map((value, k) => value + (k % 2 ? down : right))};
  return {...shape, x: shape.x + right, y: shape.y + down};
}

/**
 * True where a seat's own side is the upper one: by what is marked as its zone or edge, else by its units. Null where nothing says so.
 * @param {Scene} scene @param {number} seat @param {{seat: number, y: number}[]} units
 */
export function isAbove(scene, seat, units) {
  /** @type {number[]} */
  const own = [];
  /** @type {number[]} */
  const others = [];
  for (const [, shapes] of scene.layers) {
    for (const shape of shapes) {
      const zone = shape.kind === "text" ? null : /^(?:zone|edge) (?:of|from which) seat_(\d)/.exec(shape.name);
      if (zone) (Number(zone[1]) === seat ? own : others).push(placeOf(shape)[1]);
    }
  }
  if (!own.length) for (const {seat: whose, y} of units) if (whose >= 0) (whose === seat ? own : others).push(y);
  if (!own.length || !others.length) return null;
  const mean = (/** @type {number[]} */ list) => list.reduce((sum, one) => sum + one, 0) / list.length, apart = mean(own) - mean(others);
  return Math.abs(apart) < 1 ? null : apart < 0;
}
