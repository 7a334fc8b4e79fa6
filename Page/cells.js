// Draws elements: cells with pictures and texts, headers, decorations, and rows of outlines.

import {drawPicture, placeholderOf} from "./images.js";
import {hasSign, indentOf, isRow, signOf, signRoom} from "./list.js";
import {sortedBox} from "./moving.js";
import {cellKind, decorationKind, nameOf, supplementaryKind} from "./Parts/elements.js";
import {drawingOf, motionViewport, placeNow, placePin, sheetShift, stuckIn} from "./Parts/motion.js";
import {clamp, lengthOf, overlaps} from "./Parts/numbers.js";
import {fitted, linesOf, readsRightToLeft} from "./Parts/texts.js";
import {drawLine, fillBox, hatchPattern, pen, widthOf} from "./stage.js";
import {fontFamily, page, view} from "./state.js";
import {drawWrapped} from "./wrapped.js";

export function drawElements(all) {
  const shown = view.shown;
  if (view.layout.hasFrozenLines) return drawSheet(all, shown);
  const stuck = stuckIn(all, view);
  const pins =
    all.pins.map((pin) => ({element: pin.element, place: placePin(pin, view, stuck.header), z: pin.element.z}));
  for (const {element} of all.sticky ? all.sticky.items : []) {
    const place = stuck.places.get(element.id);
    if (place) pins.push({element, place, z: place.z});
  }
  if (stuck.places.size > 0) pins.sort((a, b) => a.z - b.z);
  const viewport = motionViewport(view);
  const {cross} = view;
  let next = 0;
  for (const element of all.elements) {
    // Sticky items do not show at their natural places.
    if (stuck.places.size > 0 && stuck.places.has(element.id)) continue;
    // A pinned element is drawn among the other elements by its z-index.
    while (next < pins.length && pins[next].z < element.z) drawPlaced(pins[next++], shown);
    const place = placeNow(element, page.offsets, cross);
    const host = element.host ? {...element.host, x: place.x + element.host.x, y: place.y + element.host.y} : place;
    const drawing = element.motion !== 0 ? drawingOf(element.motion, place, viewport, host) : null;
    if (drawing ? drawing.opacity <= 0 || !overlaps(drawing.whole, shown) : !overlaps(place, shown)) continue;
    if (element.mover)
      drawMover(element, drawing ? drawing.whole : place, () => drawMoved(element, place, drawing));
    else
      drawMoved(element, place, drawing);
  }
  while (next < pins.length) drawPlaced(pins[next++], shown);
}

/** Draws an element in its place, or as its motion has it. */
function drawMoved(element, place, drawing) {
  if (!drawing) {
    drawElement(element, sortedBox(element, view.onStage(place)));
    return;
  }
  const box = view.onStage(drawing.box);
  const middle = {x: box.x + box.w / 2, y: box.y + box.h / 2};
  pen.save();
  pen.globalAlpha = drawing.opacity;
  pen.translate(middle.x, middle.y);
  pen.rotate(drawing.rotation);
  pen.translate(-middle.x, -middle.y);
  drawElement(element, box);
  pen.restore();
}

/** A cell of a section that scrolls across shows only inside the section's strip. */
function drawMover(element, place, draw) {
  const {mover} = element;
  if (!overlaps(place, mover)) return;
  const box = view.cut(view.onStage(
    {...mover, [view.axis]: place[view.axis] - 1e3, [lengthOf(view.axis)]: place[lengthOf(view.axis)] + 2e3}));
  pen.save();
  pen.beginPath();
  pen.rect(box.x, box.y, box.w, box.h);
  pen.clip();
  draw();
  pen.restore();
}

function drawPlaced({element, place}, shown) {
  if (!overlaps(place, shown)) return;
  // Cells pass under an element that is not at its own place.
  const isAway = Math.abs(place.x - element.x) + Math.abs(place.y - element.y) > 0.5;
  drawElement(element, view.onStage(place), false, isAway);
}

