// Assembles the page: draws one frame at a time, and only after a change.

import "./input.js";

import {anchorsNow, endArriving, leaveFor, noteAddress, readAddress} from "./history.js";
import {pictures} from "./images.js";
import {endClimb, fittingRung, forgetClimb, ladder, loadLadder} from "./ladder.js";
import {listSoon, markActive} from "./list.js";
import {keepDrawn, moveToFraction, sort, stepFling, stepGlides} from "./moving.js";
import {choose, panel, refillPanel, showTip, tip} from "./panel.js";
import {addressFrom, cornerAt, shiftOf} from "./Parts/anchors.js";
import {cellKind, elementFrom, firstCell, hitAt, nameOf} from "./Parts/elements.js";
import {foldOf} from "./Parts/fold.js";
import {clamp, counted, frameOf, lengthOf, readable} from "./Parts/numbers.js";
import {quoted} from "./Parts/texts.js";
import {greatestZoom, View} from "./Parts/view.js";
import {drawRail, forgetRail, itemText} from "./rail.js";
import {drawStage, explainSoon, toggleOverlay} from "./scene.js";
import {clearSearch, hits, searchAgain, searchField, startSearch} from "./search.js";
import {setTint} from "./sheet.js";
import {source} from "./source.js";
import {fitCanvas, pen, stage} from "./stage.js";
import {configuration, drawWith, made, mayEdit, page, part, redraw, view, write} from "./state.js";
import {forgetAllTiles, noteChange, offlineSentence, sentenceOf} from "./tiles.js";

let lastFrame = new View();

let statusAt = -Infinity;

function drawFrame(now) {
  stepGlides(now);
  stepFling(now);
  const size = fitCanvas(stage, pen);
  if (size.w !== view.w || size.h !== view.h) {
    forgetClimb();
    view.resize(size);
  }
  page.motion = {x: view.x - lastFrame.x, y: view.y - lastFrame.y, zooms: view.zoom !== lastFrame.zoom};
  const isMoved = page.motion.x !== 0 || page.motion.y !== 0 || page.motion.zooms;
  lastFrame = Object.assign(new View(), view);
  drawStage();
  drawRail();
  // Each change of the document costs more than drawing.
  if (!isMoved || now - statusAt > 100) {
    showStatus();
    statusAt = now;
  }
  listSoon();
  if (isMoved && view.layout) {
    noteAddress();
    if (page.isExplaining) {
      page.explanation = null;
      explainSoon();
    }
  }
  if (page.hover)
    showTip(hitAt(page.drawn, page.hover.x, page.hover.y), page.hover.x, page.hover.y);
  else
    tip.hidden = true;
}

/** The item in the corner, or the point if the query is explained. */
function cornerText() {
  if (page.isExplaining) {
    const corner = view.isEndless ? view : {x: Math.max(view.x, view.extent.x), y: Math.max(view.y, view.extent.y)};
    return `${readable(Math.round(corner.x))}, ${readable(Math.round(corner.y))}`;
  }
  const shown = page.drawn.filter(({box}) => box.x + box.w > 0 && box.y + box.h > 0);
  const first = view.isFree ? null : firstCell({elements: shown.map(({element}) => element)});
  return first ? itemText(first) : "";
}

const stateTexts = {
  current: "",
  stale: "Some parts have changed since they were laid out (hatched)",
  beginning: "Some parts were never laid out; their lengths are estimates (hatched)",
  never: "Never laid out",
};

function zoomText() {
  if (view.zoom < 0.0995) return readable(view.zoom * 100, view.zoom < 0.01 ? 3 : 1);
  return String(Math.round(view.zoom * 100));
}

export function showStatus() {
  const {layout} = view;
  if (!layout) return;
  write("zoom-reset", `${zoomText()}%`);
  // In a wide window most of the stage is empty.
  part("zoom-fit").classList.toggle("offered", view.fittingZoom > 1.6 * view.zoom);
  const {fraction} = view;
  const {spread, whole, length} = foldOf(view);
  const count = Math.min(whole, Math.ceil(view.extent[lengthOf(view.axis)] / length - 1e-6));
  const columns = spread > 0.5 && count > 1 ? ` · ${counted(count, view.axis === "y" ? "column" : "row")}` : "";
  const way = view.isEndless ? "endless" : `${(fraction * 100).toFixed(fraction > 0 && layout.items > 1e5 ? 3 : 1)} %`;
  write("place", [cornerText(), way + columns].filter(Boolean).join(" · "));
  const isOffline = page.trouble === offlineSentence;
  // The visible part is laid out where the page does that.
  const state = isOffline ? "Offline" : page.trouble || (configuration.laysOut ? "" : stateTexts[layout.state]);
  write("state", state);
  showNewer();
  part("state").classList.toggle("warn", Boolean(state));
  const sentence = isOffline ? offlineSentence : emptySentence(layout, page.wall);
  write("notice", sentence);
  part("notice").hidden = sentence === "";
}

