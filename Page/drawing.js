// Draws the visible part. Lengths here are pixels of the page, counted from the stage's corner.

const stage = part("stage");
const pen = stage.getContext("2d", {alpha: false});

function fitCanvas(canvas, context) {
  const ratio = devicePixelRatio || 1;
  const {clientWidth, clientHeight} = canvas;
  const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return {w: clientWidth, h: clientHeight};
}

const widthOf = widthMemory((text, font) => {
  pen.font = font;
  return pen.measureText(text).width;
});

function drawStage() {
  pen.fillStyle = page.palette.desk;
  pen.fillRect(0, 0, view.w, view.h);
  page.drawn = [];
  if (!view.layout) return;
  const fold = foldOf(view);
  if (fold.share < 1) drawScene(fold);
  if (fold.share > 0) drawSheetOf(fold);
  if (fold.share > 0.5) page.drawn = [];
  showLegend(fold.share);
}

function drawScene(fold) {
  if (drawClimb()) return;
  const visible = updateTiles();
  if (drawStill(visible) || drawArrival(visible)) return;
  const ready = visible.filter((tile) => tile.scene);
  const all = mergeTiles(ready);
  const columns = elementsByColumn(all.elements, view, fold);
  for (let column = 0; column < fold.count; column++) {
    drawColumn(fold, column, () => {
      drawPaper();
      for (const tile of visible)
        if (!tile.scene) drawWaiting(tile);
      for (const tile of ready) {
        if (tile.scene.pieces) drawPieces(tile);
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
  for (const {element, box} of still.drawn) drawElement(element, {...box, x: box.x + x, y: box.y + y}, true);
  updatePictures();
  return true;
}

/** The content's own ground, which shows its end. */
function drawPaper() {
  const whole = view.extent;
  drawGround(view.cut(view.onStage(
    view.isEndless && !configuration.enclosed ? {...whole, [view.axis]: view[view.axis] - 1, [lengthOf(view.axis)]: 1e9}
                                              : whole)));
}

function drawGround(box) {
  if (box.w <= 0 || box.h <= 0) return;
  pen.fillStyle = page.palette.paper;
  pen.fillRect(box.x, box.y, box.w, box.h);
  pen.strokeStyle = page.palette.line;
  pen.lineWidth = 1;
  pen.strokeRect(Math.round(box.x) - 0.5, Math.round(box.y) - 0.5, Math.round(box.w) + 1, Math.round(box.h) + 1);
}

/** Until a tile comes: the content of other tiles in its place. */
function drawWaiting(tile) {
  const whole = view.cut(view.onStage(tile.rect));
  if (whole.w <= 0 || whole.h <= 0) return;
  pen.save();
  pen.beginPath();
  pen.rect(whole.x, whole.y, whole.w, whole.h);
  pen.clip();
  drawExpected(whole);
  for (const other of tiles.values()) {
    if (!other.scene || other === tile || !overlaps(other.rect, tile.rect)) continue;
    if (other.scene.pieces) drawPieces(other);
    for (const element of other.scene.elements) {
      const place = placeNow(element, page.offsets, view.cross);
      if (overlaps(place, view.shown)) drawElement(element, view.onStage(place), true);
    }
  }
  pen.restore();
}

/** Boxes of the average size in the rail's colours, as long as nothing is known of a part. */
function drawExpected(whole) {
  if (!railPieces || view.isFree || view.isEndless || view.layout.items === 0) return;
  const [along, across] = [view.axis, view.cross];
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

// MARK: From afar

/** Bars along the scroll axis: the darker, the more they hold. */
function drawPieces(tile) {
  const {sections, cells, flags, titles} = tile.scene.pieces;
  const name = view.axis;
  const length = lengthOf(name);
  const step = (tile.rect[length] * view.zoom) / cells.length;
  const start = (tile.rect[name] - view[name]) * view.zoom;
  const across = strip();
  const isDown = name === "y";
  pen.fillStyle = page.palette.paper;
  const whole = step * cells.length;
  pen.fillRect(...(isDown ? [across.x, start, across.w, whole] : [start, across.y, whole, across.h]));
  const average = view.layout.items / Math.max(view.layout.content[isDown ? 1 : 0], 1e-9);
  for (let index = 0; index < cells.length; index++) {
    if (cells[index] === 0 && sections[index] < 0) continue;
    const at = start + index * step;
    if (at + step < 0 || at > view.stageLength(name)) continue;
    const density = cells[index] / (tile.rect[length] / cells.length) / Math.max(average, 1e-12);
    pen.globalAlpha = clamp(0.3 + 0.3 * Math.log2(1 + density), 0.12, 0.9);
    pen.fillStyle = page.palette.family(sections[index]).rail;
    // On whole pixels: neighbours that overlap a little would make stripes.
    const [low, high] = [Math.round(at), Math.max(Math.round(at + step), Math.round(at) + (step < 1 ? 0 : 1))];
    const box = isDown ? [across.x, low, across.w, high - low] : [low, across.y, high - low, across.h];
    pen.fillRect(...box);
    pen.globalAlpha = 1;
    if (flags[index]) {
      pen.fillStyle = hatchPattern(pen);
      pen.fillRect(...box);
    }
  }
  drawSectionNames(sections, titles, (index) => start + index * step, across);
}

/** The content's extent across the scroll axis; never too narrow to be seen. */
function strip() {
  const box = view.onStage(view.extent);
  const name = view.cross;
  const length = lengthOf(name);
  const least = Math.min(200, view.stageLength(name) / 3);
  return box[length] < least ? {...box, [name]: box[name] + (box[length] - least) / 2, [length]: least} : box;
}

/** Names runs of one section that are long enough. */
function drawSectionNames(sections, titles, place, across) {
  if (view.axis !== "y") return;
  pen.font = `400 11px ${fontFamily}`;
  pen.fillStyle = page.palette.quiet;
  pen.textAlign = "left";
  pen.textBaseline = "top";
  for (let first = 0, index = 1; index <= sections.length; index++) {
    if (index < sections.length && sections[index] === sections[first]) continue;
    const [low, high] = [place(first), place(index)];
    // Once for a run that several tiles show.
    const isBeginning = first > 0 || low <= 0;
    if (isBeginning && sections[first] >= 0 && high - low >= 15 && high > 0 && low < view.h)
      pen.fillText(sectionName(sections[first], titles), across.x + across.w + 10, clamp(low + 2, 4, high - 13));
    first = index;
  }
}

/** Boxes around neighbours on a canvas. */
function drawBoxes(tile) {
  pen.fillStyle = page.palette.neutral.rail;
  pen.globalAlpha = 0.35;
  const {boxes} = tile.scene;
  for (let index = 0; index < boxes.length; index += 4) {
    const box = view.onStage({x: boxes[index], y: boxes[index + 1], w: boxes[index + 2], h: boxes[index + 3]});
    if (box.x < view.w && box.y < view.h && box.x + box.w > 0 && box.y + box.h > 0)
      pen.fillRect(box.x, box.y, Math.max(box.w, 0.7), Math.max(box.h, 0.7));
  }
  pen.globalAlpha = 1;
}

// MARK: Elements

function drawElements(all) {
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
  let next = 0;
  for (const element of all.elements) {
    // Sticky items do not show at their natural places.
    if (stuck.places.has(element.id)) continue;
    // A pinned element is drawn among the other elements by its z-index.
    while (next < pins.length && pins[next].z < element.z) drawPlaced(pins[next++], shown);
    const place = placeNow(element, page.offsets, view.cross);
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
  if (overlaps(place, shown)) drawElement(element, view.onStage(place));
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
      if (index > 0) {
        pen.fillStyle = page.palette.paper;
        pen.fillRect(box.x, box.y, box.w, box.h);
      }
      drawElement(element, box, false, index > 0);
    }
  });
}

/** The side in pixels from which a box has a picture, a line around it and round corners. */
const leastDetail = 14;

/** The colour of a small box: of its picture, if that is known. */
const smallColour = (element, family) =>
  element.picture && placeholderKind(element.picture) === "colour" ? element.picture : family.rail;

function drawElement(element, full, isPreview = false, isFrozen = false) {
  const family = page.palette.family(element.section);
  const box = view.cut(full);
  if (!isPreview) page.drawn.push({element, box: full});
  // Many small boxes are drawn at once: one rectangle each.
  if (box.w < 3 || box.h < 3 || (full.w < leastDetail && full.h < leastDetail && element.kind === cellKind)) {
    pen.fillStyle = element.kind === supplementaryKind ? family.line : smallColour(element, family);
    pen.fillRect(box.x, box.y, Math.max(box.w, 0.6), Math.max(box.h, 0.6));
    return;
  }
  if (element.wrapped && view.layout.wrap) return drawWrapped(element, box, full, family);
  const hasPicture = drawPictured(element, box, full, family);
  if (element.kind === supplementaryKind || (isRow(element) && !hasPicture))
    drawHeading(box, family);
  else if (!hasPicture)
    drawBox(element, box, full, family, isFrozen);
  if (element.isStale) {
    pen.fillStyle = hatchPattern(pen);
    pen.fill();
  }
  if (element.kind !== decorationKind && !hasPicture) drawLabel(element, full, family);
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

/** The ground of a header or a row of an outline: paper that cells pass under, and a hairline. */
function drawHeading(box, family) {
  pen.beginPath();
  pen.rect(box.x, box.y, box.w, box.h);
  pen.fillStyle = page.palette.paper;
  pen.fill();
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
  const size = (isHeader ? 14 : 13) * clamp(view.zoom, 0.65, 1);
  if (full.h < size) return;
  const isStrong = isRow(element) ? element.branch !== null : element.title;
  const font = `${isHeader ? 700 : isStrong ? 600 : 400} ${size}px ${fontFamily}`;
  const padding = Math.min(9, w * 0.08 + 2);
  const isRoomy = !isHeader && full.h >= 40 && full.w >= 50 && (element.title || element.key);
  const isNamed = element.kind !== cellKind || element.title || element.key;
  pen.textBaseline = "middle";
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
  pen.fillStyle = isHeader ? family.strong : isNamed ? family.text : family.quiet;
  pen.font = font;
  if (isHeader) {
    const side = view.layout.isMirrored || view.layout.isMirroredAcross ? "right" : undefined;
    const middle = y + h / 2 + 0.5;
    const isAtEnd = side === "right" || readsRightToLeft(label);
    if (before) drawLine(signOf(element, isAtEnd), x + padding, w - 2 * padding, middle, isAtEnd ? "right" : "left");
    return drawLine(label, x + padding + (isAtEnd ? 0 : before), w - 2 * padding - before, middle, side);
  }
  drawLine(label, x, w, y + h / 2 + 0.5, "center");
}

/** The row of an outline: its sign and its name, as far in as its level is, and its detail at the other side. */
function drawRow(element, box, isRoomy, font, size, family) {
  const name = nameOf(element);
  const isAtEnd = readsRightToLeft(name);
  const [side, other] = isAtEnd ? ["right", "left"] : ["left", "right"];
  const [margin, before] = [8, indentOf(element, box.w)];
  const middle = isRoomy ? box.y + margin + size / 2 : box.y + box.h / 2 + 0.5;
  const room = box.w - 2 * margin - before - signRoom;
  const start = box.x + margin + (isAtEnd ? 0 : before + signRoom);
  pen.font = font;
  pen.fillStyle = family.quiet;
  drawLine(signOf(element, isAtEnd), start - (isAtEnd ? 0 : signRoom), room + signRoom, middle, side);
  if (isRoomy) {
    const rest = {x: start, y: box.y + margin, w: room, h: box.h - 2 * margin};
    return drawParagraph(element, rest, font, size, family);
  }
  const label = fitted(name, font, room, widthOf);
  pen.fillStyle = family.text;
  drawLine(label, start, room, middle, side);
  const second = `400 ${size - 1}px ${fontFamily}`;
  if (!element.detail || widthOf(element.detail, second) > room - widthOf(label, font) - 16) return;
  pen.font = second;
  pen.fillStyle = family.quiet;
  drawLine(element.detail, start, room, middle, other);
}

/** The name, and under it what else the item is called. */
function drawParagraph(element, box, font, size, family) {
  const pitch = Math.round(size * 1.35);
  const rows = Math.floor((box.h + pitch - size) / pitch);
  const name = linesOf(nameOf(element), font, box.w, clamp(rows - 1, 1, 3), widthOf);
  pen.fillStyle = family.text;
  pen.font = font;
  let middle = box.y + size / 2;
  for (const line of name) {
    drawLine(line, box.x, box.w, middle);
    middle += pitch;
  }
  const rest = element.detail || (element.title ? element.key : null);
  if (rows <= name.length || !rest) return;
  const second = `400 ${size - 2}px ${fontFamily}`;
  pen.fillStyle = family.quiet;
  pen.font = second;
  drawLine(fitted(rest, second, box.w, widthOf), box.x, box.w, middle);
}

/** A line of text, from the side at which its writing begins unless another one is given. */
function drawLine(text, x, room, middle, side = readsRightToLeft(text) ? "right" : "left") {
  pen.direction = readsRightToLeft(text) ? "rtl" : "ltr";
  pen.textAlign = /** @type {CanvasTextAlign} */ (side);
  pen.fillText(text, x + {left: 0, center: room / 2, right: room}[side], middle);
  pen.direction = "ltr";
}
