// The tiles that were asked for. The nearest come first; a tile that was passed before it came is cancelled.

import {noteAddress} from "./history.js";
import {refresh} from "./main.js";
import {firstCell, mergeScenes, sceneAfter, sceneOf} from "./Parts/elements.js";
import {shownRegion} from "./Parts/fold.js";
import {addTiles, gridFor, regionsAhead} from "./Parts/grid.js";
import {Loads} from "./Parts/loads.js";
import {frozenRects} from "./Parts/motion.js";
import {source} from "./source.js";
import {configuration, page, redraw, view} from "./state.js";

/** The requests of tiles and of strips at a time. */
const requests = {
  count: 0,
  limit: 4
};

/** Loads of parts of the content; `limit` is how many are kept. */
const loadsOf = (limit, load) => new Loads({
  load: async (part, place, signal) => {
    const content = await load(part, view.layout.name, signal);
    if (content) page.trouble = "";
    return content;
  },
  changed: redraw,
  requests,
  limit,
  pause: 1500,
  fail: (error) => {
    page.trouble = sentenceOf(error);
    setTimeout(redraw, 1600);
  },
});

export const tiles = loadsOf(128, loadTile);
/** The strips of the sheet, each in some pieces. */
export const strips = loadsOf(96, async ({from, to}, name, signal) => {
  const askedAge = age;
  const pieces = await source.pieces(name, from, to, 256, true, signal);
  return view.layout.name === name ? {pieces, age: askedAge} : null;
});
/** Counts the states of the layout in which tiles were asked for. */
export let age = 0;
let versionCount = 0;

/** Counts the changes of the data. */
export let dataAge = 0;

/** The tiles before a change, until it is known what is different since: { known, tries, isAsked }; null: it is. */
let former = null;

let sectionCount = 0;

/** The content has changed: what was asked for is outdated. `isSame`: the layout is, and some of it may look the same. */
export function noteChange(isSame = false) {
  age++;
  const hasSameSections = sectionCount === view.layout.sections;
  sectionCount = view.layout.sections;
  if (isSame) dataAge++;
  // Elements have the indices of their sections.
  if (!isSame || !hasSameSections) {
    former = null;
    return;
  }
  // Stale elements may be current now, and a row of an outline may have another sign.
  const isKnown = ({scene, generation}) =>
    scene && generation !== null && !page.isOutline && !scene.elements.some(isStale);
  const isStale = (element) => element.isStale;
  const all = former ? former.known : [...tiles.parts.values()].filter(isKnown).sort((a, b) => b.use - a.use);
  const known = all.filter(({generation}) => generation === all[0].generation).slice(0, 64).map((tile) => ({...tile}));
  const tries = former ? former.tries + 1 : 0;
  former = known.length > 0 && tries < 4 ? {known, tries, isAsked: false} : null;
}

/** Keeps the tiles that show the same as before a change, or the same at another place. */
async function keepSame(asked, wanted) {
  asked.isAsked = true;
  const {name, revision} = view.layout;
  const [{generation}] = asked.known;
  const rects = [...wanted.values()].map(({rect}) => rect);
  const [x, y] = [Math.min(...rects.map((rect) => rect.x)), Math.min(...rects.map((rect) => rect.y))];
  const w = Math.max(...rects.map((rect) => rect.x + rect.w)) - x;
  const h = Math.max(...rects.map((rect) => rect.y + rect.h)) - y;
  const firsts = asked.known.map(({scene}) => firstCell(scene));
  const ids = firsts.map((first) => `i:${first ? first.rowID : 0}`);
  try {
    const {changes, indices, ...answer} = await source.changed(name, {x, y, w, h}, generation, ids);
    if (former !== asked) return;
    // It was laid out for the answer: the view goes to where its item is now, and asks again.
    if (answer.revision !== revision) return await refresh();
    const known = asked.known.filter((tile, index) => !firsts[index] || firsts[index].item === indices[index]);
    for (const place of wanted.values()) {
      const scene = sceneAfter(place.rect, known, changes.parts, view.axis);
      if (!scene) continue;
      const tile = tiles.use(place);
      if (tile.request) tiles.cancel(tile);
      // A state that has no number: an unmoved tile is as it was before.
      const isMoved = scene !== tile.scene;
      const version = isMoved ? ++versionCount : tile.version;
      tiles.fill(
        tiles.use(place), {scene, age, version, generation: changes.generation ?? (isMoved ? null : generation)});
    }
  } catch {
    // All of them are asked for again.
  } finally {
    if (former === asked) former = null;
    redraw();
  }
}

