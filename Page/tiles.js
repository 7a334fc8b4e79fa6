// The content is asked for in tiles: rectangles of a grid whose step is about a screen, so that scrolling to and fro
// asks for nothing twice. What is near is asked for first; what was passed before it came is cancelled.

const tiles = new Map();
const tileLimit = 128;
const requestLimit = 4;
let requestCount = 0;
/** Counts the states of the layout that tiles were asked for in. */
let age = 0;
let useCount = 0;
/** Why nothing came, as a sentence; empty while all is well. */
let trouble = "";

/** Lengths of tiles are powers of two, so that zooming a little keeps them. */
const tileLength = (length) => 2 ** Math.ceil(Math.log2(clamp(length, 16, 1e15)));

/** The grid that suits what is seen: across the scroll axis one tile is enough, unless there is more than some screens. */
function grid() {
  const shown = seen();
  const result = { x: tileLength(shown.w), y: tileLength(shown.h), wholeX: false, wholeY: false };
  if (!layout.isFree) {
    const name = cross();
    const whole = layout.content[name === "x" ? 0 : 1];
    if (whole <= 3 * shown[lengthOf(name)]) {
      // To both sides as far as orthogonal sections reach that were scrolled a little.
      const margin = Math.max(whole / 2, 200);
      result[name] = whole + 2 * margin;
      result[name === "x" ? "wholeX" : "wholeY"] = true;
      result.margin = margin;
    }
  }
  return result;
}

function tileRect(cells, column, row) {
  return {
    x: cells.wholeX ? -cells.margin : column * cells.x, y: cells.wholeY ? -cells.margin : row * cells.y, w: cells.x, h: cells.y,
  };
}

/** The tiles that a rectangle needs, each once. */
function tilesIn(rect, cells, found) {
  const range = (name, isWhole) => (isWhole ? [0, 0]
    : [Math.floor(rect[name] / cells[name]), Math.floor((rect[name] + rect[lengthOf(name)]) / cells[name] - 1e-9)]);
  const [left, right] = range("x", cells.wholeX);
  const [top, bottom] = range("y", cells.wholeY);
  for (let row = top; row <= Math.min(bottom, top + 12); row++) {
    for (let column = left; column <= Math.min(right, left + 12); column++) {
      const key = `${cells.x}.${cells.y}.${column}.${row}`;
      if (!found.has(key)) found.set(key, { key, rect: tileRect(cells, column, row) });
    }
  }
  return found;
}

/** The frozen rows and columns of the sheets in sight, where they naturally lie. */
function frozenRects() {
  if (!layout || !(layout.frozen[0] > 0 || layout.frozen[1] > 0)) return [];
  const shown = seen();
  const [rows, columns] = layout.frozen;
  const rects = [];
  for (const sheet of merged.sections.values()) {
    const shift = sheetShift(sheet, shown);
    if (shift.y > 0) rects.push({ x: shown.x, y: sheet.y, w: shown.w, h: rows });
    if (shift.x > 0) rects.push({ x: 0, y: shown.y, w: columns, h: shown.h });
    if (shift.x > 0 && shift.y > 0) rects.push({ x: 0, y: sheet.y, w: columns, h: rows });
  }
  return rects.filter((rect) => rect.w > 0 && rect.h > 0);
}

/** How far a sheet's frozen rows and columns have moved along with what is seen. */
function sheetShift(sheet, shown) {
  return {
    y: layout.frozen[0] > 0 ? clamp(shown.y - sheet.y, 0, sheet.h - layout.frozen[0]) : 0,
    x: layout.frozen[1] > 0 ? clamp(shown.x, 0, layout.content[0] - layout.frozen[1]) : 0,
  };
}

/** Asks for what is missing, and returns what is seen: tiles that are there, and those that are not yet. */
function updateTiles() {
  if (!layout || layout.state === "never" && !configuration.isEditable) return [];
  if (configuration.enclosed) return [tileOf({ key: "enclosed", rect: configuration.enclosed.rect })];
  const shown = seen();
  const cells = grid();
  const visible = tilesIn(shown, cells, new Map());
  for (const rect of frozenRects()) tilesIn(rect, cells, visible);
  const wanted = new Map(visible);
  for (const rect of regionsAhead(shown)) tilesIn(rect, cells, wanted);
  for (const [key, tile] of tiles) {
    if (tile.request && !wanted.has(key)) cancel(tile);
  }
  for (const place of wanted.values()) {
    const tile = tileOf(place);
    tile.use = ++useCount;
    if (requestCount < requestLimit && isOutdated(tile) && !tile.request && performance.now() >= tile.retryAt) load(tile);
  }
  forgetTiles(wanted);
  return [...visible.keys()].map((key) => tiles.get(key));
}

