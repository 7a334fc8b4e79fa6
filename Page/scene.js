// Draws the visible part, and over it the chosen element, bands that were laid out again, and the query's bands and
// blocks. Lengths here are pixels of the page, counted from the stage's corner.

import {drawElement, drawElements} from "./cells.js";
import {noteAddress} from "./history.js";
import {updatePictures} from "./images.js";
import {drawClimb} from "./ladder.js";
import {showFacts} from "./main.js";
import {framesOf} from "./Parts/elements.js";
import {elementsByColumn, foldOf} from "./Parts/fold.js";
import {clamp, counted, frameOf, lengthOf, overlaps, readable} from "./Parts/numbers.js";
import {sectionAtFraction} from "./Parts/places.js";
import {railPieces} from "./rail.js";
import {drawPiecesOf, drawSheetOf, showLegend, updateStrips} from "./sheet.js";
import {source} from "./source.js";
import {drawLine, fillBox, pen, widthOf} from "./stage.js";
import {configuration, fontFamily, made, mark, page, part, redraw, view} from "./state.js";
import {age, mergeTiles, tiles, updateTiles} from "./tiles.js";

export function drawStage() {
  pen.fillStyle = page.palette.desk;
  pen.fillRect(0, 0, view.w, view.h);
  page.drawn = [];
  if (!view.layout) return;
  const fold = foldOf(view);
  // Boxes stay until the sheet's pieces are there.
  const strips = fold.share > 0 ? updateStrips() : [];
  // They would be most at the end: half of the way the sheet alone shows.
  const opacity = Math.min(1, 2 * fold.share);
  if (opacity < 1 || strips.length === 0) drawScene(fold);
  if (strips.length > 0) drawSheetOf(fold, strips, opacity);
  if (fold.share > 0.5) page.drawn = [];
  showLegend(fold.share);
}

function drawScene(fold) {
  if (drawClimb()) return;
  const visible = updateTiles();
  if (drawStill(visible)) return;
  const missing = visible.filter((tile) => !tile.scene);
  // Until a tile comes, others that lie there stand in for it.
  const others = missing.length === 0 ? []
                                      : [...tiles.parts.values()].filter(
                                          (other) => other.scene && other.age === age && !visible.includes(other) &&
                                            missing.some(({rect}) => overlaps(rect, other.rect)));
  const ready = [...visible.filter((tile) => tile.scene), ...others];
  const all = mergeTiles(ready);
  const columns = elementsByColumn(all.elements, view, fold);
  for (let column = 0; column < fold.count; column++) {
    drawColumn(fold, column, () => {
      drawPaper();
      for (const {rect} of missing) drawExpected(rect, others);
      for (const tile of ready) {
        if (tile.scene.pieces) drawPiecesOf(tile);
        if (tile.scene.boxes) drawBoxes(tile);
      }
      drawElements({...all, elements: columns[column]});
      drawFlashes();
      drawOverlay();
    });
  }
  updatePictures();
  drawChosen();
}

/** Draws one column, with the view moved to its content. */
function drawColumn(fold, column, draw) {
  if (fold.spread === 0) return draw();
  const [along, across] = [view.axis, view.cross];
  const {x, y} = view;
  const at = fold.start + column * fold.pitch;
  view[along] += column * fold.length;
  view[across] = view.extent[across] - at / view.zoom;
  if (view[along] < view.extent[along] + view.extent[lengthOf(along)]) {
    pen.save();
    if (column > 0) pen.globalAlpha = fold.spread;
    pen.beginPath();
    pen.rect(...(along === "y" ? [at - 1, 0, fold.breadth + 2, view.h] : [0, at - 1, view.w, fold.breadth + 2]));
    pen.clip();
    draw();
    pen.restore();
  }
  Object.assign(view, {x, y});
}

/** Draws what was there before the content moved, until the tiles of the new place have come; returns whether it did. */
function drawStill(visible) {
  const {still} = page;
  if (!still) return false;
  if (visible.every((tile) => tile.scene) || still.zoom !== view.zoom || performance.now() > still.until) {
    page.still = null;
    return false;
  }
  drawPaper();
  const [x, y] = [(still.x - view.x) * view.zoom, (still.y - view.y) * view.zoom];
  for (const {element, box} of still.drawn) drawElement(element, {...box, x: box.x + x, y: box.y + y});
  updatePictures();
  drawChosen();
  return true;
}

