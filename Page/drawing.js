// Draws what is seen. Lengths here are pixels of the page, counted from the stage's corner.

const stage = part("stage");
const pen = stage.getContext("2d", { alpha: false });
/** What lies where on the screen now, the lowest first: what the pointer finds. */
let drawn = [];

function fitCanvas(canvas, context) {
  const ratio = devicePixelRatio || 1;
  const { clientWidth, clientHeight } = canvas;
  const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { w: clientWidth, h: clientHeight };
}

const onScreen = (frame) => ({ x: (frame.x - view.x) * view.zoom, y: (frame.y - view.y) * view.zoom, w: frame.w * view.zoom, h: frame.h * view.zoom });

/** A frame as far as it can be told apart: drawing what is a million pixels long is slow, and shows no more. */
function cut(box) {
  const x = Math.max(box.x, -80), y = Math.max(box.y, -80);
  return { x, y, w: Math.min(box.x + box.w, view.w + 80) - x, h: Math.min(box.y + box.h, view.h + 80) - y };
}

/** Where an element shows now, in content coordinates. */
function placeNow(element) {
  if (!element.mover) return element;
  const now = offsets.get(element.section) ?? element.mover.offset;
  const shift = (now - element.mover.offset) * element.mover.orthogonal;
  const name = cross();
  return shift === 0 ? element : { x: element.x - (name === "x" ? shift : 0), y: element.y - (name === "y" ? shift : 0), w: element.w, h: element.h };
}

/** Where a pinned element shows now. */
function placePin(pin, shown) {
  const name = axis();
  const length = lengthOf(name);
  const { element } = pin;
  const limit = configuration.enclosed ? extent() : null;
  // A page of one rectangle pins to that rectangle, where it is smaller than the stage.
  if (limit && shown[length] > limit[length]) shown = limit;
  const wanted = pin.keepsToEnd ? shown[name] + shown[length] - pin.inset - element[length] : shown[name] + pin.inset;
  return { x: element.x, y: element.y, w: element.w, h: element.h, [name]: clamp(wanted, pin.low, pin.high) };
}

function drawStage() {
  pen.fillStyle = palette.desk;
  pen.fillRect(0, 0, view.w, view.h);
  drawn = [];
  if (!layout) return true;
  drawPaper();
  const visible = updateTiles();
  const ready = visible.filter((tile) => tile.scene);
  for (const tile of visible) if (!tile.scene) drawWaiting(tile);
  for (const tile of ready) {
    if (tile.scene.pieces) drawPieces(tile);
    if (tile.scene.boxes) drawBoxes(tile);
  }
  const all = merge(ready);
  drawElements(all);
  drawFlashes();
  drawOverlay();
  drawChosen();
  return visible.every((tile) => tile.scene);
}

/** The content's own ground, so that one sees where it ends. */
function drawPaper() {
  const whole = extent();
  const box = cut(onScreen(layout.lapLength > 0 && !configuration.enclosed
    ? { ...whole, [axis()]: view[axis()] - 1, [lengthOf(axis())]: 1e9 } : whole));
  if (box.w <= 0 || box.h <= 0) return;
  pen.fillStyle = palette.paper;
  pen.fillRect(box.x, box.y, box.w, box.h);
  pen.strokeStyle = palette.edge;
  pen.lineWidth = 1;
  pen.strokeRect(Math.round(box.x) - 0.5, Math.round(box.y) - 0.5, Math.round(box.w) + 1, Math.round(box.h) + 1);
}

/** Until a tile comes: what other tiles hold of its place, or its ground, a little darker. */
function drawWaiting(tile) {
  const whole = cut(onScreen(tile.rect));
  if (whole.w <= 0 || whole.h <= 0) return;
  pen.save();
  pen.beginPath();
  pen.rect(whole.x, whole.y, whole.w, whole.h);
  pen.clip();
  for (const other of tiles.values()) {
    if (!other.scene || other === tile || !overlaps(other.rect, tile.rect)) continue;
    if (other.scene.pieces) drawPieces(other);
    for (const element of other.scene.elements) drawElement(element, onScreen(placeNow(element)), true);
  }
  pen.restore();
}