/** Where the view gets to next: ahead of it first, then behind. */
function regionsAhead(shown) {
  const name = axis();
  const length = lengthOf(name);
  const forward = motion[name] >= 0 ? 1 : -1;
  const step = shown[length] * forward;
  const regions = [1, -1].map((way) => ({ ...shown, [name]: shown[name] + step * way * 0.75 }));
  const other = cross();
  if (layout.isFree || layout.content[other === "x" ? 0 : 1] > 3 * shown[lengthOf(other)]) {
    for (const way of [1, -1]) regions.push({ ...shown, [other]: shown[other] + shown[lengthOf(other)] * way * 0.5 });
  }
  return regions;
}

function tileOf(place) {
  let tile = tiles.get(place.key);
  if (!tile) {
    tile = { ...place, scene: null, request: null, age: -1, offsets: new Map(), retryAt: 0, use: 0 };
    tiles.set(place.key, tile);
    if (configuration.enclosed) accept(tile, configuration.enclosed.scene);
  }
  return tile;
}

/** Whether a tile is missing, of another state, or an orthogonal section was scrolled beyond what it holds. */
function isOutdated(tile) {
  if (!tile.scene || tile.age !== age) return true;
  return tile.scene.sections.some((section) => section.orthogonal !== 0
    && Math.abs((offsets.get(section.index) ?? section.offset) - section.offset) > 0.5 * Math.max(layout.container[0], 200));
}

async function load(tile) {
  const request = new AbortController();
  const askedAge = age;
  const name = layout.name;
  tile.request = request;
  requestCount++;
  const asked = new Map();
  for (const section of tile.scene ? tile.scene.sections : []) {
    if (offsets.has(section.index)) asked.set(section.index, offsets.get(section.index));
  }
  for (const [section, offset] of offsets) if (asked.size < 64) asked.set(section, offset);
  try {
    const scene = await source.scene(name, tile.rect, asked, request.signal);
    if (tile.request !== request || layout.name !== name) return;
    accept(tile, scene);
    tile.age = askedAge;
    trouble = "";
    if (layout.state === "never") refresh();
  } catch (error) {
    if (error.name === "AbortError") return;
    tile.retryAt = performance.now() + 1500;
    trouble = error instanceof TypeError ? "The server does not answer any more." : error.message;
    setTimeout(redraw, 1600);
  } finally {
    requestCount--;
    if (tile.request === request) tile.request = null;
    redraw();
  }
}

function cancel(tile) {
  tile.request.abort();
  tile.request = null;
}

/** Takes in what came. */
function accept(tile, answer) {
  const scene = { elements: elementsOf(answer.elements), pins: [], sections: [], pieces: answer.pieces || null, boxes: answer.boxes || null };
  for (const pin of answer.pins || []) scene.pins.push({ ...pin, element: elementsOf(pin.element)[0] });
  for (const section of answer.sections || []) {
    const [x, y, w, h] = section.frame;
    scene.sections.push({ ...section, x, y, w, h });
  }
  const moved = new Map(scene.sections.filter((section) => section.orthogonal !== 0).map((section) => [section.index, section]));
  for (const element of scene.elements) if (element.moves) element.mover = moved.get(element.section);
  tile.scene = scene;
  tile.version = ++useCount;
}

/** The longest unused go first. */
function forgetTiles(wanted) {
  if (tiles.size <= tileLimit) return;
  const old = [...tiles.values()].filter((tile) => !wanted.has(tile.key)).sort((a, b) => a.use - b.use);
  for (const tile of old.slice(0, tiles.size - tileLimit)) {
    if (tile.request) cancel(tile);
    tiles.delete(tile.key);
  }
}

function forgetAllTiles() {
  for (const tile of tiles.values()) if (tile.request) cancel(tile);
  tiles.clear();
  merged = emptyMerge();
}

// MARK: What several tiles hold together

const emptyMerge = () => ({ signature: "", elements: [], pins: [], sections: new Map() });
let merged = emptyMerge();

/** The elements of some tiles, each once and the lowest first; made again only where the tiles are others. */
function merge(shown) {
  const signature = shown.map((tile) => `${tile.key}:${tile.version}`).join(" ");
  if (signature === merged.signature) return merged;
  const elements = new Map();
  const pins = new Map();
  const sections = new Map();
  for (const { scene } of shown) {
    for (const element of scene.elements) if (!elements.has(element.id)) elements.set(element.id, element);
    for (const pin of scene.pins) pins.set(pin.element.id, pin);
    for (const section of scene.sections) sections.set(`${section.index}.${section.lap}`, section);
  }
  const order = (a, b) => a.z - b.z || depth(a) - depth(b) || a.lap - b.lap || a.section - b.section || a.item - b.item;
  const depth = (element) => (element.kind === 2 ? 0 : element.kind === 0 ? 1 : 2);
  merged = { signature, elements: [...elements.values()].sort(order), pins: [...pins.values()].sort((a, b) => order(a.element, b.element)), sections };
  return merged;
}
