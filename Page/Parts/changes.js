// The scenes that remain after a change: the server answers which parts of the content may be different.

import {cellKind, readingOrder} from "./elements.js";
import {lengthOf, overlaps} from "./numbers.js";

/** The pieces of a rectangle, each with the distance that its content moved; null: something in it may be different. */
function piecesOf(rect, parts, axis) {
  const pieces = [];
  let at = rect[axis];
  const end = at + rect[lengthOf(axis)];
  for (const {x, y, width, height, [`d${axis}`]: by} of [...parts].sort((a, b) => a[axis] - b[axis])) {
    const frame = {x, y, w: width, h: height};
    if (!overlaps(frame, rect)) continue;
    if (by === undefined) return null;
    if (frame[axis] > at) pieces.push({from: at, to: frame[axis], by: 0});
    const from = Math.max(frame[axis], at);
    at = Math.min(frame[axis] + frame[lengthOf(axis)], end);
    pieces.push({from, to: at, by});
  }
  return at < end ? [...pieces, {from: at, to: end, by: 0}] : pieces;
}

/** The scene of a rectangle, from the tiles before a change; null: it is not known. */
export function sceneAfter(rect, former, parts, axis) {
  const pieces = piecesOf(rect, parts, axis);
  if (!pieces) return null;
  const [long, cross] = [lengthOf(axis), axis === "y" ? "x" : "y"];
  const alike = former.filter(({rect: tile}) => tile[cross] === rect[cross] && tile.w === rect.w && tile.h === rect.h);
  if (pieces.every(({by}) => by === 0)) return alike.find((tile) => tile.rect[axis] === rect[axis])?.scene ?? null;
  const [elements, sections] = [new Map(), new Map()];
  for (const {from, to, by} of pieces) {
    const moved = (frame) => ({...frame, [axis]: frame[axis] + by});
    let known = 0;
    for (const {rect: source, scene} of alike) {
      const low = Math.max(source[axis], from - by), high = Math.min(source[axis] + source[long], to - by);
      if (low >= high) continue;
      if (scene.pieces || scene.boxes) return null;
      known += high - low;
      const shows = (frame) => frame[axis] < high && frame[axis] + frame[long] > low;
      for (const section of scene.sections.filter(shows))
        sections.set(`${section.index}.${section.lap}`, section[axis] < from - by ? section : moved(section));
      for (const element of scene.elements.filter(shows))
        elements.set(element.id, {...moved(element), mover: element.mover && moved(element.mover)});
    }
    if (known < to - from - 1e-6) return null;
  }
  // Pinned and sticking elements never move along.
  const none = {pins: [], sticky: null, pieces: null, boxes: null};
  return {elements: [...elements.values()], sections: [...sections.values()], ...none};
}

/** The first cell of a scene; null: it has none. If its index is the same, so are those of the others. */
export const firstCell = ({elements}) => elements.reduce(
  (first, element) => element.kind === cellKind && (!first || readingOrder(element, first) < 0) ? element : first,
  null);