/** Asks for missing tiles, and returns the visible ones, whether they came or not. */
export function updateTiles() {
  const {layout} = view;
  if (!layout || (layout.state === "never" && !configuration.isEditable && !configuration.laysOut)) return [];
  if (configuration.enclosed) {
    const {rect, scene} = configuration.enclosed;
    const tile = tiles.use({key: "enclosed", rect});
    if (!tile.scene) tiles.fill(tile, contentOf(scene, age));
    return [tile];
  }
  const grid = gridFor(view);
  const visible = addTiles(shownRegion(view), grid, new Map());
  for (const rect of frozenRects(merged.sections.values(), view)) addTiles(rect, grid, visible);
  const wanted = new Map(visible);
  // While it zooms, what is ahead is another part soon.
  for (const rect of page.motion.zooms ? [] : regionsAhead(view, page.motion)) addTiles(rect, grid, wanted);
  if (former && !former.isAsked) keepSame(former, wanted);
  tiles.want([...wanted.values()], (tile) => !former && isOutdated(tile));
  return [...visible.values()].map((place) => tiles.use(place));
}

/** Whether a tile is missing, shows another state, or an orthogonal section was scrolled beyond what it holds. */
function isOutdated(tile) {
  if (!tile.scene || tile.age !== age) return true;
  const reach = 0.5 * Math.max(view.layout.container[0], 200);
  return tile.scene.sections.some(
    (section) => section.orthogonal !== 0 &&
      Math.abs((page.offsets.get(section.index) ?? section.offset) - section.offset) > reach);
}

async function loadTile(tile, name, signal) {
  const askedAge = age;
  const asked = new Map();
  for (const section of tile.scene ? tile.scene.sections : [])
    if (page.offsets.has(section.index)) asked.set(section.index, page.offsets.get(section.index));
  for (const [section, offset] of page.offsets)
    if (asked.size < 64) asked.set(section, offset);
  const answer = await source.scene(name, tile.rect, asked, signal);
  if (view.layout.name !== name || signal.aborted) return null;
  // The content may lie elsewhere in another state: first the view goes there with its item. Of content that changes
  // all the time, a second answer is taken as it is.
  if (answer.revision !== view.layout.revision && askedAge === age && !tile.wasOther && page.drawn.length > 0) {
    tile.wasOther = true;
    // A text grows at its end: its lines are where they were.
    if (view.layout.wrap) tiles.fill(tile, contentOf(answer, tile.age));
    redraw();
    await refresh();
    return null;
  }
  tile.wasOther = false;
  const content = contentOf(answer, askedAge);
  // The item that the place is remembered by may be in it.
  noteAddress();
  if (view.layout.state === "never") refresh();
  return content;
}

export const offlineSentence =
  "The server does not answer. Start “layoutctl browse” again, with the same --port: this page then goes on.";
export const sentenceOf = (error) => (error instanceof TypeError ? offlineSentence : error.message);

/** The content of a tile, from an answer that was asked for at an age. */
function contentOf(answer, askedAge) {
  const scene = sceneOf(answer);
  page.isOutline ||= scene.elements.some(({level, branch}) => level > 0 || branch !== null);
  view.scrollsAcross ||= scene.sections.some(({orthogonal}) => orthogonal !== 0);
  const generation = answer.revision === view.layout.revision ? view.layout.generation : null;
  return {scene, generation, age: askedAge, version: ++versionCount};
}

/** Forgets all tiles; with `moves`, only until it is known where they are now. */
export function forgetAllTiles(moves = false) {
  if (!moves) former = null;
  strips.clear();
  tiles.clear();
  merged = emptyMerge();
}

const emptyMerge = () => ({signature: "", elements: [], pins: [], sections: new Map(), sticky: null});
export let merged = emptyMerge();

/** The elements of some tiles, merged again only if the list of tiles changes. */
export function mergeTiles(ready) {
  const signature = ready.map((tile) => `${tile.key}:${tile.version}`).join(" ");
  if (signature !== merged.signature) merged = {signature, ...mergeScenes(ready.map((tile) => tile.scene))};
  return merged;
}
