// Smaller than its own size, content folds into columns side by side, and is read down and then right. It does so as soon
// as two fit. Below the zoom at which boxes can be distinguished it is a contact sheet, whose columns keep a breadth at
// which they can.
//
// Pictures of a whole layout have as many columns: see OverviewPicture.swift.
//
// Along and across refer to the scroll axis: in content that scrolls sideways, columns are rows.

import {tileLength} from "./grid.js";
import {clamp, lengthOf} from "./numbers.js";

export const foldGap = 12;
export const foldMargin = 14;
export const leastFoldBreadth = 72;
/** The side of an average box, in pixels, at which bars begin to replace boxes, and at which they have. */
const barSides = /** @type {const} */ ([18, 11]);
/** The zoom at which content begins to fold, and at which it has: at its own size it stays as its layout has it. */
const foldingZooms = /** @type {const} */ ([1, 0.85]);
/** The columns that fit at which folding begins, and at which it is complete. */
const foldingColumns = /** @type {const} */ ([1.5, 2]);

/** How far a value is on the way from one bound to another: from 0 to 1, slowly at both ends. */
function shareBetween(value, from, to) {
  const part = clamp((value - from) / (to - from), 0, 1);
  return part * part * (3 - 2 * part);
}

/** The least breadth of a column: as many as fit, without a rest beside them. */
function leastBreadth(room) {
  const count = Math.max(1, Math.floor((room - 2 * foldMargin + foldGap) / (leastFoldBreadth + foldGap)));
  return Math.max(1, (room - 2 * foldMargin + foldGap) / count - foldGap);
}

/** Whether the content of a view may fold. */
const canFold = (view) =>
  Boolean(view.layout) && !view.isFree && !view.isEndless && !view.bounds && view.layout.items > 0;

/** How far bars have replaced boxes: 0 while boxes can be distinguished, 1 when they cannot. */
export function foldShare(view, zoom = view.zoom) {
  if (!canFold(view)) return 0;
  const side = Math.sqrt((view.extent.w * view.extent.h) / view.layout.items) * zoom;
  // At about its own size content has no bars, however small its boxes are.
  return shareBetween(side, ...barSides) * clamp((0.6 - zoom) / 0.2, 0, 1);
}

/**
 * The columns of a view. `share` is how far bars have replaced boxes, `spread` how far the columns are folded, `fitting`
 * and `whole` how many fit, with and without a fraction, and `count` how many show; `start` is the first one's place,
 * `breadth` and `pitch` their breadth and distance, all in pixels; `length` is the length of content in each, in points.
 */
export function foldOf(view, zoom = view.zoom) {
  const share = foldShare(view, zoom);
  const room = view.stageLength(view.cross);
  const natural = view.extent[lengthOf(view.cross)] * zoom;
  const breadth = natural + (Math.max(natural, leastBreadth(room)) - natural) * share;
  const length = view.stageLength(view.axis) / zoom;
  const pitch = breadth + foldGap;
  const centre = (room - breadth) / 2;
  const fitting = (room - 2 * foldMargin + foldGap) / pitch;
  const fold = {share, spread: 0, fitting, whole: 1, count: 1, start: centre, breadth, pitch, length};
  if (!canFold(view)) return fold;
  const spread = shareBetween(fitting, ...foldingColumns) * shareBetween(zoom, ...foldingZooms);
  // The frozen lines of a sheet stay with one column of boxes.
  fold.spread = view.layout.hasFrozenLines ? Math.min(share, spread) : spread;
  if (fold.spread === 0) return fold;
  const needed = view.extent[lengthOf(view.axis)] / length;
  const all = clamp(Math.min(fitting, needed), 1, Infinity) * pitch - foldGap;
  fold.whole = Math.max(1, Math.floor(fitting + 1e-9));
  fold.count = Math.max(fold.whole, Math.ceil((room - foldMargin) / pitch - 1e-9));
  fold.start = centre + ((room - all) / 2 - centre) * fold.spread;
  return fold;
}

/** The elements of each column, by their natural places; those that move by their place are in all of them. */
export function elementsByColumn(elements, view, fold) {
  if (fold.spread === 0 || view.layout.hasFrozenLines) return Array(fold.count).fill(elements);
  const columns = Array.from({length: fold.count}, () => []);
  const [along, long] = [view.axis, lengthOf(view.axis)];
  const last = fold.count - 1;
  for (const element of elements) {
    const start = element[along] - view[along];
    const isFree = element.motion !== 0;
    const low = isFree ? 0 : Math.max(0, Math.floor(start / fold.length));
    const high = isFree ? last : Math.min(last, Math.floor((start + element[long]) / fold.length));
    for (let column = low; column <= high; column++) columns[column].push(element);
  }
  return columns;
}

/** The length of content that a view shows, in all its whole columns. */
export function shownLength(view) {
  const {spread, whole, length} = foldOf(view);
  return length * (1 + (whole - 1) * spread);
}

/** The part of the content that a view shows, in all its columns. */
export function shownRegion(view) {
  const {count, length} = foldOf(view);
  const rest = view.extent[view.axis] + view.extent[lengthOf(view.axis)] - view[view.axis];
  return {...view.shown, [lengthOf(view.axis)]: Math.max(length, Math.min(length * count, rest))};
}

/** The greatest zoom at which all of the content shows in its columns; null: it never folds. */
export function sheetZoom(view) {
  if (!canFold(view)) return null;
  const along = view.stageLength(view.axis);
  const whole = view.extent[lengthOf(view.axis)];
  let found = null;
  for (let count = 1; count <= 400; count++) {
    const zoom = (count * along) / Math.max(whole, 1);
    if (zoom > foldingZooms[1]) break;
    const {fitting, spread} = foldOf(view, zoom);
    if (fitting < count - 1e-9 || (count > 1 && spread < 1)) break;
    found = zoom;
  }
  return found;
}

/** The coordinate of the content at a point of the stage, along the scroll axis, and the column that it is in. */
export function foldedPlace(view, point) {
  const fold = foldOf(view);
  const across = point[view.cross] - fold.start;
  const column = fold.spread < 1 ? 0 : clamp(Math.floor((across + foldGap / 2) / fold.pitch), 0, fold.count - 1);
  return {column, value: view[view.axis] + column * fold.length + point[view.axis] / view.zoom};
}

/** The strips of content that a sheet shows: pieces of one length each, whose strips are powers of two long. */
export function stripsOf(view) {
  const fold = foldOf(view);
  const length = tileLength(fold.length);
  const low = Math.max(view[view.axis], 0);
  const high = Math.min(view[view.axis] + fold.length * fold.count, view.extent[lengthOf(view.axis)]);
  const strips = [];
  for (let index = Math.floor(low / length); index * length < high && strips.length < 64; index++)
    strips.push({key: `${length}.${index}`, from: index * length, to: (index + 1) * length});
  return strips;
}

/** A colour from a wheel of hues, by a section's position, if there are too many sections for distinct colours. */
export const wheelColour = (part, isDark) =>
  `oklch(${isDark ? 0.62 : 0.74} 0.12 ${Math.round(30 + 300 * clamp(part, 0, 1))})`;

/** The greatest number of sections with distinct colours on a sheet. */
export const tintedSections = 64;

/** The cells of a piece against the average: 0 for none, 1 for four times as many. */
export const relativeDensity = (cells, average) =>
  clamp(Math.log2(1 + cells / Math.max(average, 1e-12)) / Math.log2(5), 0, 1);
