// The visible elements as a list, which a screen reader reads and the keyboard moves through. The stage is a picture of
// it.

import {foldingWord, hasSign, isCollapsed} from "./folding.js";
import {showStatus} from "./main.js";
import {glideTo, moveBy, scrollSection} from "./moving.js";
import {choose, coveredHeight, panel} from "./panel.js";
import {decorationKind, nameOf, neighbourOf, readingOrder, spokenName, supplementaryKind} from "./Parts/elements.js";
import {shownRegion} from "./Parts/fold.js";
import {placeNow, placePin} from "./Parts/motion.js";
import {counted, lengthOf} from "./Parts/numbers.js";
import {made, mark, page, part, view} from "./state.js";
import {merged} from "./tiles.js";

export const elementList = part("elements");
const listLimit = 300;
let listTimer = 0;
/** The options by the ids of their elements. */
let options = new Map();

/** Writes the list once the view has stopped. */
export function listSoon() {
  clearTimeout(listTimer);
  listTimer = setTimeout(() => {
    writeList();
    showStatus();
  }, 200);
}

function writeList() {
  const visible = page.drawn.filter(({element, box}) => element.kind !== decorationKind && box.w > 0 && box.h > 0);
  // Once, if it shows in two columns.
  const distinct = new Map(visible.map(({element}) => [element.id, element]));
  const listed = [...distinct.values()].sort(readingOrder).slice(0, listLimit);
  options = new Map();
  // Rows of an outline are a tree; a reader hears their levels and states.
  const [role, rowRole] = page.isOutline ? ["tree", "treeitem"] : ["listbox", "option"];
  mark(elementList, {role});
  const rows = listed.map((element, index) => {
    const row = made("div", "", spokenName(element) + (page.isOutline ? "" : foldingWord(element)));
    mark(row, {id: `element-${index}`, role: rowRole});
    if (page.isOutline)
      mark(row, {
        "aria-level": (element.level || 0) + 1,
        "aria-expanded": hasSign(element) ? !isCollapsed(element) : null,
      });
    options.set(element.id, row);
    return row;
  });
  if (rows.length === 0) {
    const {items} = view.layout ?? {items: 0};
    const text = items === 0 ? "No elements" : `${counted(items, "item")}, too small to be listed; zoom in`;
    const row = made("div", "", text);
    mark(row, {role: rowRole, "aria-disabled": true});
    rows.push(row);
  }
  elementList.replaceChildren(...rows);
  const headers = listed.filter(({kind, name}) => kind === supplementaryKind && name === "header");
  part("headings").replaceChildren(...headers.map((element) => made("h2", "", nameOf(element))));
  markActive();
}

/** Marks the option of the chosen element. */
export function markActive() {
  for (const [id, row] of options) mark(row, {"aria-selected": Boolean(page.chosen) && page.chosen.id === id});
  const row = page.chosen && options.get(page.chosen.id);
  mark(elementList, {"aria-activedescendant": row ? row.id : null});
}

/** Every element of the visible tiles at its present place, on the stage or a little beyond. */
function placedElements() {
  const pinned = new Map(merged.pins.map((pin) => [pin.element.id, placePin(pin, view)]));
  const elements = [...merged.elements, ...merged.pins.map((pin) => pin.element)];
  return elements.map((element) => ({
                        element,
                        box: view.onStage(pinned.get(element.id) || placeNow(element, page.offsets, view.cross)),
                      }));
}

/** Chooses the next element in a direction, and scrolls to it. */
export function chooseNeighbour(way) {
  const placed = placedElements();
  const current = page.chosen && placed.find(({element}) => element.id === page.chosen.id);
  const next = current
    ? neighbourOf(current, placed, way)
    : page.drawn.map(({element}) => element).filter((element) => element.kind !== decorationKind).sort(readingOrder)[0];
  if (!next) {
    moveBy((way[0] * view.w) / 3 / view.zoom, (way[1] * view.h) / 3 / view.zoom);
    return;
  }
  choose(next, !panel.hidden);
  const pin = merged.pins.find(({element}) => element.id === next.id);
  if (pin) return;
  if (next.mover) revealAcross(next);
  revealNearby(placeNow(next, page.offsets, view.cross));
}

/** Scrolls a section across the axis no farther than it takes to show one of its cells. */
function revealAcross(element) {
  const name = view.cross;
  const place = placeNow(element, page.offsets, name);
  const margin = 12 / view.zoom;
  const before = place[name] - margin - view[name];
  const beyond = place[name] + place[lengthOf(name)] + margin - view[name] - view.stageLength(name) / view.zoom;
  if (before < 0 || beyond > 0) scrollSection(element.mover, before < 0 ? before : beyond);
}

/** Scrolls no farther than it takes to show a frame. */
export function revealNearby(frame) {
  const shown = shownRegion(view);
  const margin = 12 / view.zoom;
  const corner = {x: view.x, y: view.y};
  const covered = {x: 0, y: coveredHeight() / view.zoom};
  // Pinned headers cover the beginning.
  const pinnedLength =
    merged.pins.reduce((most, pin) => Math.max(most, pin.keepsToEnd ? 0 : pin.element[lengthOf(view.axis)]), 0);
  for (const name of ["x", "y"]) {
    const length = lengthOf(name);
    const before = margin + (name === view.axis ? pinnedLength : 0);
    const low = shown[name] + before, high = shown[name] + shown[length] - margin - covered[name];
    if (frame[name] < low || frame[length] > high - low)
      corner[name] = frame[name] - before;
    else if (frame[name] + frame[length] > high)
      corner[name] = frame[name] + frame[length] - (high - shown[name]);
  }
  if (corner.x !== view.x || corner.y !== view.y) glideTo(corner.x, corner.y);
}

elementList.addEventListener("focus", () => {
  writeList();
  if (!page.chosen && elementList.matches(":focus-visible")) chooseNeighbour([0, 1]);
});
