// The tiles that were asked for. The nearest come first; a tile that was passed before it came is cancelled.

import {noteAddress} from "./address.js";
import {refresh} from "./main.js";
import {firstCell, sceneAfter} from "./Parts/changes.js";
import {mergeScenes, sceneOf} from "./Parts/elements.js";
import {shownRegion} from "./Parts/fold.js";
import {addTiles, frozenRects, gridFor, regionsAhead} from "./Parts/grid.js";
import {forgetStrips} from "./sheet.js";
import {source} from "./source.js";
import {configuration, page, redraw, view} from "./state.js";

export const tiles = new Map();
const tileLimit = 128;
export const requestLimit = 4;
export let requestCount = 0;
/** Counts the states of the layout in which tiles were asked for. */
export let age = 0;
let useCount = 0;

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
  const isKnown = ({scene, generation}) => generation !== null && !page.isOutline && !scene.elements.some(isStale);
  const isStale = (element) => element.isStale;
  const all = former ? former.known : [...tiles.values()].filter(isKnown).sort((a, b) => b.use - a.use);
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
      const tile = tileOf(place);
      if (tile.request) cancel(tile);
      const isMoved = scene !== tile.scene;
      // A state that has no number: an unmoved tile is as it was before.
      Object.assign(tile, {scene, age, generation: changes.generation ?? (isMoved ? null : generation)});
      if (isMoved) tile.version = ++useCount;
    }
  } catch {
    // All of them are asked for again.
  } finally {
    if (former === asked) former = null;
    redraw();
  }
}

/** The next number of the order in which tiles and strips are used. */
export const nextUse = () => ++useCount;

/** Asks for missing tiles, and returns the visible ones, whether they came or not. */
export function updateTiles() {
  const {layout} = view;
  if (!layout || (layout.state === "never" && !configuration.isEditable && !configuration.laysOut)) return [];
  if (configuration.enclosed) return [tileOf({key: "enclosed", rect: configuration.enclosed.rect})];
  const grid = gridFor(view);
  const visible = addTiles(shownRegion(view), grid, new Map());
  for (const rect of frozenRects(merged.sections.values(), view)) addTiles(rect, grid, visible);
  const wanted = new Map(visible);
  // While it zooms, what is ahead is another part soon.
  for (const rect of page.motion.zooms ? [] : regionsAhead(view, page.motion)) addTiles(rect, grid, wanted);
  for (const [key, tile] of tiles)
    if (tile.request && !wanted.has(key)) cancel(tile);
  const now = performance.now();
  if (former && !former.isAsked) keepSame(former, wanted);
  for (const place of wanted.values()) {
    const tile = tileOf(place);
    tile.use = ++useCount;
    if (!former && requestCount < requestLimit && isOutdated(tile) && !tile.request && now >= tile.retryAt)
      loadTile(tile);
  }
  forgetOld(tiles, tileLimit, wanted);
  return [...visible.keys()].map((key) => tiles.get(key));
}

function tileOf(place) {
  let tile = tiles.get(place.key);
  if (!tile) {
    tile = {
      ...place,
      scene: null,
      request: null,
      age: -1,
      retryAt: 0,
      use: 0,
      version: 0,
      generation: null,
      wasOther: false
    };
    tiles.set(place.key, tile);
    if (configuration.enclosed) accept(tile, configuration.enclosed.scene);
  }
  return tile;
}

/** Whether a tile is missing, shows another state, or an orthogonal section was scrolled beyond what it holds. */
function isOutdated(tile) {
  if (!tile.scene || tile.age !== age) return true;
  const reach = 0.5 * Math.max(view.layout.container[0], 200);
  return tile.scene.sections.some(
    (section) => section.orthogonal !== 0 &&
      Math.abs((page.offsets.get(section.index) ?? section.offset) - section.offset) > reach);
}

function loadTile(tile) {
  const asked = new Map();
  for (const section of tile.scene ? tile.scene.sections : [])
    if (page.offsets.has(section.index)) asked.set(section.index, page.offsets.get(section.index));
  for (const [section, offset] of page.offsets)
    if (asked.size < 64) asked.set(section, offset);
  const take = async (answer, askedAge) => {
    // The content may lie elsewhere in another state: first the view goes there with its item. Of content that changes
    // all the time, a second answer is taken as it is.
    if (answer.revision !== view.layout.revision && askedAge === age && !tile.wasOther && page.drawn.length > 0) {
      tile.wasOther = true;
      // A text grows at its end: its lines are where they were.
      if (view.layout.wrap) {
        accept(tile, answer);
        redraw();
      }
      await refresh();
      return false;
    }
    tile.wasOther = false;
    accept(tile, answer);
    // The item that the place is remembered by may be in it.
    noteAddress();
    if (view.layout.state === "never") refresh();
    return true;
  };
  load(tile, (name, signal) => source.scene(name, tile.rect, asked, signal), take);
}

/** Asks for a part of the content; `take` gets the answer, and says whether it is the part's content now. */
export async function load(part, ask, take) {
  const request = (part.request = new AbortController());
  const askedAge = age;
  const {name} = view.layout;
  requestCount++;
  try {
    const answer = await ask(name, request.signal);
    if (part.request !== request || view.layout.name !== name || !await take(answer, askedAge)) return;
    part.age = askedAge;
    page.trouble = "";
  } catch (error) {
    if (error.name === "AbortError") return;
    part.retryAt = performance.now() + 1500;
    page.trouble = sentenceOf(error);
    setTimeout(redraw, 1600);
  } finally {
    requestCount--;
    if (part.request === request) part.request = null;
    redraw();
  }
}

export const offlineSentence =
  "The server does not answer. Start “layoutctl browse” again, with the same --port: this page then goes on.";
export const sentenceOf = (error) => (error instanceof TypeError ? offlineSentence : error.message);

export function cancel(part) {
  part.request.abort();
  part.request = null;
}

function accept(tile, answer) {
  tile.scene = sceneOf(answer);
  page.isOutline ||= tile.scene.elements.some(({level, branch}) => level > 0 || branch !== null);
  view.scrollsAcross ||= tile.scene.sections.some(({orthogonal}) => orthogonal !== 0);
  tile.version = ++useCount;
  tile.generation = answer.revision === view.layout.revision ? view.layout.generation : null;
}

/** Forgets the parts that were not used for longest, if there are more than some. */
export function forgetOld(parts, most, wanted) {
  if (parts.size <= most) return;
  const old = [...parts.values()].filter(({key}) => !wanted.has(key)).sort((a, b) => a.use - b.use);
  for (const part of old.slice(0, parts.size - most)) {
    if (part.request) cancel(part);
    parts.delete(part.key);
  }
}

/** Forgets all tiles; with `moves`, only until it is known where they are now. */
export function forgetAllTiles(moves = false) {
  if (!moves) former = null;
  forgetStrips();
  for (const tile of tiles.values())
    if (tile.request) cancel(tile);
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
