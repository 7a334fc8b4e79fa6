// The content is asked for in tiles: rectangles of a grid whose step is about a screen, so that scrolling to and fro
// asks for nothing twice.

/** Lengths of tiles are powers of two, so that zooming a little keeps them. */
const tileLength = (length) => 2 ** Math.ceil(Math.log2(clamp(length, 16, 1e15)));

/** The most columns and rows of tiles for one rectangle. */
const gridLimit = 13;

/** The grid for a view: across the scroll axis one tile is enough, unless there is more than some screens. */
function gridFor(view) {
  const shown = view.shown;
  const grid = {x: tileLength(shown.w), y: tileLength(shown.h), wholeX: false, wholeY: false, margin: 0};
  if (view.isFree) return grid;
  const name = view.cross;
  const whole = view.layout.content[name === "x" ? 0 : 1];
  if (whole > 3 * shown[lengthOf(name)]) return grid;
  // To both sides as far as orthogonal sections reach that were scrolled a little.
  grid.margin = Math.max(whole / 2, 200);
  grid[name] = whole + 2 * grid.margin;
  grid[name === "x" ? "wholeX" : "wholeY"] = true;
  return grid;
}

function tileRect(grid, column, row) {
  return {
    x: grid.wholeX ? -grid.margin : column * grid.x,
    y: grid.wholeY ? -grid.margin : row * grid.y,
    w: grid.x,
    h: grid.y,
  };
}

/** Adds the tiles that a rectangle needs to a map, each once. */
function addTiles(rect, grid, found) {
  const range = (name, isWhole) => isWhole
    ? [0, 0]
    : [Math.floor(rect[name] / grid[name]), Math.floor((rect[name] + rect[lengthOf(name)]) / grid[name] - 1e-9)];
  const [left, right] = range("x", grid.wholeX);
  const [top, bottom] = range("y", grid.wholeY);
  for (let row = top; row <= Math.min(bottom, top + gridLimit - 1); row++) {
    for (let column = left; column <= Math.min(right, left + gridLimit - 1); column++) {
      const key = `${grid.x}.${grid.y}.${column}.${row}`;
      if (!found.has(key)) found.set(key, {key, rect: tileRect(grid, column, row)});
    }
  }
  return found;
}

/** The regions that the view gets to next: ahead of it first, then behind, then aside. */
function regionsAhead(view, motion) {
  const shown = view.shown;
  const name = view.axis;
  const step = shown[lengthOf(name)] * (motion[name] >= 0 ? 1 : -1);
  const regions = [1, -1].map((way) => ({...shown, [name]: shown[name] + step * way * 0.75}));
  const other = view.cross;
  if (view.isFree || view.layout.content[other === "x" ? 0 : 1] > 3 * shown[lengthOf(other)]) {
    for (const way of [1, -1]) regions.push({...shown, [other]: shown[other] + shown[lengthOf(other)] * way * 0.5});
  }
  return regions;
}

/** The distance by which a sheet's frozen rows and columns have moved along with the view. */
function sheetShift(sheet, view) {
  const [rows, columns] = view.layout.frozen;
  const shown = view.shown;
  return {
    y: rows > 0 ? clamp(shown.y - sheet.y, 0, sheet.h - rows) : 0,
    x: columns > 0 ? clamp(shown.x, 0, view.layout.content[0] - columns) : 0,
  };
}

/** The frozen rows and columns of the visible sheets, at their natural places. */
function frozenRects(sheets, view) {
  const [rows, columns] = view.layout.frozen;
  if (!(rows > 0 || columns > 0)) return [];
  const shown = view.shown;
  const rects = [];
  for (const sheet of sheets) {
    const shift = sheetShift(sheet, view);
    if (shift.y > 0) rects.push({x: shown.x, y: sheet.y, w: shown.w, h: rows});
    if (shift.x > 0) rects.push({x: 0, y: shown.y, w: columns, h: shown.h});
    if (shift.x > 0 && shift.y > 0) rects.push({x: 0, y: sheet.y, w: columns, h: rows});
  }
  return rects.filter((rect) => rect.w > 0 && rect.h > 0);
}

/** The present frame of a pinned element. */
function placePin(pin, view) {
  const name = view.axis;
  const length = lengthOf(name);
  const {element} = pin;
  let shown = view.shown;
  // A page of one rectangle pins to that rectangle, if it is smaller than the stage.
  if (view.bounds && shown[length] > view.bounds[length]) shown = view.bounds;
  const wanted = pin.keepsToEnd ? shown[name] + shown[length] - pin.inset - element[length] : shown[name] + pin.inset;
  return {x: element.x, y: element.y, w: element.w, h: element.h, [name]: clamp(wanted, pin.low, pin.high)};
}

/** The present frame of an element, in content coordinates: a section that was scrolled across has moved its cells. */
function placeNow(element, offsets, cross) {
  const {mover} = element;
  if (!mover) return element;
  const shift = ((offsets.get(element.section) ?? mover.offset) - mover.offset) * mover.orthogonal;
  if (shift === 0) return element;
  return {
    x: element.x - (cross === "x" ? shift : 0),
    y: element.y - (cross === "y" ? shift : 0),
    w: element.w,
    h: element.h,
  };
}

/**
 * The offset at which a released section stops: the next stop in the direction of a flick, else the nearest. `speed` is
 * in points a millisecond.
 */
function restOf(stops, offset, speed) {
  if (Math.abs(speed) > 0.25) {
    const ahead = stops.filter((stop) => (speed > 0 ? stop > offset + 0.5 : stop < offset - 0.5));
    if (ahead.length > 0) return speed > 0 ? ahead[0] : ahead[ahead.length - 1];
  }
  return stops.reduce((best, stop) => (Math.abs(stop - offset) < Math.abs(best - offset) ? stop : best), stops[0]);
}