/** The content's own ground, which shows its end. */
function drawPaper() {
  const whole = view.extent;
  drawGround(view.cut(view.onStage(
    view.isEndless && !configuration.enclosed ? {...whole, [view.axis]: view[view.axis] - 1, [lengthOf(view.axis)]: 1e9}
                                              : whole)));
}

export function drawGround(box) {
  if (box.w <= 0 || box.h <= 0) return;
  fillBox(box, page.palette.paper);
  pen.strokeStyle = page.palette.line;
  pen.lineWidth = 1;
  pen.strokeRect(Math.round(box.x) - 0.5, Math.round(box.y) - 0.5, Math.round(box.w) + 1, Math.round(box.h) + 1);
}

/** Boxes of the average size in the rail's colours, as long as nothing is known of a part. */
function drawExpected(rect, others) {
  if (!railPieces || view.isFree || view.isEndless || view.layout.items === 0) return;
  const [along, across] = [view.axis, view.cross];
  const end = (frame) => frame[along] + frame[lengthOf(along)];
  const known = others.reduce(
    (sum, other) => sum + Math.max(0, Math.min(end(rect), end(other.rect)) - Math.max(rect[along], other.rect[along])),
    0);
  const whole = view.cut(view.onStage(rect));
  if (known >= rect[lengthOf(along)] || whole.w <= 0 || whole.h <= 0) return;
  const extent = view.extent;
  const breadth = extent[lengthOf(across)];
  const side = Math.sqrt((extent.w * extent.h) / view.layout.items);
  const count = clamp(Math.round(breadth / side), 1, 64);
  const step = {[along]: side, [across]: breadth / count};
  if (step[along] * view.zoom < 6) return;
  const first = Math.floor(((whole[along] / view.zoom) + view[along]) / side);
  pen.globalAlpha = page.palette.isDark ? 0.1 : 0.16;
  for (let line = first; line * side < extent[lengthOf(along)]; line++) {
    if ((line * side - view[along]) * view.zoom > whole[along] + whole[lengthOf(along)]) break;
    pen.fillStyle = page.palette.family(sectionAtFraction(railPieces, (line * side) / extent[lengthOf(along)])).rail;
    for (let place = 0; place < count; place++) {
      const box = view.onStage(
        {x: extent.x, y: extent.y, w: 0, h: 0, [along]: line * side, [across]: extent[across] + place * step[across]});
      const [w, h] = [step.x * view.zoom - 6, step.y * view.zoom - 6];
      pen.fillRect(box.x + 3, box.y + 3, w, h);
    }
  }
  pen.globalAlpha = 1;
}

/** Boxes around neighbours on a canvas. */
function drawBoxes(tile) {
  pen.fillStyle = page.palette.neutral.rail;
  pen.globalAlpha = 0.35;
  for (const frame of tile.scene.boxes) {
    const box = view.onStage(frame);
    if (box.x < view.w && box.y < view.h && box.x + box.w > 0 && box.y + box.h > 0)
      pen.fillRect(box.x, box.y, Math.max(box.w, 0.7), Math.max(box.h, 0.7));
  }
  pen.globalAlpha = 1;
}

export function drawChosen() {
  if (!page.chosen) return;
  const found = page.drawn.find(({element}) => element.id === page.chosen.id);
  if (!found) return;
  const box = view.cut(found.box);
  // A light ring inside a dark one: one of them stands out from any ground.
  pen.beginPath();
  pen.roundRect(box.x, box.y, box.w, box.h, 5);
  for (const [colour, width] of [[page.palette.paper, 5], [page.palette.accent, 2.5]]) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke();
  }
}