// MARK: From afar

/** Bars along the scroll axis: the darker, the more they hold. */
function drawPieces(tile) {
  const { sections, cells, flags } = tile.scene.pieces;
  const name = axis();
  const length = lengthOf(name);
  const whole = extent();
  const step = (tile.rect[length] * view.zoom) / cells.length;
  const start = (tile.rect[name] - view[name]) * view.zoom;
  const across = strip();
  pen.fillStyle = palette.paper;
  pen.fillRect(...(name === "y" ? [across.x, start, across.w, step * cells.length] : [start, across.y, step * cells.length, across.h]));
  const average = layout.items / Math.max(layout.content[name === "x" ? 0 : 1], 1e-9);
  for (let index = 0; index < cells.length; index++) {
    if (cells[index] === 0 && sections[index] < 0) continue;
    const at = start + index * step;
    if (at + step < 0 || at > (name === "y" ? view.h : view.w)) continue;
    const density = cells[index] / (tile.rect[length] / cells.length) / Math.max(average, 1e-12);
    pen.globalAlpha = clamp(0.3 + 0.3 * Math.log2(1 + density), 0.12, 0.9);
    pen.fillStyle = familyOf(sections[index]).rail;
    // On whole pixels: neighbours that overlap a little would make stripes.
    const [low, high] = [Math.round(at), Math.max(Math.round(at + step), Math.round(at) + (step < 1 ? 0 : 1))];
    const box = name === "y" ? [across.x, low, across.w, high - low] : [low, across.y, high - low, across.h];
    pen.fillRect(...box);
    pen.globalAlpha = 1;
    if (flags[index]) {
      pen.fillStyle = hatchPattern(pen);
      pen.fillRect(...box);
    }
  }
  drawSectionNames(sections, (index) => start + index * step, across);
}

/** The content's extent across the scroll axis; from afar no less than what can be seen, though it is less. */
function strip() {
  const box = onScreen(extent());
  const name = cross();
  const length = lengthOf(name);
  const least = Math.min(200, view[length] / 3);
  return box[length] < least ? { ...box, [name]: box[name] + (box[length] - least) / 2, [length]: least } : box;
}

/** Beside runs of one section that are long enough, which one it is. */
function drawSectionNames(sections, place, across) {
  if (axis() !== "y") return;
  pen.font = `400 11px ${fontFamily}`;
  pen.fillStyle = palette.quiet;
  pen.textAlign = "left";
  pen.textBaseline = "top";
  for (let first = 0, index = 1; index <= sections.length; index++) {
    if (index < sections.length && sections[index] === sections[first]) continue;
    const [low, high] = [place(first), place(index)];
    // Once for a run that several tiles show.
    const isBeginning = first > 0 || low <= 0;
    if (isBeginning && sections[first] >= 0 && high - low >= 15 && high > 0 && low < view.h) {
      pen.fillText(`section ${sections[first]}`, across.x + across.w + 10, clamp(low + 2, 4, high - 13));
    }
    first = index;
  }
}

/** Boxes around neighbours on a canvas. */
function drawBoxes(tile) {
  pen.fillStyle = palette.neutral.rail;
  pen.globalAlpha = 0.35;
  const { boxes } = tile.scene;
  for (let index = 0; index < boxes.length; index += 4) {
    const box = onScreen({ x: boxes[index], y: boxes[index + 1], w: boxes[index + 2], h: boxes[index + 3] });
    if (box.x < view.w && box.y < view.h && box.x + box.w > 0 && box.y + box.h > 0) {
      pen.fillRect(box.x, box.y, Math.max(box.w, 0.7), Math.max(box.h, 0.7));
    }
  }
  pen.globalAlpha = 1;
}

// MARK: Elements