/** A sheet in its panes: the cells that scroll, frozen rows, frozen columns, and their corners. */
function drawSheet(all, shown) {
  const panes = [[], [], [], []];
  const shifts = new Map();
  for (const sheet of all.sections.values())
    if (sheet.lines) shifts.set(`${sheet.index}.${sheet.lap}`, sheetShift(sheet, view));
  const isCircular = view.isEndless && view.layout.sections === 1;
  const only = isCircular ? shifts.values().next().value : null;
  for (const element of all.elements) {
    const shift = only || shifts.get(`${element.section}.${view.isEndless ? element.lap : 0}`);
    const {rows, columns} = element;
    const place = {
      x: element.x + (shift ? shift.x[columns] : 0),
      y: element.y + (shift ? shift.y[rows] : 0),
      w: element.w,
      h: element.h,
    };
    if (overlaps(place, shown)) panes[(rows > 0 ? 1 : 0) + (columns > 0 ? 2 : 0)].push({element, place});
  }
  panes.forEach((pane, index) => {
    for (const {element, place} of pane) {
      const box = view.onStage(place);
      if (index > 0) fillBox(box, page.palette.paper);
      drawElement(element, box, index > 0);
    }
  });
}

/** The side in pixels from which a box has a picture, a line around it and round corners. */
const leastDetail = 14;
/** The same while the zoom changes: some thousand pictures would take several frames' time. */
const zoomingDetail = 32;

/** The colour of a small box: of its picture, if that is known. */
const smallColour = (element, family) => placeholderOf(element) === "colour" ? element.picture : family.rail;

/** Whether a box is drawn as its colour alone. */
function isSmallBox(element, {w, h}) {
  const side = Math.max(w, h);
  if (side < leastDetail) return true;
  return page.motion.zooms && side < zoomingDetail && (element.picture === null || placeholderOf(element) === "colour");
}

export function drawElement(element, full, isFrozen = false, isAway = false) {
  const family = page.palette.family(element.section);
  page.drawn.push({element, box: full});
  const isSmall = element.kind === cellKind && isSmallBox(element, full);
  const box = isSmall ? full : view.cut(full);
  // Many small boxes are drawn at once: one rectangle each.
  if (isSmall || box.w < 3 || box.h < 3) {
    pen.fillStyle = element.kind === supplementaryKind ? family.line : smallColour(element, family);
    pen.fillRect(box.x, box.y, Math.max(box.w, 0.6), Math.max(box.h, 0.6));
    return;
  }
  if (element.wrapped && view.layout.wrap) return drawWrapped(element, box, full, family);
  if (isBadge(element)) return drawBadge(element, full);
  if (isListed(element) && drawListed(element, box, full, family, isFrozen)) return;
  const hasPicture = drawPictured(element, box, full, family);
  if (element.kind === supplementaryKind || (isRow(element) && !hasPicture))
    drawHeading(box, family, isAway || element.kind === cellKind);
  else if (!hasPicture)
    drawBox(element, box, full, family, isFrozen);
  if (element.isStale) {
    pen.fillStyle = hatchPattern(pen);
    pen.fill();
  }
  if (element.kind !== decorationKind && !hasPicture) drawLabel(element, full, family);
}

/** Whether an element is a row of a list or a cell of a sheet, which have hairlines in place of boxes. */
const isListed = (element) =>
  element.kind === cellKind && !isRow(element) && view.axis === "y" && (view.layout.kind === "table" || view.isSheet);

/** Draws a row or a cell as text on paper, beside a square picture if it is wide; returns whether it did. */
function drawListed(element, box, full, family, isFrozen) {
  const hasPicture = element.picture !== null;
  if (hasPicture && full.w < 3 * full.h) return false;
  fillBox(box, isFrozen ? page.palette.wash : page.palette.paper);
  if (element.isStale) fillBox(box, hatchPattern(pen));
  pen.fillStyle = page.palette.line;
  pen.fillRect(box.x, box.y + box.h - 1, box.w, 1);
  if (view.isSheet) pen.fillRect(box.x + box.w - 1, box.y, 1, box.h);
  const side = full.h - 9;
  if (hasPicture) drawPicture(element, {x: full.x + 4, y: full.y + 4, w: side, h: side});
  const before = hasPicture ? side + 8 : 0;
  const x = Math.max(full.x + before, 0);
  drawRowTexts(element, {x, y: full.y, w: Math.min(full.x + full.w, view.w) - x, h: full.h}, family);
  return true;
}