/** Bands that were laid out again glow, and fade. */
export function drawFlashes() {
  const now = performance.now();
  page.flashes = page.flashes.filter((flash) => flash.until > now);
  for (const flash of page.flashes) {
    const box = view.cut(view.onStage(flash.frame));
    const strength = Math.min(1, (flash.until - now) / 1200);
    pen.fillStyle = pen.strokeStyle = page.palette.rebuilt;
    pen.globalAlpha = 0.16 * strength;
    pen.fillRect(box.x, box.y, box.w, box.h);
    pen.globalAlpha = strength;
    pen.lineWidth = 2;
    pen.strokeRect(box.x + 1, box.y + 1, box.w - 2, box.h - 2);
    pen.globalAlpha = 1;
  }
  if (page.flashes.length > 0) redraw();
}

/** Bands as strips with their facts, blocks as thin boxes. */
export function drawOverlay() {
  if (!page.explanation) return;
  pen.lineWidth = 1;
  pen.strokeStyle = page.palette.accent;
  pen.globalAlpha = 0.75;
  pen.setLineDash([3, 3]);
  const {blocks, bands} = page.explanation;
  for (const frame of framesOf(blocks)) {
    const box = view.cut(view.onStage(frame));
    if (box.w > 0 && box.h > 0) pen.strokeRect(box.x, box.y, box.w, box.h);
  }
  pen.setLineDash([]);
  pen.globalAlpha = 1;
  for (const band of bands) drawBand(band);
}

function drawBand(band) {
  const box = view.cut(view.onStage(frameOf(band.frame)));
  if (box.w <= 0 || box.h <= 0) return;
  const colour = (pen.strokeStyle = band.isStale ? page.palette.mark : page.palette.accent);
  pen.lineWidth = 2;
  pen.strokeRect(box.x - 3, box.y + 1, box.w + 6, box.h - 2);
  if (box.h < 14 && box.w < 60) return;
  const state = band.isEstimated ? ", estimated" : band.isStale ? ", stale" : "";
  const words = `band of ${counted(band.elements, "element")}${state}`;
  const font = `600 11px ${fontFamily}`;
  const width = widthOf(words, font) + 12;
  // Beside the content if there is room, and else in its corner, where no title begins.
  const hasRoom = view.axis === "y" && box.x > width + 10;
  const left = hasRoom ? box.x - width - 6 : Math.min(box.x + box.w, view.w) - width - 4;
  const top = hasRoom ? Math.max(box.y, 0) + 5 : Math.min(box.y + box.h, view.h) - 22;
  fillBox({x: left, y: top, w: width, h: 18}, colour, 5);
  drawLine(words, font, page.palette["accent-ink"], left + 6, width, top + 9.5);
}

// MARK: The query

let explainTimer = 0;
let explainRequest = null;

export function toggleOverlay(isOn = !page.isExplaining) {
  page.isExplaining = isOn;
  mark(part("overlay"), {"aria-pressed": isOn});
  page.explanation = null;
  part("steps").hidden = true;
  noteAddress();
  showFacts();
  if (isOn) explainSoon(0);
  redraw();
}

/** Asks once the view has stopped. */
export function explainSoon(delay = 120) {
  if (!page.isExplaining) return;
  clearTimeout(explainTimer);
  explainTimer = setTimeout(async () => {
    if (explainRequest) explainRequest.abort();
    explainRequest = new AbortController();
    try {
      page.explanation = await source.explain(view.layout.name, view.shown, explainRequest.signal);
      if (page.isExplaining)
        showSteps(page.explanation.steps);
      else
        page.explanation = null;
    } catch (error) {
      if (error.name === "AbortError") return;
      page.explanation = null;
      showInSteps(made("p", "", error.message));
    }
    redraw();
  }, delay);
}

function showSteps(steps) {
  const row = (tag, ...texts) => made("tr", "", ...texts.map((text) => made(tag, "", text)));
  const rows = steps.map(
    ({step, read, kept, milliseconds}) =>
      row("td", step, ...[read, kept, milliseconds].map((number) => readable(number))));
  showInSteps(made("table", "", row("th", "step", "read", "kept", "ms"), ...rows));
}

function showInSteps(content) {
  part("steps").replaceChildren(content);
  part("steps").hidden = false;
}
