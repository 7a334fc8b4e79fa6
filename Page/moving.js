// Moving the view: at once, in a glide, or on from a flick.

import {addressNow, leaveFor, noteAddress} from "./history.js";
import {show} from "./main.js";
import {choose, coveredHeight} from "./panel.js";
import {addressFrom, referenceOf} from "./Parts/anchors.js";
import {cellKind, elementFrom} from "./Parts/elements.js";
import {foldedPlace} from "./Parts/fold.js";
import {restOf} from "./Parts/motion.js";
import {clamp, frameBetween, lengthOf} from "./Parts/numbers.js";
import {source} from "./source.js";
import {page, prefersLessMotion, redraw, view} from "./state.js";
import {merged} from "./tiles.js";

/**
 * Shows another order of the same items, and each item comes from where it was: around the chosen item, and else as far
 * from the beginning.
 */
export async function sort(name) {
  const {drawn, chosen} = page;
  const before = {...addressFrom(addressNow().split("?")[1]), offsets: new Map()};
  const {fraction} = view;
  await show(name, chosen ? before : {...before, at: null, x: null, y: null, fraction});
  if (chosen && referenceOf(chosen)) {
    // Another layout may not have it.
    const details = await source.item(name, chosen).catch(() => null);
    if (details && view.layout.name === name) choose(elementFrom(details), true, details);
  }
  if (prefersLessMotion.matches) return;
  keepDrawn(drawn);
  const cells = drawn.filter(({element}) => element.kind === cellKind);
  page.sorting = {boxes: new Map(cells.map(({element, box}) => [element.rowID, box])), share: 0};
  redraw();
}

/**
 * Keeps boxes on the stage until the tiles have come, at most for some time.
 *
 * @param {{x: number, y: number}} place
 */
export function keepDrawn(drawn, place = view, milliseconds = 3000) {
  page.still = {drawn, x: place.x, y: place.y, zoom: view.zoom, until: performance.now() + milliseconds};
}

/** The place of an item on the stage, on its way from the order before. */
export function sortedBox(element, box) {
  const from = page.sorting && element.kind === cellKind && page.sorting.boxes.get(element.rowID);
  if (!from) return box;
  const {sorting} = page;
  // It begins once the tiles have come.
  if (!page.glides.sorting) {
    startGlide("sorting", 320, (part) => {
      sorting.share = slowAtEnds(part);
      if (part === 1 && page.sorting === sorting) page.sorting = null;
    });
  }
  return frameBetween(from, box, sorting.share);
}

export function moveBy(x, y) {
  const isMoved = view.moveTo(view.x + x, view.y + y);
  if (isMoved) redraw();
  return isMoved;
}

export function moveToFraction(fraction) {
  page.glides.place = null;
  view.moveToFraction(fraction);
  redraw();
}

export function zoomTo(zoom, at = undefined) {
  page.glides.place = page.glides.zoom = null;
  view.zoomTo(zoom, at);
  redraw();
}

/** Zooms from the sheet to a zoom at which boxes can be distinguished, around a point. */
export function zoomInto(point) {
  leaveFor("sheet");
  const zoom = Math.min(1, view.fittingZoom > 0.5 ? 1 : view.fittingZoom);
  const from = view.zoom;
  page.glides.place = null;
  startGlide("zoom", 420, (part) => view.zoomTo(from * (zoom / from) ** slowAtEnds(part), point));
}

/**
 * Moves something in the next frames, or at once if the time is 0 or motion is not wanted: `step` gets the share of the
 * way that it has gone.
 */
export function startGlide(kind, milliseconds, step, ends = {}) {
  const isAtOnce = milliseconds === 0 || prefersLessMotion.matches;
  page.glides[kind] = isAtOnce ? null : {...ends, step, milliseconds, start: performance.now()};
  if (isAtOnce) step(1);
  redraw();
}

export function stepGlides(now) {
  for (const [kind, glide] of Object.entries(page.glides)) {
    if (!glide) continue;
    const part = clamp((now - glide.start) / glide.milliseconds, 0, 1);
    if (part === 1) page.glides[kind] = null;
    glide.step(part);
    redraw();
  }
}

const slowingDown = (part) => 1 - (1 - part) ** 3;
export const slowAtEnds = (part) => part * part * (3 - 2 * part);

/** Goes somewhere within a few frames; at once if that is far, or motion is not wanted. */
export function glideTo(x, y) {
  const target = {x: clamp(x, ...view.limits("x")), y: clamp(y, ...view.limits("y"))};
  const isFar =
    Math.abs(target.y - view.y) * view.zoom > 4 * view.h || Math.abs(target.x - view.x) * view.zoom > 4 * view.w;
  const from = {x: view.x, y: view.y};
  startGlide("place", isFar ? 0 : 160, (part) => {
    const eased = slowingDown(part);
    view.moveTo(from.x + (target.x - from.x) * eased, from.y + (target.y - from.y) * eased);
  }, {from, to: target});
}

/** Shows a frame of the content, above the sheet if there is one. */
export function reveal(frame) {
  const corner = view.cornerShowing(frame, coveredHeight());
  glideTo(corner.x, corner.y);
}

/** The section that scrolls across the axis under a point of the stage; null: none does. */
export function orthogonalAt(point) {
  if (!view.layout || view.isFree) return null;
  const along = view.axis;
  const {value} = foldedPlace(view, point);
  for (const section of merged.sections.values()) {
    if (section.orthogonal !== 0 && value >= section[along] && value < section[along] + section[lengthOf(along)])
      return section;
  }
  return null;
}

/** Scrolls a section across the axis; returns whether it moved. */
export function scrollSection(section, distance) {
  const now = page.offsets.get(section.index) ?? section.offset;
  const next = clamp(now + distance * section.orthogonal, section.leastOffset, section.greatestOffset);
  if (next === now) return false;
  page.offsets.set(section.index, next);
  noteAddress();
  redraw();
  return true;
}

/** Lets a section that has stops settle at one; the speed is the finger's, in pixels a millisecond. */
export function restSection(section, speed) {
  const from = page.offsets.get(section.index) ?? section.offset;
  const to = restOf(section.stops, from, (speed * section.orthogonal) / view.zoom);
  startGlide("section", 220, (part) => page.offsets.set(section.index, from + (to - from) * slowingDown(part)));
}

/** A flick goes on, slower and slower. */
export function stepFling(now) {
  const {fling} = page;
  if (!fling) return;
  const passed = Math.min(now - fling.time, 40);
  fling.time = now;
  const isMoved = fling.section
    ? scrollSection(fling.section, ((view.cross === "x" ? fling.x : fling.y) * passed) / view.zoom)
    : moveBy((fling.x * passed) / view.zoom, (fling.y * passed) / view.zoom);
  const friction = Math.exp(-passed / 340);
  fling.x *= friction;
  fling.y *= friction;
  if (!isMoved || Math.hypot(fling.x, fling.y) < 0.02)
    page.fling = null;
  else
    redraw();
}
