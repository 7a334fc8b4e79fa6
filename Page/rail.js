// The whole layout at the side: its sections, stale parts, hits, and the visible part. It is a slider. For a canvas, it
// is a map in the corner.

import {leaveFor} from "./history.js";
import {moveBy, moveToFraction} from "./moving.js";
import {cellKind, sceneOf} from "./Parts/elements.js";
import {clamp, lengthOf, readable} from "./Parts/numbers.js";
import {datesOn, fractionAt, nameAtFraction, railLines, railPlace, sectionName, thumbOf, tintedPieces} from "./Parts/places.js";
import {isolated} from "./Parts/texts.js";
import {hits} from "./search.js";
import {source} from "./source.js";
import {drawLine, eventPoint, fillBox, fitCanvas, hatchPattern, watchPointers, widthOf} from "./stage.js";
import {configuration, fontFamily, made, mark, page, part, redraw, view} from "./state.js";
import {age, sentenceOf} from "./tiles.js";

export const rail = part("rail");
const railCanvas = part("rail-canvas");
const railPen = railCanvas.getContext("2d");
export let railPieces = null;
let railAge = -1;
let isRailAsked = false;

/** Has the rail asked for again; `isOther`: what it shows is another layout's. */
export function forgetRail(isOther = false) {
  railAge = -1;
  if (isOther) railPieces = null;
}

/** The place of an item in words: its section, and its number there. */
export function itemText({kind, section, item}) {
  if (kind !== cellKind) return "";
  const number = `${view.layout.wrap ? "line" : "item"} ${readable(item + 1)}`;
  if (view.layout.sections === 1) return `${number} of ${readable(view.layout.items)}`;
  return `${isolated(sectionName(section, railPieces ? railPieces.titles : null))}, ${number}`;
}

async function loadRail() {
  if (isRailAsked || !view.layout) return;
  isRailAsked = true;
  const asked = age;
  const {name} = view.layout;
  try {
    const {[view.axis]: from, [lengthOf(view.axis)]: length} = view.extent;
    const ask = (hasValues) => source.pieces(name, from, from + Math.max(length, 1), 400, hasValues);
    const pieces = await (view.isFree ? loadMap(name) : ask(false));
    if (view.layout.name !== name) return;
    [railPieces, railAge] = [pieces, asked];
    if (!configuration.tint || view.isEndless || view.axis !== "y" || view.layout.items === 0) return;
    redraw();
    const {values} = await ask(true);
    if (railPieces === pieces) pieces.values = values;
  } catch (error) {
    page.trouble = sentenceOf(error);
  } finally {
    isRailAsked = false;
    redraw();
  }
}

/** The boxes of a canvas: of its items, or of neighbours if they are many. */
async function loadMap(name) {
  const {elements, boxes} = sceneOf(await source.scene(name, view.extent, new Map(), undefined));
  const map = elements.map(({x, y, w, h, section}) => ({x, y, w, h, section}));
  map.push(...(boxes ?? []).map((frame) => ({...frame, section: -1})));
  return {map, sections: [], cells: [], flags: [], titles: {}};
}

function drawMap(size) {
  const {extent, shown} = view;
  rail.style.setProperty("--ratio", String(extent.w / Math.max(extent.h, 1)));
  const scale = size.w / Math.max(extent.w, 1);
  const box =
    ({x, y, w, h},
     least) => [(x - extent.x) * scale, (y - extent.y) * scale, Math.max(w * scale, least), Math.max(h * scale, least)];
  railPen.globalAlpha = 0.7;
  for (const element of railPieces ? railPieces.map : []) {
    railPen.fillStyle = page.palette.family(element.section).rail;
    railPen.fillRect(...box(element, 1));
  }
  railPen.globalAlpha = 1;
  railPen.fillStyle = page.palette.mark;
  for (const {frame} of hits.list) {
    const [x, y] = frame ?? [];
    if (frame) railPen.fillRect(...box({x, y, w: 0, h: 0}, 3));
  }
  drawThumb(...box(shown, 8));
}

function drawThumb(x, y, w, h) {
  fillBox({x, y, w, h}, page.palette.thumb, Math.min(6, w / 4, h / 4), railPen);
  railPen.lineWidth = 2;
  railPen.strokeStyle = page.palette.accent;
  railPen.stroke();
}

export function drawRail() {
  const size = fitCanvas(railCanvas, railPen);
  railPen.clearRect(0, 0, size.w, size.h);
  if (!view.layout) return;
  if (railAge !== age) loadRail();
  if (view.isFree) {
    drawMap(size);
    return describeRail(true);
  }
  // On paper there is none.
  if (size.w === 0 || size.h === 0) return;
  const isDown = view.axis === "y";
  const [length, breadth] = isDown ? [size.h, size.w] : [size.w, size.h];
  // Edges on whole pixels: neighbours that overlap a little would make stripes.
  const box = (at, depth, long, deep) => (isDown ? [depth, at, deep, long] : [at, depth, long, deep]);
  if (railPieces) drawGround(size, length, breadth, box);
  railPen.fillStyle = page.palette.mark;
  // Of several on one line, one.
  const marks = new Set(
    hits.list.filter(({frame}) => frame).map((hit) => Math.round(railPlace(view, hit.frame[isDown ? 1 : 0], length))));
  for (const place of hits.places) marks.add(Math.round((place / railLines) * length));
  for (const at of marks) railPen.fillRect(...box(at - 1, breadth * 0.6, 2, breadth * 0.4 - 2));
  const thumb = thumbOf(view, length);
  drawThumb(...box(thumb.at + 1, 2, thumb.size - 2, breadth - 4));
  describeRail(isDown);
}

