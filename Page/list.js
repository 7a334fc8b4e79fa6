// The visible elements as a list or a tree, which a screen reader reads and the keyboard moves through. The stage is a
// picture of it. Headers collapse their sections, and rows of outlines their branches: by a click, by keys and by
// buttons in the panel.

import {adopt, refreshChosen, report, say, showStatus} from "./main.js";
import {glideTo, moveBy, moveToFraction, scrollSection} from "./moving.js";
import {choose, coveredHeight, panel} from "./panel.js";
import {referenceOf} from "./Parts/anchors.js";
import {cellKind, decorationKind, elementFrom, nameOf, neighbourOf, readingOrder, spokenName, supplementaryKind} from "./Parts/elements.js";
import {shownRegion} from "./Parts/fold.js";
import {placeNow, placePin} from "./Parts/motion.js";
import {counted, lengthOf} from "./Parts/numbers.js";
import {quoted, readsRightToLeft} from "./Parts/texts.js";
import {source} from "./source.js";
import {buttonRow, made, mark, mayEdit, page, part, redraw, view} from "./state.js";
import {merged, sentenceOf} from "./tiles.js";

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

/** The side of a disclosure sign with the room beside it, and the step of a level of an outline, in pixels. */
export const signRoom = 16;

/** Whether the page may collapse sections and branches. */
export const mayFold = () => mayEdit && !page.wall && Boolean(view.layout) && !view.isFree;

const isSectionHeader = (element) =>
  element.kind === supplementaryKind && element.name === "header" && element.section >= 0;

/** Whether an element is a row of an outline. */
export const isRow = (element) => page.isOutline && element.kind === cellKind;

/** Whether what an element contains is hidden; null: it contains nothing, or that is unknown. */
export function isCollapsed(element) {
  if (element.kind === cellKind) return element.branch;
  if (!isSectionHeader(element)) return null;
  const section = merged.sections.get(`${element.section}.${element.lap}`);
  return section ? section.isCollapsed === true : null;
}

/** Whether an element has a disclosure sign: it is collapsed, or can be. */
export function hasSign(element) {
  const state = isCollapsed(element);
  return state !== null && (state || element.kind === cellKind || mayFold());
}

/** The sign before an element's name; empty if it has none. */
export function signOf(element, isAtEnd) {
  if (!hasSign(element)) return "";
  return isCollapsed(element) ? (isAtEnd ? "◂" : "▸") : "▾";
}

/** The state of a header as a screen reader says it, after the name. */
export const foldingWord = (element) => (hasSign(element) ? (isCollapsed(element) ? ", collapsed" : ", expanded") : "");

/** The room before a row's name, in a row of some width: for its level, and its sign. */
export const indentOf = (element, width) => (isRow(element) ? Math.min(element.level * signRoom, width / 2) : 0);

const sectionTitled =
  (index) => [...merged.sections.values()].find((section) => section.index === index && section.lap === 0);

/** Sends a change of what is collapsed, and shows it. `saying` is what a screen reader hears of it. */
export async function fold(edit, saying, move = () => {}) {
  try {
    adopt(await source.fold(edit));
    move();
    say(saying);
    listSoon();
    redraw();
    await refreshChosen();
  } catch (error) {
    report(error);
  }
}

const stateWord = (collapses) => (collapses ? "collapsed" : "expanded");
const foldedSentence = (name, collapses) => `${quoted(name)} is ${stateWord(collapses)}.`;

/** Collapses or expands everything that can be. */
export function foldAll(collapses) {
  const sentence = `All ${page.isOutline ? "branches" : "sections"} are ${stateWord(collapses)}.`;
  return fold({state: stateWord(collapses)}, sentence, () => moveToFraction(0));
}

/** Collapses or expands what an element stands for, if the page may; returns whether it does. */
export function toggleFold(element) {
  const state = element && mayFold() ? isCollapsed(element) : null;
  if (state === null) return false;
  const {chosen} = page;
  if (element.kind === cellKind) {
    // The choice leaves a branch that closes.
    if (!state && chosen && chosen.id !== element.id) choose(element, !panel.hidden);
    fold({of: referenceOf(element), state: stateWord(!state)}, foldedSentence(nameOf(element), !state));
    return true;
  }
  const {section: index} = element;
  const section = sectionTitled(index);
  fold(
    {section: index, state: stateWord(!state)}, foldedSentence(section && section.title || `Section ${index}`, !state),
    () => {
      // A pinned header goes back to the beginning of its section.
      if (section && section[view.axis] < view[view.axis] && !view.layout.isMirrored)
        view.moveTo(view.axis === "x" ? section.x : view.x, view.axis === "y" ? section.y : view.y);
    });
  return true;
}

/** Does the same for a click on a header, or on the sign of a row. */
export function toggleAt(element, point) {
  if (!element || (element.kind === cellKind && !isOnSign(element, point))) return false;
  return toggleFold(element);
}

function isOnSign(element, point) {
  const drawn = page.drawn.find((drawn) => drawn.element.id === element.id);
  if (!drawn) return false;
  const {box} = drawn;
  const reach = indentOf(element, box.w) + signRoom + 12;
  return readsRightToLeft(nameOf(element)) ? point.x > Math.min(box.x + box.w, view.w) - reach
                                           : point.x < Math.max(box.x, 0) + reach;
}

/**
 * Goes through an outline, as the left and the right key do in a tree: a way of 1 expands the chosen row, or goes to the
 * first one below it; −1 collapses it, or goes to the one that contains it. Returns whether a row is chosen.
 */
export function stepOutline(way) {
  const {chosen} = page;
  if (!chosen || !isRow(chosen)) return false;
  if (chosen.branch === (way > 0) && toggleFold(chosen)) return true;
  if (way < 0)
    chooseContaining(chosen);
  else if (chosen.branch === false)
    chooseNeighbour([0, 1]);
  return true;
}

async function chooseContaining(element) {
  if (element.level === 0) return;
  try {
    const details = await source.item(view.layout.name, element, {isContaining: true});
    if (page.chosen !== element) return;
    const container = elementFrom(details);
    choose(container, !panel.hidden, details);
    revealNearby(container);
  } catch (error) {
    if (error.status !== 404) say(sentenceOf(error));
  }
}

/** The buttons of the panel of a header, or of a row that contains others. */
export function foldingButtons(element) {
  const state = mayFold() ? isCollapsed(element) : null;
  if (state === null) return [];
  const toggle = () => {
    if (element.kind !== cellKind) choose(null);
    toggleFold(element);
  };
  return [buttonRow({
    [state ? "Expand" : "Collapse"]: toggle,
    "Collapse all": () => foldAll(true),
    "Expand all": () => foldAll(false),
  })];
}