function drawElements(all) {
  const shown = seen();
  const isSheet = layout.frozen[0] > 0 || layout.frozen[1] > 0;
  if (isSheet) return drawSheet(all, shown);
  const pins = all.pins.map((pin) => ({ element: pin.element, place: placePin(pin, shown) }));
  let next = 0;
  for (const element of all.elements) {
    // A pinned element lies among the others as its z-index says.
    while (next < pins.length && pins[next].element.z < element.z) drawPlaced(pins[next++]);
    const place = placeNow(element);
    if (!overlaps(place, shown)) continue;
    if (element.mover) drawMover(element, place);
    else drawElement(element, onScreen(place));
  }
  while (next < pins.length) drawPlaced(pins[next++]);
}

/** What a section scrolls across the axis shows as far as the container reaches. */
function drawMover(element, place) {
  const { mover } = element;
  if (!overlaps(place, mover)) return;
  const box = cut(onScreen({ ...mover, [axis()]: place[axis()] - 1e3, [lengthOf(axis())]: place[lengthOf(axis())] + 2e3 }));
  pen.save();
  pen.beginPath();
  pen.rect(box.x, box.y, box.w, box.h);
  pen.clip();
  drawElement(element, onScreen(place));
  pen.restore();
}

function drawPlaced({ element, place }) {
  if (overlaps(place, seen())) drawElement(element, onScreen(place));
}

/** A sheet in its four panes: what scrolls, frozen rows, frozen columns, and their corner. */
function drawSheet(all, shown) {
  const panes = [[], [], [], []];
  for (const element of all.elements) {
    const sheet = all.sections.get(`${element.section}.${element.lap}`);
    const shift = sheet ? sheetShift(sheet, shown) : { x: 0, y: 0 };
    const isRow = shift.y > 0 && sheet && element.y + element.h <= sheet.y + layout.frozen[0];
    const isColumn = shift.x > 0 && element.x + element.w <= layout.frozen[1];
    const place = { x: element.x + (isColumn ? shift.x : 0), y: element.y + (isRow ? shift.y : 0), w: element.w, h: element.h };
    if (overlaps(place, shown)) panes[(isRow ? 1 : 0) + (isColumn ? 2 : 0)].push({ element, place });
  }
  panes.forEach((pane, index) => {
    for (const { element, place } of pane) {
      const box = onScreen(place);
      if (index > 0) {
        pen.fillStyle = palette.paper;
        pen.fillRect(box.x, box.y, box.w, box.h);
      }
      drawElement(element, box, false, index > 0);
    }
  });
}

function drawElement(element, full, isPreview = false, isFrozen = false) {
  const family = familyOf(element.section);
  const box = cut(full);
  if (!isPreview) drawn.push({ element, box: full });
  if (box.w < 3 || box.h < 3) {
    pen.fillStyle = element.kind === 1 ? family.strong : family.rail;
    pen.fillRect(box.x, box.y, Math.max(box.w, 0.6), Math.max(box.h, 0.6));
    return;
  }
  const inset = Math.min(0.5, box.w / 6, box.h / 6);
  const radius = Math.min(5, full.w / 5, full.h / 5) * (box.w > 8 && box.h > 8 ? 1 : 0);
  pen.beginPath();
  pen.roundRect(box.x + inset, box.y + inset, box.w - 2 * inset, box.h - 2 * inset, radius);
  pen.lineWidth = 1;
  pen.strokeStyle = family.line;
  if (element.kind === 2) {
    pen.globalAlpha = 0.3;
    pen.fillStyle = family.fill;
    pen.fill();
    pen.globalAlpha = 1;
    pen.setLineDash([5, 4]);
    pen.stroke();
    pen.setLineDash([]);
  } else {
    pen.fillStyle = element.kind === 1 ? family.strong : isFrozen ? family.line : family.fill;
    pen.fill();
    if (element.kind === 0 && box.w > 8) pen.stroke();
  }
  if (element.isStale) {
    pen.fillStyle = hatchPattern(pen);
    pen.fill();
  }
  if (element.kind !== 2) drawLabel(element, full, family);
}
