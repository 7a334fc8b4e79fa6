// Staying in place: the elements that show where the view is, by keys or row ids, which stay with an item wherever it
// moves, and the address of a place, to which a link or a bookmark leads back.

import {cellKind, readingOrder} from "./elements.js";
import {frameIn} from "./numbers.js";

/** The most items that a place is remembered by: some of them may be deleted. */
const anchorLimit = 8;

/** The name of an item in requests and addresses; null for what is no cell of an item. */
export function referenceOf({key, rowID}) {
  if (key !== null && key !== undefined) return `k:${key}`;
  return rowID !== null && rowID !== undefined ? `i:${rowID}` : null;
}

/** The axes along which a view follows an item. */
const anchoredAxes = (view) => (view.isFree || view.layout.hasFrozenLines ? ["x", "y"] : [view.axis]);

/**
 * The items by which a place is remembered, the best first: the chosen one if it shows, then those that begin in the
 * view, in the order of reading. Each has its frame at its natural place.
 *
 * - Parameter drawn: The boxes on the stage: { element, box }. Elements that are pinned or stick are no anchors.
 */
export function anchorsIn(drawn, view, chosen) {
  const found = [];
  for (const {element, box} of drawn) {
    if (element.kind !== cellKind || element.lap !== 0 || element.motion || referenceOf(element) === null) continue;
    const natural = view.onStage(element);
    if (anchoredAxes(view).some((name) => Math.abs(natural[name] - box[name]) > 1)) continue;
    if (box.x >= view.w || box.y >= view.h || box.x + box.w <= 0 || box.y + box.h <= 0) continue;
    const begins = anchoredAxes(view).every((name) => box[name] >= -0.5);
    found.push({element, rank: chosen && chosen.id === element.id ? 0 : begins ? 1 : 2});
  }
  found.sort((a, b) => a.rank - b.rank || readingOrder(a.element, b.element));
  return found.slice(0, anchorLimit).map(({element}) => ({reference: referenceOf(element), frame: frameIn(element)}));
}

/** How far the content has moved under a view, by an anchor's frame before and after. */
export function shiftOf(view, before, after) {
  const shift = {x: 0, y: 0};
  for (const name of anchoredAxes(view)) {
    shift[name] = after[name] - before[name];
    // Mirrored content grows at its beginning, which is its far end.
    if (view.layout.isMirrored && name === "x") shift.x += after.w - before.w;
  }
  return shift;
}

/** The corner of a view that has an item at the distance that an address records. */
export function cornerAt(view, frame, {x, y}) {
  const axes = anchoredAxes(view);
  return {x: axes.includes("x") ? frame.x + x : null, y: axes.includes("y") ? frame.y + y : null};
}

/** A text for each part of an address that is set: items are named as `referenceOf` does. */
export function addressText(state) {
  const rounded = (value) => String(Math.round(value * 100) / 100);
  const query = new URLSearchParams({layout: state.layout});
  const set = (name, value) => {
    if (value !== null && value !== undefined && value !== "") query.set(name, value);
  };
  set("hits", state.hits);
  if (state.at) {
    set("at", state.at.reference);
    set("by", `${rounded(state.at.x)},${rounded(state.at.y)}`);
  }
  // For a layout in which that item is missing.
  set("x", rounded(state.x));
  set("y", rounded(state.y));
  if (state.zoom !== 1) set("zoom", String(+state.zoom.toPrecision(6)));
  set("chosen", state.chosen);
  set("search", state.search);
  set("colour", state.colour);
  set("offsets", [...state.offsets].map(([section, offset]) => `${section}:${rounded(offset)}`).join(","));
  if (state.isExplaining) set("explain", "1");
  return `?${query}`;
}

/** The parts of an address; null where it has none, or nothing that can be read. */
export function addressFrom(text) {
  const query = new URLSearchParams(text);
  const number = (name) => (query.get(name) && Number.isFinite(+query.get(name)) ? +query.get(name) : null);
  const [x, y] = (query.get("by") ?? "").split(",").map(Number);
  const offsets = new Map();
  for (const pair of (query.get("offsets") ?? "").split(",")) {
    const [section, offset] = pair.split(":").map(Number);
    if (pair && section >= 0 && Number.isFinite(offset)) offsets.set(section, offset);
  }
  const reference = (name) => (/^(k:|i:-?\d+$)/.test(query.get(name) ?? "") ? query.get(name) : null);
  return {
    layout: query.get("layout"),
    hits: query.get("hits") || null,
    at: reference("at") && Number.isFinite(x) && Number.isFinite(y) ? {reference: reference("at"), x, y} : null,
    x: number("x"),
    y: number("y"),
    zoom: number("zoom"),
    fraction: number("fraction"),
    chosen: reference("chosen"),
    search: query.get("search") ?? "",
    colour: query.get("colour"),
    offsets,
    isExplaining: query.get("explain") === "1",
  };
}
