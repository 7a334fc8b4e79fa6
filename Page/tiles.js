// The tiles that were asked for. The nearest come first; a tile that was passed before it came is cancelled.

import {noteAddress} from "./address.js";
import {refresh} from "./main.js";
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

/** The content has changed: what was asked for is outdated. */
export const noteChange = () => age++;
/** The next number of the order in which tiles and strips are used. */
export const nextUse = () => ++useCount;
/** Counts one request more, or less. */
export const countRequest = (change) => (requestCount += change);

/** Asks for missing tiles, and returns the visible ones, whether they came or not. */
export function updateTiles() {
  const {layout} = view;
  if (!layout || (layout.state === "never" && !configuration.isEditable && !configuration.laysOut)) return [];
  if (configuration.enclosed) return [tileOf({key: "enclosed", rect: configuration.enclosed.rect})];
  const grid = gridFor(view);
  const visible = addTiles(shownRegion(view), grid, new Map());
  for (const rect of frozenRects(merged.sections.values(), view)) addTiles(rect, grid, visible);
  const wanted = new Map(visible);
  for (const rect of regionsAhead(view, page.motion)) addTiles(rect, grid, wanted);
  for (const [key, tile] of tiles)
    if (tile.request && !wanted.has(key)) cancel(tile);
  const now = performance.now();
  for (const place of wanted.values()) {
    const tile = tileOf(place);
    tile.use = ++useCount;
    if (requestCount < requestLimit && isOutdated(tile) && !tile.request && now >= tile.retryAt) loadTile(tile);
  }
  forgetTiles(wanted);
  return [...visible.keys()].map((key) => tiles.get(key));
}

function tileOf(place) {
  let tile = tiles.get(place.key);
  if (!tile) {
    tile = {...place, scene: null, request: null, age: -1, retryAt: 0, use: 0, version: 0};
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

async function loadTile(tile) {
  const request = new AbortController();
  const askedAge = age;
  const {name} = view.layout;
  tile.request = request;
  requestCount++;
  const asked = new Map();
  for (const section of tile.scene ? tile.scene.sections : [])
    if (page.offsets.has(section.index)) asked.set(section.index, page.offsets.get(section.index));
  for (const [section, offset] of page.offsets)
    if (asked.size < 64) asked.set(section, offset);
  try {
    const answer = await source.scene(name, tile.rect, asked, request.signal);
    if (tile.request !== request || view.layout.name !== name) return;
    accept(tile, answer);
    tile.age = askedAge;
    // The item that the place is remembered by may be in it.
    noteAddress();
    page.trouble = "";
    if (view.layout.state === "never") refresh();
  } catch (error) {
    if (error.name === "AbortError") return;
    tile.retryAt = performance.now() + 1500;
    page.trouble = sentenceOf(error);
    setTimeout(redraw, 1600);
  } finally {
    requestCount--;
    if (tile.request === request) tile.request = null;
    redraw();
  }
}

export const offlineSentence =
  "The server does not answer. Start “layoutctl browse” again, with the same --port: this page then goes on.";
export const sentenceOf = (error) => (error instanceof TypeError ? offlineSentence : error.message);

export function cancel(tile) {
  tile.request.abort();
  tile.request = null;
}

function accept(tile, answer) {
  tile.scene = sceneOf(answer);
  page.isOutline ||= tile.scene.elements.some(({level, branch}) => level > 0 || branch !== null);
  view.scrollsAcross ||= tile.scene.sections.some(({orthogonal}) => orthogonal !== 0);
  tile.version = ++useCount;
}

/** Forgets the tiles that were not used for longest. */
function forgetTiles(wanted) {
  if (tiles.size <= tileLimit) return;
  const old = [...tiles.values()].filter((tile) => !wanted.has(tile.key)).sort((a, b) => a.use - b.use);
  for (const tile of old.slice(0, tiles.size - tileLimit)) {
    if (tile.request) cancel(tile);
    tiles.delete(tile.key);
  }
}

export function forgetAllTiles() {
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
