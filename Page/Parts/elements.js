// Elements from the server's answers, columns in and objects out, and the scenes that remain after a change: the server
// answers which parts of the content may be different.

import {frameOf, lengthOf, overlaps, readable} from "./numbers.js";

export const cellKind = 0;
export const supplementaryKind = 1;
export const decorationKind = 2;
export const kindNames = ["cell", "supplementary", "decoration"];

/** The columns of a list of elements, as objects. */
export function elementsOf(columns) {
  if (!columns) return [];
  const {names, numbers, frames, texts, pictures, hosts, ids, wrapped, outline} = columns;
  let nextHost = 0;
  const elements = new Array(numbers.length / 7);
  for (let index = 0; index < elements.length; index++) {
    const [frame, number] = [index * 4, index * 7];
    const kind = numbers[number], name = numbers[number + 1], section = numbers[number + 2];
    const item = numbers[number + 3], z = numbers[number + 4], lap = numbers[number + 5], flags = numbers[number + 6];
    const {level, branch} = outlineOf(outline ? outline[index] : 0);
    elements[index] = {
      kind,
      name: name < 0 ? "cell" : names[name],
      section,
      item,
      z,
      lap,
      isStale: (flags & 1) !== 0,
      moves: (flags & 2) !== 0,
      /** The part of a sheet's rows and columns: 0 scrolls, 1 and 2 stay at the first and at the last edge. */
      rows: (flags >> 2) & 3,
      columns: (flags >> 4) & 3,
      /** How it moves by its place in the viewport; 0: it does not. */
      motion: flags >> 7,
      x: frames[frame],
      y: frames[frame + 1],
      w: frames[frame + 2],
      h: frames[frame + 3],
      rowID: ids ? ids[index] : null,
      key: texts ? texts[index * 3] : null,
      title: texts ? texts[index * 3 + 1] : null,
      detail: texts ? texts[index * 3 + 2] : null,
      /** The placeholder until the picture comes, maybe an empty text; null: there is no picture. */
      picture: pictures ? pictures[index] : null,
      /** The line, the column and the text of each piece of the title; null: it does not wrap. */
      wrapped: wrapped ? wrapped[index] : null,
      level,
      branch,
      // A sheet that wraps both ways repeats an element along both in one lap.
      id: elementID(kind, name < 0 ? "" : names[name], section, item, lap) +
        (flags & 64 ? `.${frames[frame]}.${frames[frame + 1]}` : ""),
      mover: null,
      /** How far its cell lies from a badge that moves with it, and the cell's size; null: it moves by itself. */
      host: null,
    };
    if (hosts && elements[index].motion !== 0 && kind !== cellKind) {
      const [x, y, w, h] = hosts.slice(nextHost, nextHost + 4);
      elements[index].host = {x: x - frames[frame], y: y - frames[frame + 1], w, h};
      nextHost += 4;
    }
  }
  return elements;
}

/** The level of a row, and whether the branch below it is collapsed; null: nothing lies below it. */
const outlineOf = (number) => ({level: number >> 2, branch: number & 1 ? (number & 2) !== 0 : null});

export const elementID = (kind, name, section, item, lap) => `${kind}.${name}.${section}.${item}.${lap}`;

/** An item as an element, from what the server knows of it. */
export const elementFrom = ({section, item, zIndex, isStale, frame, id, key, title, detail, hasPicture, outline}) =>
  elementsOf({
    names: [],
    numbers: [cellKind, -1, section, item, zIndex, 0, isStale ? 1 : 0],
    frames: frame,
    ids: [id],
    texts: [key, title, detail],
    pictures: hasPicture ? [""] : null,
    outline: [outline || 0],
  })[0];

/** The name of an element. */
export function nameOf(element) {
  if (element.kind === cellKind) return element.title || element.key || `${element.section}/${element.item}`;
  if (element.kind === decorationKind) return element.name;
  return element.title || (element.section >= 0 ? `${element.name} ${element.section}` : element.name);
}

/** Its indices, as the command line takes them. */
export function placeOf(element) {
  if (element.kind === cellKind) return `${element.section}/${element.item}`;
  return element.section >= 0 ? `${element.name} ${element.section}` : element.name;
}

export const frameText = ({x, y, w, h}) => `${readable(w)} × ${readable(h)} at ${readable(x)}, ${readable(y)}`;

