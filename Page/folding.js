// Headers that collapse their sections, and rows of outlines that collapse their branches: by a click, by keys and by
// buttons in the panel.

import {chooseNeighbour, listSoon, revealNearby} from "./list.js";
import {adopt, refreshChosen, report, say} from "./main.js";
import {moveToFraction} from "./moving.js";
import {choose, panel} from "./panel.js";
import {referenceOf} from "./Parts/anchors.js";
import {cellKind, elementFrom, nameOf, supplementaryKind} from "./Parts/elements.js";
import {quoted, readsRightToLeft} from "./Parts/texts.js";
import {source} from "./source.js";
import {buttonRow, mayEdit, page, redraw, view} from "./state.js";
import {merged, sentenceOf} from "./tiles.js";

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
