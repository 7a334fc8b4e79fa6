// Items that stick to the edges of the view. Each tile brings those in it, and of each level the next ones around it.

import {pinningAt} from "./grid.js";
import {lengthOf} from "./numbers.js";

const stickyTolerance = 1e-6;

/**
 * The items that stick now, each with its place, and the pinned header that they push, with their length. Places run
 * along the scroll axis, from the far end of a mirrored layout.
 */
export function stuckIn({sticky, pins, sections}, view) {
  const none = {places: new Map(), header: null};
  if (!sticky || sticky.items.length === 0) return none;
  const name = view.axis;
  const length = (box) => box[lengthOf(name)];
  const sign = view.layout.isMirrored ? -1 : 1;
  const begin = (box) => (sign > 0 ? box[name] : -box[name] - length(box));
  const {shown} = view;
  const line = begin(shown) + sticky.start;
  const high = begin(shown) + length(shown) - sticky.end;
  const header = headerAt(line, pins, sections, begin, sign, length);
  const headerEnd = (rest) =>
    header ? Math.max(header.natural, Math.min(line, header.limit - rest)) + header.length : line;
  const items = sticky.items.map((item) => ({...item, begin: begin(item.element), length: length(item.element)}));
  const rule = sticky.rule === "push" ? pushed : stacked;
  const {found, startLength} = rule(items, headerEnd, high);
  const places = new Map();
  for (const {item, place} of found) {
    const {element} = item;
    const at = sign > 0 ? place : -place - item.length;
    places.set(element.id, {x: element.x, y: element.y, w: element.w, h: element.h, [name]: at, z: 100 - item.level});
  }
  return {places, header: header ? {id: header.id, length: startLength} : null};
}

/** The header that pins at a line. */
function headerAt(line, pins, sections, begin, sign, length) {
  for (const pin of pins) {
    const {element} = pin;
    if (pin.keepsToEnd !== sign < 0) continue;
    const section = sections.get(`${element.section}.0`);
    if (!section || begin(section) > line || begin(section) + length(section) <= line) continue;
    const place = pinningAt(pin, line, length(element));
    if (place.natural <= line + stickyTolerance) return {id: element.id, ...place};
  }
  return null;
}

const lastBefore =
  (items, line) => [...items].reverse().find((item) => !item.isEnd && item.begin <= line + stickyTolerance);
const firstBeyond = (items, line) =>
  items.find((item) => item.isEnd && item.begin + item.length > line + stickyTolerance);

/** The next item of the same edge that comes after one in the data, or before it. */
function neighbour(items, item, step) {
  for (let index = items.indexOf(item) + step; items[index]; index += step)
    if (items[index].isEnd === item.isEnd) return items[index];
  return null;
}

/** One item at each edge, which the next one pushes away. */
function pushed(items, headerEnd, high) {
  const found = [];
  let startLength = 0;
  const first = lastBefore(items, headerEnd(0));
  if (first) {
    startLength = first.length;
    const next = neighbour(items, first, 1);
    const place = headerEnd(startLength);
    found.push({item: first, place: next ? Math.min(place, next.begin - first.length) : place});
  }
  const last = firstBeyond(items, high);
  if (last) {
    const before = neighbour(items, last, -1);
    const place = high - last.length;
    found.push({item: last, place: before ? Math.max(place, before.begin + before.length) : place});
  }
  return {found, startLength};
}

/** One item of each level at each edge, from the outermost level inwards, as far as there is room. */
function stacked(items, headerEnd, high) {
  const low = headerEnd(0);
  const atStart = [];
  const atEnd = [];
  let startLength = 0;
  let endLength = 0;
  const hasRoom = (item) => startLength + endLength + item.length < high - low - stickyTolerance;
  const levels = [...new Set(items.map((item) => item.level))].sort((a, b) => a - b);
  for (const level of levels) {
    const own = items.filter((item) => item.level === level);
    const first = lastBefore(own, low + startLength);
    const outer = atStart.at(-1);
    if (first && hasRoom(first) && (!outer || items.indexOf(outer) < items.indexOf(first))) {
      atStart.push(first);
      startLength += first.length;
    }
    const last = firstBeyond(own, high - endLength);
    const outerLast = atEnd.at(-1);
    if (last && hasRoom(last) && (!outerLast || items.indexOf(last) < items.indexOf(outerLast))) {
      atEnd.push(last);
      endLength += last.length;
    }
  }
  const found = [];
  let place = headerEnd(startLength);
  let rest = startLength;
  for (const item of atStart) {
    const next = neighbour(items.filter((other) => other.level === item.level), item, 1);
    if (next) place = Math.min(place, next.begin - rest);
    found.push({item, place});
    place += item.length;
    rest -= item.length;
  }
  place = high;
  for (const item of atEnd) found.push({item, place: place -= item.length});
  return {found, startLength};
}
