// Shapes as they cross (docs/web-scene.md), made into objects once: nothing else on the page knows their places in a list.

/** @import {Disc, KeyedScene, Line, Polygon, Rect, Shape, Text, Unit, WrittenDisc, WrittenLine, WrittenPolygon, WrittenRect, WrittenScene, WrittenShape, WrittenText, WrittenUnit} from "./types.d.ts" */

/**
 * A scene with its shapes as objects, as the painter wants it.
 * @typedef {Omit<KeyedScene, "layers"> & {layers: [name: string, shapes: Shape[]][]}} Scene
 */

/** A scene as it is written, with its shapes as objects. @param {WrittenScene} scene @returns {Scene} */
export const sceneOf = (scene) => ({...scene, layers: scene.layers.map(([name, shapes]) => [name, shapes.map(shapeOf)])});

/** A shape as an object, with what was left out. @param {WrittenShape} written @returns {Shape} */
export function shapeOf(written) {
  switch (written[0]) {
    case "r": return rectOf(written);
    case "d": return discOf(written);
    case "p": return polygonOf(written);
    case "l": return lineOf(written);
    default: return textOf(written);
  }
}

/** @param {WrittenRect} written @returns {Rect} */
const rectOf = ([, x, y, w, h, fill = null, stroke = null, width = 0.05, name = "", unit = null]) => ({kind: "rect", x, y, w, h, fill, stroke, width, name, unit: unitOf(unit)});

/** @param {WrittenDisc} written @returns {Disc} */
const discOf = ([, x, y, r, fill = null, stroke = null, width = 0.05, name = "", unit = null]) => ({kind: "disc", x, y, r, fill, stroke, width, name, unit: unitOf(unit)});

/** @param {WrittenPolygon} written @returns {Polygon} */
const polygonOf = ([, points, fill = null, stroke = null, width = 0.05, name = "", unit = null]) => ({kind: "polygon", points, fill, stroke, width, name, unit: unitOf(unit)});

/** @param {WrittenLine} written @returns {Line} */
const lineOf = ([, x1, y1, x2, y2, stroke, width = 0.05, name = ""]) => ({kind: "line", x1, y1, x2, y2, stroke, width, name});

/** @param {WrittenText} written @returns {Text} */
const textOf = ([, x, y, text, size, fill, anchor = "middle", bold = false]) => ({kind: "text", x, y, text, size, fill, anchor, bold});

/** @param {WrittenUnit | null} written @returns {Unit | null} */
const unitOf = (written) => written && {name: written[0], seat: written[1], state: written[2]};