/** One line for a reader that shows no picture. */
export function spokenName(element) {
  return nameOf(element) + (element.detail ? `, ${element.detail}` : "") + (element.isStale ? ", stale" : "");
}

/** The order of drawing: the lowest first. */
export function drawingOrder(a, b) {
  const depth = (element) => (element.kind === decorationKind ? 0 : element.kind === cellKind ? 1 : 2);
  return a.z - b.z || depth(a) - depth(b) || a.lap - b.lap || a.section - b.section || a.item - b.item;
}

/** The order of reading: by lap, section and item, a header before its cells. */
export function readingOrder(a, b) {
  const rank = (element) => (element.kind === cellKind ? element.item : element.name === "footer" ? 1e15 : -1);
  return a.lap - b.lap || a.section - b.section || rank(a) - rank(b);
}

/** Merges several scenes, each element once and the lowest first. */
export function mergeScenes(scenes) {
  const elements = new Map();
  const pins = new Map();
  const sections = new Map();
  const sticky = new Map();
  for (const scene of scenes) {
    for (const element of scene.elements)
      if (!elements.has(element.id)) elements.set(element.id, element);
    for (const pin of scene.pins) pins.set(pin.element.id, pin);
    for (const item of scene.sticky ? scene.sticky.items : []) sticky.set(item.element.id, item);
    for (const section of scene.sections) sections.set(`${section.index}.${section.lap}`, section);
  }
  return {
    elements: [...elements.values()].sort(drawingOrder),
    pins: [...pins.values()].sort((a, b) => drawingOrder(a.element, b.element)),
    sections,
    sticky: mergeSticky(scenes, [...sticky.values()]),
  };
}

/** The items that may stick, in the order of the data. */
function mergeSticky(scenes, items) {
  const known = scenes.find((scene) => scene.sticky);
  if (!known) return null;
  items.sort((a, b) => a.element.section - b.element.section || a.element.item - b.element.item);
  return {...known.sticky, items};
}

/** The items of an answer that may stick, as objects. */
function stickyOf(answer) {
  if (!answer) return null;
  const items = elementsOf(answer.items)
                  .map((element, index) => ({element, level: answer.levels[index], isEnd: answer.isAtEnd[index]}));
  return {rule: answer.rule, start: answer.start, end: answer.end, items};
}

/** Frames from a list of their four numbers each. */
export const framesOf = (numbers) =>
  Array.from({length: numbers.length / 4}, (_, index) => frameOf(numbers.slice(4 * index, 4 * index + 4)));

/** The answer for a tile, with its elements as objects. */
export function sceneOf(answer) {
  const scene = {
    elements: elementsOf(answer.elements),
    pins: (answer.pins || []).map((pin) => ({...pin, element: elementsOf(pin.element)[0]})),
    sections: (answer.sections || []).map((section) => ({...section, ...frameOf(section.frame)})),
    sticky: stickyOf(answer.sticky),
    pieces: answer.pieces || null,
    boxes: answer.boxes ? framesOf(answer.boxes) : null,
  };
  const across = scene.sections.filter(({orthogonal}) => orthogonal !== 0);
  const moving = new Map(across.map((section) => [section.index, section]));
  for (const element of scene.elements)
    if (element.moves) element.mover = moving.get(element.section) || null;
  return scene;
}

/** The highest of some drawn boxes at a point, decorations aside. */
export function hitAt(drawn, x, y) {
  for (let index = drawn.length - 1; index >= 0; index--) {
    const {element, box} = drawn[index];
    if (element.kind === decorationKind) continue;
    if (x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h) return element;
  }
  return null;
}

/**
 * The element that an arrow key leads to: the nearest whose middle lies that way, where a step aside counts double.
 * The way is a pair of −1, 0 and 1.
 */
export function neighbourOf(current, drawn, [wayX, wayY]) {
  const middle = ({box}) => ({x: box.x + box.w / 2, y: box.y + box.h / 2});
  const from = middle(current);
  let best = null;
  let least = Infinity;
  for (const candidate of drawn) {
    if (candidate.element.kind === decorationKind || candidate.element.id === current.element.id) continue;
    const to = middle(candidate);
    const ahead = (to.x - from.x) * wayX + (to.y - from.y) * wayY;
    const aside = Math.abs((to.x - from.x) * wayY) + Math.abs((to.y - from.y) * wayX);
    if (ahead <= 0.5 || aside > 3 * ahead + 1) continue;
    const distance = ahead + 2 * aside;
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best && best.element;
}

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