/** The name of a row, and its second text under it, or at the other side of a low one. */
function drawRowTexts(element, box, family) {
  const size = textSize(13);
  const room = box.w - 16;
  if (box.h < size || room < 12) return;
  const name = nameOf(element);
  const isNumber = /^[-+−]?[\d.,\s]+%?$/.test(name);
  const side = view.isSheet && isNumber || readsRightToLeft(name) ? "right" : "left";
  const detail = view.isSheet ? null : element.detail || (element.title ? element.key : null);
  const hasTwo = detail && box.h >= 2.8 * size;
  const font = fontOf(size, hasTwo ? 600 : 400);
  const middle = box.y + Math.min(box.h, 8 * size) / 2 + 0.5;
  const ink = element.title || element.key ? page.palette.ink : family.quiet;
  if (!hasTwo) return drawPair(name, detail, box.x + 8, room, middle, font, size, [ink, page.palette.quiet], side);
  const second = fontOf(size - 1);
  drawLine(fitted(name, font, room, widthOf), font, ink, box.x + 8, room, middle - 0.65 * size, side);
  drawLine(
    fitted(detail, second, room, widthOf), second, page.palette.quiet, box.x + 8, room, middle + 0.75 * size, side);
}

/** A cell's picture, with a line around it; returns whether there is one. */
function drawPictured(element, box, full, family) {
  if (element.kind !== cellKind || !drawPicture(element, full)) return false;
  pen.lineWidth = 1;
  pen.strokeStyle = family.line;
  pen.strokeRect(box.x + 0.5, box.y + 0.5, box.w - 1, box.h - 1);
  return true;
}

function drawBox(element, box, full, family, isFrozen) {
  const inset = Math.min(0.5, box.w / 6, box.h / 6);
  const radius = Math.min(5, full.w / 5, full.h / 5) * (box.w > 8 && box.h > 8 ? 1 : 0);
  pen.beginPath();
  pen.roundRect(box.x + inset, box.y + inset, box.w - 2 * inset, box.h - 2 * inset, radius);
  pen.lineWidth = 1;
  pen.strokeStyle = family.line;
  if (element.kind === decorationKind) {
    const opacity = pen.globalAlpha;
    pen.globalAlpha = opacity * 0.3;
    pen.fillStyle = family.fill;
    pen.fill();
    pen.globalAlpha = opacity;
    pen.setLineDash([5, 4]);
    pen.stroke();
    pen.setLineDash([]);
    return;
  }
  pen.fillStyle = isFrozen ? family.line : family.fill;
  pen.fill();
  if (box.w > 8) pen.stroke();
}

/** Whether an element is a small sign on a cell. */
const isBadge = (element) => element.kind === supplementaryKind && element.name !== "header" &&
  element.name !== "footer" && Math.max(element.w, 2 * element.h) <= 120;

/** Draws a badge: its word, as large as there is room for. */
function drawBadge({name}, {x, y, w, h}) {
  fillBox({x, y, w, h}, page.palette.accent, Math.min(w, h) / 2);
  const size = Math.min(12, 0.62 * h);
  const width = widthOf(name, fontOf(12, 600)) / 12;
  const fitting = Math.min(size, (w - h * 0.4) / width);
  if (fitting < 5) return;
  drawLine(name, fontOf(fitting, 600), page.palette["accent-ink"], x, w, y + h / 2 + 0.5, "center");
}

/** The ground of a header or a row of an outline: a hairline, and paper where cells pass under it. */
function drawHeading(box, family, isOpaque) {
  pen.beginPath();
  pen.rect(box.x, box.y, box.w, box.h);
  pen.fillStyle = page.palette.paper;
  if (isOpaque) pen.fill();
  pen.fillStyle = family.line;
  pen.fillRect(box.x, box.y + box.h - 1, box.w, 1);
}

// MARK: Texts