/** The text of the slider. */
function describeRail(isDown) {
  const percent = Math.round(view.fraction * 1000) / 10;
  const name = nameAtFraction(railPieces, view.fraction);
  const text = `${name ? `${name}, ` : ""}${percent} %`;
  if (rail.getAttribute("aria-valuetext") === text) return;
  const orientation = isDown ? "vertical" : "horizontal";
  mark(rail, {"aria-valuenow": percent, "aria-valuetext": text, "aria-orientation": orientation});
}

/** The pieces and dates, which are drawn again only if something about them is new. */
const ground = made("canvas");
const groundPen = ground.getContext("2d");
let groundBasis = [];

function drawGround(size, length, breadth, box) {
  const {width, height} = railCanvas;
  const basis = [railPieces, railPieces.values, page.palette, view.axis, view.layout.isMirrored, width, height];
  if (basis.some((part, index) => part !== groundBasis[index])) {
    groundBasis = basis;
    Object.assign(ground, {width, height});
    groundPen.setTransform(railPen.getTransform());
    drawRailPieces(railPieces, length, breadth, box);
    if (view.axis === "y") drawRailDates(size);
  }
  railPen.drawImage(ground, 0, 0, size.w, size.h);
}

function drawRailPieces({sections, cells, flags}, length, breadth, box) {
  const most = Math.max(...cells, 1e-9);
  const count = cells.length;
  const step = length / count;
  const isTinted = tintedPieces(sections, length);
  for (let index = 0; index < count; index++) {
    const place = view.layout.isMirrored ? count - 1 - index : index;
    if (cells[index] === 0 && sections[index] < 0) continue;
    const margin = 7;
    const deep = (breadth - 2 * margin) * (0.25 + (0.75 * cells[index]) / most);
    groundPen.fillStyle = (isTinted[index] ? page.palette.family(sections[index]) : page.palette.neutral).rail;
    groundPen.globalAlpha = page.palette.isDark ? 0.55 : 0.7;
    const [from, to] = [Math.round(place * step), Math.round((place + 1) * step)];
    groundPen.fillRect(...box(from, margin, to - from, deep));
    groundPen.globalAlpha = 1;
    if (flags[index] & 2) {
      groundPen.fillStyle = page.palette.quiet;
      if (index % 3 === 0) groundPen.fillRect(...box(place * step, 2, step * 1.5, 3));
    }
    if (flags[index] & 1) {
      groundPen.fillStyle = hatchPattern(groundPen);
      groundPen.fillRect(...box(from, margin, to - from, breadth - 2 * margin));
    }
  }
}

function drawRailDates(size) {
  const font = `600 10px ${fontFamily}`;
  for (const {text, fraction} of datesOn(railPieces, 22 / size.h)) {
    const [at, width] = [fraction * size.h, widthOf(text, font) + 6];
    fillBox({x: (size.w - width) / 2, y: at, w: width, h: 14}, page.palette.paper, 0, groundPen);
    drawLine(text, font, page.palette.ink, 0, size.w, at + 7, "center", groundPen);
  }
}

// MARK: Dragging it

/** The place of the thumb that is dragged, from its beginning; null: none is. */
let railGrip = null;

/** Names the section at a place of the rail, beside it. */
function showRailName(at, length) {
  const thumb = thumbOf(view, length);
  const fraction =
    railGrip !== null ? view.fraction : clamp((at - thumb.size / 2) / Math.max(length - thumb.size, 1), 0, 1);
  const name = nameAtFraction(railPieces, fraction);
  const hint = part("rail-name");
  hint.textContent = name;
  hint.hidden = !name;
  hint.style.setProperty("--at", `${clamp(at, 14, length - 14)}px`);
}

function hideRailName() {
  if (railGrip === null) part("rail-name").hidden = true;
}

const railLength = () => (view.axis === "y" ? rail.clientHeight : rail.clientWidth);

function dragRail(point) {
  if (view.isFree) {
    const {extent, shown} = view;
    const scale = extent.w / rail.clientWidth;
    const [x, y] = [point.x * scale, point.y * scale];
    return moveBy(extent.x + x - shown.w / 2 - view.x, extent.y + y - shown.h / 2 - view.y);
  }
  moveToFraction(fractionAt(view, point[view.axis], railGrip, railLength()));
}

watchPointers(rail, {
  takes: () => Boolean(view.layout) && railGrip === null,
  begin: (event, point) => {
    const at = point[view.axis];
    const thumb = thumbOf(view, railLength());
    // Beside the thumb: its middle goes there.
    railGrip = at >= thumb.at && at <= thumb.at + thumb.size ? at - thumb.at : thumb.size / 2;
    leaveFor("rail");
    dragRail(point);
  },
  move: (drag, point) => dragRail(point),
  end: () => {
    railGrip = null;
    hideRailName();
  },
});
for (const name of ["pointerdown", "pointermove"])
  rail.addEventListener(name, (event) => showRailName(eventPoint(rail, event)[view.axis], railLength()));
rail.addEventListener("pointerleave", hideRailName);