/** Why nothing shows, and what to do; an empty text if something does. */
function emptySentence(layout, wall) {
  if (layout.state === "never" && !configuration.isEditable && !configuration.laysOut)
    return `${quoted(layout.name)} was never laid out. Run “layoutctl prepare”, or browse with --try-sizes.`;
  if (layout.state === "never" || layout.items > 0) return "";
  if (wall) {
    return layout.search && !layout.search.isComplete
      ? `Searching for ${quoted(wall)}…`
      : `Nothing is found for ${quoted(wall)}. Show everything, or search for other words.`;
  }
  // Headers of collapsed sections.
  if (page.drawn.length > 0) return "";
  return layout.sections > 0
    ? `Every section of ${quoted(layout.dataset)} is empty or collapsed.`
    : `${quoted(layout.dataset)} has no items yet. “layoutctl import” loads some; this page shows them then.`;
}

/** Takes the server's description of the layout. Another revision makes the tiles outdated. */
export function adopt(described) {
  const isNew = !view.layout || view.layout.name !== described.name;
  const isChanged = isNew || view.layout.revision !== described.revision;
  view.layout = described;
  if (!isChanged) return;
  noteChange(!isNew);
  if (isNew) forgetAllTiles();
  page.pictured = described;
  showFacts();
  redraw();
}

export function showFacts() {
  const {layout} = view;
  if (!layout) return;
  part("main").classList.toggle("across", view.axis === "x");
  part("main").classList.toggle("free", view.isFree);
  part("stage").classList.toggle("text", Boolean(layout.wrap));
  document.title = `${configuration.title ?? layout.name} · LayoutCache`;
  write("facts", layout.state === "never" ? layout.dataset : [
    counted(layout.items, layout.wrap ? "line" : "item"), layout.sections > 1 && counted(layout.sections, "section"),
    page.isExplaining && `${layout.kind}, ${readable(layout.content[0], 0)} × ${readable(layout.content[1], 0)} points`
  ].filter(Boolean).join(" · "));
}

/** Shows a layout at a place of an address, or at its beginning; `wall` is a search whose hits alone are shown. */
export async function show(name, place = addressFrom(""), wall = null) {
  if (wall) write("facts", "Searching…");
  const isSame = view.layout && view.layout.name === name && page.wall === wall;
  const described = await source.layout(name, wall, place.at ? [place.at.reference] : []);
  endClimb();
  page.wall = wall;
  if (!isSame) leaveLayout();
  listenAgain();
  showWallState(described);
  page.offsets = new Map(place.offsets);
  choose(null);
  adopt(described);
  const size = fitCanvas(stage, pen, true);
  [view.w, view.h] = [size.w, size.h];
  // On a narrow screen smaller rather than cut off, unless that takes away what can be read.
  view.zoom = view.isFree || view.isSheet || described.wrap ? 1 : Math.min(view.fittingZoom, 1);
  ladder.rest = place.zoom >= view.zoom ? Math.min(place.zoom, greatestZoom) : view.zoom;
  if (place.zoom) view.zoom = clamp(place.zoom, view.minimumZoom, greatestZoom);
  goTo(place, described.held);
  endArriving();
  toggleOverlay(place.isExplaining);
  part("layouts").value = name;
  noteAddress();
  redraw();
  if (!isSame) await loadLadder(name).catch(report);
}

/** Forgets what belongs to another layout. */
function leaveLayout() {
  page.isOutline = false;
  page.selection = null;
  forgetAllTiles();
  forgetClimb();
  pictures.clear();
  clearSearch();
  forgetRail(true);
  page.flashes = [];
  page.still = page.sorting = null;
  newer = 0;
  view.scrollsAcross = false;
}

/** Moves the view to the place of an address: to its item, if the server found that, and else to its coordinates. */
function goTo(place, held) {
  [view.x, view.y] = [NaN, NaN];
  const corner = held ? cornerAt(view, frameOf(held.frame), place.at) : {x: null, y: null};
  view.moveTo(corner.x ?? place.x ?? view.extent.x, corner.y ?? place.y ?? view.extent.y);
  if (place.fraction)
    view.moveToFraction(place.fraction);
  else if (place.x === null && !held && view.axis === "x")
    view.moveToFraction(0);
}