function drawLabel(element, full, family) {
  // In the part that shows.
  const x = Math.max(full.x, 0), y = Math.max(full.y, 0);
  const w = Math.min(full.x + full.w, view.w) - x, h = Math.min(full.y + full.h, view.h) - y;
  if (w < 20 || h < 10) return;
  const isHeader = element.kind === supplementaryKind;
  // One size at a zoom: what does not fit is left out.
  const size = textSize(isHeader ? 14 : 13);
  if (full.h < size) return;
  const isStrong = isRow(element) ? element.branch !== null : element.title;
  const font = fontOf(size, isHeader ? 700 : isStrong ? 600 : 400);
  const padding = Math.min(9, w * 0.08 + 2);
  const isRoomy = !isHeader && full.h >= 40 && full.w >= 50 && (element.title || element.key);
  const isNamed = element.kind !== cellKind || element.title || element.key;
  if (isRow(element)) {
    const row = isRoomy ? {x, y: full.y, w, h: full.h} : {x, y, w, h};
    return drawRow(element, row, isRoomy, font, size, family);
  }
  if (isRoomy) {
    const room = {x: x + padding, y: full.y + padding, w: w - 2 * padding, h: full.h - 2 * padding};
    return drawParagraph(element, room, font, size, family);
  }
  const before = hasSign(element) ? signRoom : 0;
  const label = fitted(nameOf(element), font, w - 2 * padding - before, widthOf);
  if (!label || label === "…") return;
  const ink = isHeader ? family.strong : isNamed ? family.text : family.quiet;
  const middle = y + h / 2 + 0.5;
  if (!isHeader) return drawLine(label, font, ink, x, w, middle, "center");
  const side = view.layout.isMirrored || view.layout.isMirroredAcross ? "right" : undefined;
  const isAtEnd = side === "right" || readsRightToLeft(label);
  const [start, room] = [x + padding, w - 2 * padding];
  if (before) drawLine(signOf(element, isAtEnd), font, ink, start, room, middle, isAtEnd ? "right" : "left");
  drawLine(label, font, ink, start + (isAtEnd ? 0 : before), room - before, middle, side);
}

/** The row of an outline: its sign and its name, as far in as its level is, and its detail at the other side. */
function drawRow(element, box, isRoomy, font, size, family) {
  const name = nameOf(element);
  const isAtEnd = readsRightToLeft(name);
  const side = isAtEnd ? "right" : "left";
  const [margin, before] = [8, indentOf(element, box.w)];
  const middle = isRoomy ? box.y + margin + size / 2 : box.y + box.h / 2 + 0.5;
  const room = box.w - 2 * margin - before - signRoom;
  const start = box.x + margin + (isAtEnd ? 0 : before + signRoom);
  drawLine(
    signOf(element, isAtEnd), font, family.quiet, start - (isAtEnd ? 0 : signRoom), room + signRoom, middle, side);
  if (!isRoomy)
    return drawPair(name, element.detail, start, room, middle, font, size, [family.text, family.quiet], side);
  drawParagraph(element, {x: start, y: box.y + margin, w: room, h: box.h - 2 * margin}, font, size, family);
}

/** A name at one side of a line, and a second text at the other one if there is room. */
function drawPair(name, detail, x, room, middle, font, size, [ink, quiet], side) {
  const label = fitted(name, font, room, widthOf);
  drawLine(label, font, ink, x, room, middle, side);
  const second = fontOf(size - 1);
  if (detail && widthOf(detail, second) <= room - widthOf(label, font) - 16)
    drawLine(detail, second, quiet, x, room, middle, side === "left" ? "right" : "left");
}

/** The name, and under it what else the item is called. */
function drawParagraph(element, box, font, size, family) {
  const pitch = Math.round(size * 1.35);
  const rows = Math.floor((box.h + pitch - size) / pitch);
  const name = linesOf(nameOf(element), font, box.w, clamp(rows - 1, 1, 3), widthOf);
  let middle = box.y + size / 2;
  for (const line of name) {
    drawLine(line, font, family.text, box.x, box.w, middle);
    middle += pitch;
  }
  const rest = element.detail || (element.title ? element.key : null);
  if (rows <= name.length || !rest) return;
  const second = fontOf(size - 2);
  const side = readsRightToLeft(nameOf(element)) ? "right" : "left";
  drawLine(fitted(rest, second, box.w, widthOf), second, family.quiet, box.x, box.w, middle, side);
}

/** The size of a text at the present zoom, in half pixels: the widths of texts are measured again for each. */
const textSize = (size) => Math.round(2 * size * clamp(view.zoom, 0.65, 1)) / 2;

const fontOf = (size, weight = 400) => `${weight} ${size}px ${fontFamily}`;
