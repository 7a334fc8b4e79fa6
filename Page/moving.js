// Moving the view: at once, in a glide, or on from a flick.

import {addressNow, leaveFor, noteAddress} from "./address.js";
import {show} from "./main.js";
import {choose, coveredHeight} from "./panel.js";
import {addressFrom} from "./Parts/addresses.js";
import {boxBetween, referenceOf} from "./Parts/anchors.js";
import {cellKind, elementFrom} from "./Parts/elements.js";
import {foldedPlace} from "./Parts/fold.js";
import {restOf} from "./Parts/grid.js";
import {clamp, lengthOf} from "./Parts/numbers.js";
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
  page.still = {drawn, x: view.x, y: view.y, zoom: view.zoom, until: performance.now() + 3000};
  const cells = drawn.filter(({element}) => element.kind === cellKind);
  page.sorting = {boxes: new Map(cells.map(({element, box}) => [element.rowID, box])), start: null};
  redraw();
}

/** The place of an item on the stage, on its way from the order before. */
export function sortedBox(element, box) {
  const from = page.sorting && element.kind === cellKind && page.sorting.boxes.get(element.rowID);
  if (!from) return box;
  const now = performance.now();
  page.sorting.start ??= now;
  const share = clamp((now - page.sorting.start) / 320, 0, 1);
  if (share === 1) page.sorting = null;
  redraw();
  return boxBetween(from, box, share);
}

export function moveBy(x, y) {
  const isMoved = view.moveTo(view.x + x, view.y + y);
  if (isMoved) redraw();
  return isMoved;
}

export function moveToFraction(fraction) {
  page.glide = null;
  view.moveToFraction(fraction);
  redraw();
}

export function zoomTo(zoom, at = undefined) {
  page.glide = page.zoomGlide = null;
  view.zoomTo(zoom, at);
  redraw();
}

/** Zooms from the sheet to a zoom at which boxes can be distinguished, around a point. */
export function zoomInto(point) {
  leaveFor("sheet");
  const zoom = Math.min(1, view.fittingZoom > 0.5 ? 1 : view.fittingZoom);
  if (prefersLessMotion.matches) {
    zoomTo(zoom, point);
    return;
  }
  page.glide = null;
  page.zoomGlide = {from: view.zoom, to: zoom, at: point, start: performance.now()};
  redraw();
}

export function stepZoomGlide(now) {
  const glide = page.zoomGlide;
  if (!glide) return;
  const part = clamp((now - glide.start) / 420, 0, 1);
  const eased = part * part * (3 - 2 * part);
  view.zoomTo(glide.from * (glide.to / glide.from) ** eased, glide.at);
  if (part < 1)
    redraw();
  else
    page.zoomGlide = null;
}

/** Goes somewhere within a few frames; at once if that is far, or motion is not wanted. */
export function glideTo(x, y) {
  const target = {x: clamp(x, ...view.limits("x")), y: clamp(y, ...view.limits("y"))};
  const isFar =
    Math.abs(target.y - view.y) * view.zoom > 4 * view.h || Math.abs(target.x - view.x) * view.zoom > 4 * view.w;
  if (isFar || prefersLessMotion.matches) {
    page.glide = null;
    view.moveTo(target.x, target.y);
  } else {
    page.glide = {from: {x: view.x, y: view.y}, to: target, start: performance.now()};
  }
  redraw();
}

export function stepGlide(now) {
  const {glide} = page;
  if (!glide) return;
  const part = clamp((now - glide.start) / 160, 0, 1);
  const eased = 1 - (1 - part) ** 3;
  view.moveTo(glide.from.x + (glide.to.x - glide.from.x) * eased, glide.from.y + (glide.to.y - glide.from.y) * eased);
  if (part < 1)
    redraw();
  else
    page.glide = null;
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
  if (prefersLessMotion.matches)
    page.offsets.set(section.index, to);
  else
    page.sectionGlide = {section: section.index, from, to, start: performance.now()};
  redraw();
}

export function stepSectionGlide(now) {
  const glide = page.sectionGlide;
  if (!glide) return;
  const part = clamp((now - glide.start) / 220, 0, 1);
  page.offsets.set(glide.section, glide.from + (glide.to - glide.from) * (1 - (1 - part) ** 3));
  if (part < 1)
    redraw();
  else
    page.sectionGlide = null;
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