/** Goes to an address, and reports what it names and is not there. */
export async function visit(asked) {
  const names = [...part("layouts").options].map(({value}) => value);
  const isKnown = !asked.layout || names.includes(asked.layout);
  const name = isKnown && asked.layout ? asked.layout : configuration.layout ?? names[0];
  if (!isKnown) {
    await show(name);
    say(`There is no layout ${quoted(asked.layout)} in this store. This is ${quoted(name)}.`);
    return;
  }
  await show(name, asked, asked.hits);
  const fitting = asked.layout ? null : fittingText() ?? fittingRung();
  if (fitting && fitting !== name) await show(fitting, asked, asked.hits);
  setTint(asked.colour);
  if (asked.search !== hits.text) {
    searchField.value = asked.search;
    startSearch(asked.search);
  }
  if (!asked.chosen) return;
  try {
    const details = await source.item(name, elementNamed(asked.chosen));
    choose(elementFrom(details), true, details);
  } catch (error) {
    say(error.status === 404 ? `The item ${quoted(asked.chosen.slice(2))} is not in this layout.` : sentenceOf(error));
  }
}

/** @returns {any} */
const elementNamed = (reference) =>
  reference.startsWith("k:") ? {key: reference.slice(2)} : {key: null, rowID: reference.slice(2)};

/** The anchor by which the view was moved last, and where it was moved to: { x, y, anchors }. */
let kept = null;

/** The items by which the present place is remembered, also until the tiles of a new place have come. */
function anchorsHere() {
  const anchors = anchorsNow();
  return anchors.length === 0 && kept && kept.x === view.x && kept.y === view.y ? kept.anchors : anchors;
}

/** Looks whether the layout has changed. If it has, what is shown stays where it is. */
export async function refresh() {
  if (!view.layout || ladder.climb) return;
  const {name} = view.layout;
  try {
    const {wall} = page;
    const anchors = anchorsHere();
    const described = await source.layout(name, wall, anchors.map(({reference}) => reference));
    if (view.layout.name !== name || page.wall !== wall || ladder.climb) return;
    if (page.trouble) {
      page.trouble = "";
      redraw();
    }
    showWallState(described);
    showNote(described.note);
    if (view.layout.revision === described.revision) {
      view.layout.isLoading = described.isLoading;
      return;
    }
    const end = view.layout.state !== "never" && !view.layout.isLoading && isAtEnd();
    const before = view.layout.items;
    const wasLoading = view.layout.isLoading;
    const {drawn} = page;
    adopt(described);
    const isShifted = described.held && follow(anchors[described.held.place], described.held, drawn);
    view.moveTo(view.x, view.y);
    noteGrowth(end, isShifted || wasLoading || described.isLoading ? 0 : described.items - before, drawn);
    searchAgain();
    await refreshChosen();
  } catch (error) {
    if (error.status === 404 && view.layout.name === name)
      say(`The layout ${quoted(name)} was removed. Choose another one.`, true);
    page.trouble = sentenceOf(error);
    redraw();
  }
}

/** Whether the end of a layout shows that grows at its end: rows of one column, and what is at the end of anything. */
function isAtEnd() {
  if (view.isFree || view.isEndless) return false;
  const [low, high] = view.limits(view.axis);
  const isLong = high > low;
  return isLong ? Math.abs(view[view.axis] - (view.layout.isMirrored ? low : high)) * view.zoom < 2
                : Boolean(view.layout.wrap);
}

/** The items that came at the end since it was last seen. */
let newer = 0;

/** Stays at the end of what grows; elsewhere a button says what came there. */
function noteGrowth(wasAtEnd, count, drawn) {
  if (wasAtEnd) {
    const {x, y} = view;
    view.moveToFraction(1);
    keepDrawn(drawn, {x, y}, 300);
    page.glides.place = null;
  } else if (count > 0 && !page.wall && (view.layout.wrap || view.layout.kind === "table")) {
    newer += count;
  }
  showNewer();
}

function showNewer() {
  if (newer > 0 && isAtEnd()) newer = 0;
  part("newer").hidden = newer === 0;
  if (newer > 0) write("newer", `${counted(newer, view.layout.wrap ? "new line" : "new item")} ↓`);
}

part("newer").onclick = () => {
  leaveFor("end");
  moveToFraction(1);
};

/** How far the search of a wall of hits has come. */
function showWallState({search, items}) {
  part("wall").hidden = !search;
  if (!search) return;
  const {found, fraction, isComplete, limit} = search;
  const shown = items < found && items >= limit ? `, the first ${readable(items)} are shown` : "";
  const state =
    isComplete ? counted(found, "hit") : `${readable(found)} so far, ${Math.floor(fraction * 100)} % searched`;
  write("wall-text", `${quoted(page.wall)}: ${state}${shown}`);
}

let noted = "";

