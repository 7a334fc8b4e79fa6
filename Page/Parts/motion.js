// How elements move by their place in the view. Motions of cells have the formulas of ElementMotion.swift. Of the items
// that stick to the edges, each tile brings those in it, and of each level the next ones around it. Pinned elements,
// the frozen lines of sheets, and sections that scroll across.

import {clamp, frameIn, lengthOf} from "./numbers.js";

/** The part of the content by which elements move; a page of one rectangle has that, where it is smaller. */
export function motionViewport(view) {
  const {shown, bounds} = view;
  if (!bounds) return shown;
  const range = (name) => shown[lengthOf(name)] > bounds[lengthOf(name)] ? [bounds[name], bounds[lengthOf(name)]]
                                                                         : [shown[name], shown[lengthOf(name)]];
  const [[x, w], [y, h]] = [range("x"), range("y")];
  return {x, y, w, h};
}

/**
 * An element as it is drawn, by its place and the viewport: its box before it is turned, the angle, the opacity, and the
 * box around all of it. A badge is as if painted on its cell, whose place is the host.
 */
export function drawingOf(motion, place, viewport, host = place) {
  const kind = motion & 7;
  const along = (motion & 8) !== 0 ? "x" : "y";
  const isMirrored = (motion & 16) !== 0;
  const length = host[lengthOf(along)];
  const whole = viewport[lengthOf(along)];
  const start = host[along] - viewport[along];
  const middle = clamp((2 * start + length - whole) / (whole + length), -1, 1);
  let scale = 1, rotation = 0, opacity = 1;
  const shift = {x: 0, y: 0};
  if (kind === 1) {
    const isReversed = isMirrored && along === "x";
    const passed = clamp((2 * (isReversed ? start + length - whole : -start)) / whole, 0, 1);
    scale = 1 - 0.2 * passed;
    opacity = 1 - passed;
    shift[along] = (isReversed ? -0.5 : 0.5) * whole * passed;
  } else if (kind === 2) {
    scale = 1 - 0.5 * Math.abs(middle);
    shift[along] = -0.125 * whole * middle * Math.abs(middle);
  } else if (kind === 3) {
    rotation = (along === "y" && !isMirrored ? -0.5 : 0.5) * middle;
    shift[along === "x" ? "y" : "x"] = (along === "y" && isMirrored ? -0.125 : 0.125) * whole * middle * middle;
  } else if (kind === 4) {
    opacity = 1 - middle * middle;
  }
  const sine = Math.sin(rotation), cosine = Math.cos(rotation);
  const away = {x: place.x + place.w / 2 - (host.x + host.w / 2), y: place.y + place.h / 2 - (host.y + host.h / 2)};
  shift.x += scale * (away.x * cosine - away.y * sine) - away.x;
  shift.y += scale * (away.x * sine + away.y * cosine) - away.y;
  const around = (w, h) => ({
    x: place.x + shift.x + (place.w - w) / 2,
    y: place.y + shift.y + (place.h - h) / 2,
    w,
    h,
  });
  const [w, h] = [scale * place.w, scale * place.h];
  const turn = Math.abs(sine);
  return {box: around(w, h), whole: around(w * cosine + h * turn, h * cosine + w * turn), rotation, opacity};
}

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
  const {found, startLength} = stuck(items, sticky.rule === "stack", headerEnd, high);
  const places = new Map();
  for (const {item, place} of found) {
    const {element} = item;
    const at = sign > 0 ? place : -place - item.length;
    places.set(element.id, {...frameIn(element), [name]: at, z: 100 - item.level});
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

/**
 * By the rule “push”, one item at each edge, which the next one pushes away. By “stack”, one of each level, from the
 * outermost level inwards, as far as there is room.
 */
function stuck(items, isStacked, headerEnd, high) {
  const low = headerEnd(0);
  const [atStart, atEnd] = [[], []];
  let [startLength, endLength] = [0, 0];
  const hasRoom = (item) => !isStacked || startLength + endLength + item.length < high - low - stickyTolerance;
  const isInside = (item, outer) => !outer || items.indexOf(outer) < items.indexOf(item);
  const levelOf = (item) => (isStacked ? item.level : 0);
  const alike = (level) => items.filter((item) => levelOf(item) === level);
  for (const level of [...new Set(items.map(levelOf))].sort((a, b) => a - b)) {
    const first = lastBefore(alike(level), low + startLength);
    if (first && hasRoom(first) && isInside(first, atStart.at(-1))) {
      atStart.push(first);
      startLength += first.length;
    }
    const last = firstBeyond(alike(level), high - endLength);
    const outer = atEnd.at(-1);
    if (last && hasRoom(last) && (!outer || isInside(outer, last))) {
      atEnd.push(last);
      endLength += last.length;
    }
  }
  const found = [];
  let [place, rest] = [headerEnd(startLength), startLength];
  for (const item of atStart) {
    const next = neighbour(alike(levelOf(item)), item, 1);
    if (next) place = Math.min(place, next.begin - rest);
    found.push({item, place});
    place += item.length;
    rest -= item.length;
  }
  place = high;
  for (const item of atEnd) {
    const before = isStacked ? null : neighbour(items, item, -1);
    place -= item.length;
    found.push({item, place: before ? Math.max(place, before.begin + before.length) : place});
  }
  return {found, startLength};
}

/** The distances by which the frozen rows and columns of a sheet have moved from their places at rest. */
export function sheetShift({lines, y, h}, view) {
  const {shown, layout} = view;
  const length = ([low, high]) => high - low;
  const circular = {x: layout.crossLapLength > 0, y: layout.lapLength > 0 && layout.sections === 1};
  const {top, bottom, left, right} = lines;
  const [endX, endY] = [shown.x + shown.w, shown.y + shown.h];
  const topAt = circular.y ? shown.y : Math.max(top[0], Math.min(shown.y, y + h - length(top)));
  const bottomAt = Math.max(endY - length(bottom), topAt + length(top));
  let leftAt, rightAt;
  if (layout.isMirroredAcross) {
    rightAt = endX - length(right);
    if (!circular.x) rightAt = Math.min(right[0], Math.max(rightAt, 0));
    leftAt = Math.min(shown.x, rightAt - length(left));
    if (!circular.x) leftAt = Math.max(left[0], leftAt);
  } else {
    leftAt = circular.x ? shown.x : Math.max(left[0], Math.min(shown.x, layout.content[0] - length(left)));
    rightAt = Math.max(endX - length(right), leftAt + length(left));
    if (!circular.x) rightAt = Math.min(right[0], rightAt);
  }
  return {
    y: [0, topAt - top[0], (circular.y ? bottomAt : Math.min(bottom[0], bottomAt)) - bottom[0]],
    x: [0, leftAt - left[0], rightAt - right[0]],
  };
}

/** The frozen rows and columns of the visible sheets that have moved, at their natural places. */
export function frozenRects(sheets, view) {
  const {shown} = view;
  const rects = [];
  for (const sheet of sheets) {
    if (!sheet.lines) continue;
    const shift = sheetShift(sheet, view);
    const {top, bottom, left, right} = sheet.lines;
    const rows = [[shown.y, shown.y + shown.h], top, bottom];
    const columns = [[shown.x, shown.x + shown.w], left, right];
    for (const row of [0, 1, 2]) {
      for (const column of [0, 1, 2]) {
        if (shift.y[row] === 0 && shift.x[column] === 0) continue;
        const [[y, endY], [x, endX]] = [rows[row], columns[column]];
        if (endX > x && endY > y) rects.push({x, y, w: endX - x, h: endY - y});
      }
    }
  }
  return rects;
}

/**
 * The place of a pinned element at a line, along the direction in which it moves: where it begins, its length, and how
 * far it gets until its section pushes it out.
 */
export function pinningAt(pin, line, ownLength) {
  const [natural, last] = pin.keepsToEnd ? [-pin.high, -pin.low] : [pin.low, pin.high];
  const least = pin.minimum ?? ownLength;
  const length = Math.max(least, ownLength - Math.max(0, line - natural));
  return {natural, length, limit: last + least - length};
}

/** The present frame of a pinned element. Pushed is the header before items that stick, and their length. */
export function placePin(pin, view, pushed = null) {
  const name = view.axis;
  const lengthName = lengthOf(name);
  const {element} = pin;
  const shown = motionViewport(view);
  const line = (pin.keepsToEnd ? -shown[name] - shown[lengthName] : shown[name]) + pin.inset;
  const {natural, length, limit} = pinningAt(pin, line, element[lengthName]);
  // Items that stick below a header move it away together with them.
  const rest = pushed && pushed.id === element.id ? pushed.length : 0;
  const place = Math.max(natural, Math.min(line, limit - rest));
  return {...frameIn(element), [name]: pin.keepsToEnd ? -place - length : place, [lengthName]: length};
}

/** The present frame of an element, in content coordinates: a section that was scrolled across has moved its cells. */
export function placeNow(element, offsets, cross) {
  const {mover} = element;
  if (!mover) return element;
  const shift = ((offsets.get(element.section) ?? mover.offset) - mover.offset) * mover.orthogonal;
  if (shift === 0) return element;
  return {...frameIn(element), [cross]: element[cross] - shift};
}

/**
 * The offset at which a released section stops: the next stop in the direction of a flick, else the nearest. `speed` is
 * in points a millisecond.
 */
export function restOf(stops, offset, speed) {
  if (Math.abs(speed) > 0.25) {
    const ahead = stops.filter((stop) => (speed > 0 ? stop > offset + 0.5 : stop < offset - 0.5));
    if (ahead.length > 0) return speed > 0 ? ahead[0] : ahead[ahead.length - 1];
  }
  return stops.reduce((best, stop) => (Math.abs(stop - offset) < Math.abs(best - offset) ? stop : best), stops[0]);
}