/** Says what happened to the source of the store, with the time of day. */
function showNote(note) {
  if (!note) return;
  const time = new Date(Date.now() - note.seconds * 1000).toLocaleTimeString();
  if (note.sentence === noted && note.seconds > 2) return;
  noted = note.sentence;
  say(`${time}: ${note.sentence}`, true);
}

/** Moves the view with the item that it is remembered by. Until the new tiles come, what was drawn stays. */
function follow(anchor, held, drawn) {
  const frame = frameOf(held.frame);
  const shift = shiftOf(view, anchor.frame, frame);
  if (shift.x === 0 && shift.y === 0) return false;
  forgetAllTiles(true);
  forgetRail();
  const {place} = page.glides;
  for (const end of place ? [place.from, place.to] : []) [end.x, end.y] = [end.x + shift.x, end.y + shift.y];
  view.moveTo(view.x + shift.x, view.y + shift.y);
  keepDrawn(drawn);
  kept = {x: view.x, y: view.y, anchors: [{reference: anchor.reference, frame}]};
  return true;
}

/** Shows what has become of the chosen item; a deleted one is closed. */
export async function refreshChosen() {
  const {chosen} = page;
  if (!chosen || chosen.kind !== cellKind) return;
  try {
    const details = await source.item(view.layout.name, chosen);
    if (page.chosen !== chosen) return;
    page.chosen = {...chosen, ...elementFrom(details), mover: chosen.mover};
    if (!panel.hidden) refillPanel(page.chosen, details);
  } catch (error) {
    if (page.chosen !== chosen || error.status !== 404) return;
    const name = nameOf(chosen);
    choose(null);
    say(`${quoted(name)} was deleted or collapsed.`);
  }
  markActive();
  redraw();
}

async function begin() {
  await readLayouts();
  part("layouts").onchange = ({target}) => {
    leaveFor("layout");
    const isAlike = alikeLayouts().some(({name}) => name === target.value);
    (isAlike && !page.wall ? sort(target.value) : show(target.value)).catch(report);
  };
  await visit(readAddress());
  if (configuration.isEditable && !mayEdit) say("Sizes can be changed at the address that layoutctl printed.");
  if (!configuration.enclosed) listen();
}

/** The layouts of the store, and those of the same items as the shown one. */
let layouts = [];
const alikeLayouts = () =>
  layouts.filter(({items}) => items === layouts.find(({name}) => name === view.layout.name)?.items);

/** The layout of the shown texts that fills the window's width; null: they do not wrap. */
function fittingText() {
  if (!view.layout.wrap) return null;
  const rows = alikeLayouts().filter(({wrapWidth}) => wrapWidth > 0).sort((a, b) => a.wrapWidth - b.wrapWidth);
  return (rows.filter(({wrapWidth}) => wrapWidth <= view.w).pop() ?? rows[0]).name;
}

/** Fills the menu of layouts. */
async function readLayouts() {
  layouts = await source.layouts();
  const found = new Map();
  for (const {name, items} of layouts) found.set(items, [...(found.get(items) ?? []), name]);
  const picker = part("layouts");
  picker.replaceChildren(...[...found].flatMap(([items, names]) => {
    const options = names.map((name) => new Option(name, name));
    if (found.size === 1) return options;
    return [Object.assign(made("optgroup", "", ...options), {label: items ?? ""})];
  }));
  if (view.layout) picker.value = view.layout.name;
}

/** The request that waits for a change. */
let waiting = null;

/** Waits for another state, since another layout is shown. */
const listenAgain = () => waiting && waiting.abort();

/** Waits for changes as long as the page shows: an idle page asks nothing more. */
async function listen() {
  let [known, listed] = ["", null];
  for (;;) {
    while (document.hidden)
      await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, {once: true}));
    waiting = new AbortController();
    try {
      const answer = await source.change(view.layout.name, known, waiting.signal);
      known = answer.state;
      if (listed !== null && listed !== answer.layouts) await readLayouts();
      listed = answer.layouts;
      await refresh();
    } catch (error) {
      if (error.name === "AbortError") {
        known = "";
        continue;
      }
      page.trouble = sentenceOf(error);
      redraw();
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

document.addEventListener("visibilitychange", () => document.hidden && listenAgain());

let sayingTimer = 0;

/** Shows a sentence over the stage, for some seconds or until it is answered. */
export function say(sentence, stays = false) {
  clearTimeout(sayingTimer);
  write("saying", sentence);
  part("saying").hidden = false;
  if (!stays) sayingTimer = setTimeout(() => part("saying").hidden = true, 8000);
}

export function report(error) {
  endArriving();
  page.trouble = error.message;
  part("notice").hidden = false;
  write("notice", error.message);
}

drawWith(drawFrame);
new ResizeObserver(redraw).observe(part("main"));
begin().catch(report);
