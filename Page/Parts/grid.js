// The content is asked for in tiles: rectangles of a grid whose step is about a screen, so that scrolling to and fro
// asks for nothing twice.

import {shownRegion} from "./fold.js";
import {clamp, lengthOf} from "./numbers.js";

/** Lengths of tiles are powers of two, so that zooming a little keeps them. */
export const tileLength = (length) => 2 ** Math.ceil(Math.log2(clamp(length, 16, 1e15)));

/** The most columns and rows of tiles for one rectangle. */
export const gridLimit = 40;

/** The grid for a view: across the scroll axis one tile is enough, unless there is more than some screens. */
export function gridFor(view) {
  const shown = view.shown;
  const grid = {x: tileLength(shown.w), y: tileLength(shown.h), wholeX: false, wholeY: false, margin: 0};
  if (view.isFree || view.layout.crossLapLength > 0) return grid;
  const name = view.cross;
  const whole = view.layout.content[name === "x" ? 0 : 1];
  // Cells that move across come from beyond any smaller tile.
  if (whole > 3 * shown[lengthOf(name)] && !view.scrollsAcross) return grid;
  // To both sides as far as orthogonal sections reach that were scrolled a little. A tile is never shorter than what
  // shows, since a scene holds the cells that a view of the same length moves into it.
  const least = Math.max(2 * whole, whole + 400);
  grid[name] = Math.max(least, least < shown[lengthOf(name)] ? tileLength(shown[lengthOf(name)]) : 0);
  grid.margin = (grid[name] - whole) / 2;
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
export function addTiles(rect, grid, found) {
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
export function regionsAhead(view, motion) {
  const shown = shownRegion(view);
  const name = view.axis;
  const step = shown[lengthOf(name)] * (motion[name] >= 0 ? 1 : -1);
  const regions = [1, -1].map((way) => ({...shown, [name]: shown[name] + step * way * 0.75}));
  const other = view.cross;
  if (view.isFree || view.layout.content[other === "x" ? 0 : 1] > 3 * shown[lengthOf(other)]) {
    for (const way of [1, -1]) regions.push({...shown, [other]: shown[other] + shown[lengthOf(other)] * way * 0.5});
  }
  return regions;
}

/** The distances by which the frozen rows and columns of a sheet have moved from their places at rest. */
export function sheetShift({lines, y, h}, view) {
  const {shown, layout} = view;
  const length = ([low, high]) => high - low;
  const circular = {x: layout.crossLapLength > 0, y: layout.lapLength > 0 && layout.sections === 1};
  const {top, bottom, left, right} = lines;
  const [endX, endY] = [shown.x + shown.w, shown.y + shown.h];
  const topAt = circular.y ? shown.y : Math.max(top[0], Math.min(shown.y, y + h - length(top)));
  const bottomAt = Math.max(endY - length(bottom), topAt + length(top));
  let leftAt, rightAt;
  if (layout.isMirroredAcross) {
    rightAt = endX - length(right);
    if (!circular.x) rightAt = Math.min(right[0], Math.max(rightAt, 0));
    leftAt = Math.min(shown.x, rightAt - length(left));
    if (!circular.x) leftAt = Math.max(left[0], leftAt);
  } else {
    leftAt = circular.x ? shown.x : Math.max(left[0], Math.min(shown.x, layout.content[0] - length(left)));
    rightAt = Math.max(endX - length(right), leftAt + length(left));
    if (!circular.x) rightAt = Math.min(right[0], rightAt);
  }
  return {
    y: [0, topAt - top[0], (circular.y ? bottomAt : Math.min(bottom[0], bottomAt)) - bottom[0]],
    x: [0, leftAt - left[0], rightAt - right[0]],
  };
}

/** The frozen rows and columns of the visible sheets that have moved, at their natural places. */
export function frozenRects(sheets, view) {
  const {shown} = view;
  const rects = [];
  for (const sheet of sheets) {
    if (!sheet.lines) continue;
    const shift = sheetShift(sheet, view);
    const {top, bottom, left, right} = sheet.lines;
    const rows = [[shown.y, shown.y + shown.h], top, bottom];
    const columns = [[shown.x, shown.x + shown.w], left, right];
    for (const row of [0, 1, 2]) {
      for (const column of [0, 1, 2]) {
        if (shift.y[row] === 0 && shift.x[column] === 0) continue;
        const [[y, endY], [x, endX]] = [rows[row], columns[column]];
        if (endX > x && endY > y) rects.push({x, y, w: endX - x, h: endY - y});
      }
    }
  }
  return rects;
}

/**
 * The place of a pinned element at a line, along the direction in which it moves: where it begins, its length, and how
 * far it gets until its section pushes it out.
 */
export function pinningAt(pin, line, ownLength) {
  const [natural, last] = pin.keepsToEnd ? [-pin.high, -pin.low] : [pin.low, pin.high];
  const least = pin.minimum ?? ownLength;
  const length = Math.max(least, ownLength - Math.max(0, line - natural));
  return {natural, length, limit: last + least - length};
}

/** The present frame of a pinned element. Pushed is the header before items that stick, and their length. */
export function placePin(pin, view, pushed = null) {
  const name = view.axis;
  const lengthName = lengthOf(name);
  const {element} = pin;
  let shown = view.shown;
  // A page of one rectangle pins to that rectangle, if it is smaller than the stage.
  if (view.bounds && shown[lengthName] > view.bounds[lengthName]) shown = view.bounds;
  const line = (pin.keepsToEnd ? -shown[name] - shown[lengthName] : shown[name]) + pin.inset;
  const {natural, length, limit} = pinningAt(pin, line, element[lengthName]);
  // Items that stick below a header move it away together with them.
  const rest = pushed && pushed.id === element.id ? pushed.length : 0;
  const place = Math.max(natural, Math.min(line, limit - rest));
  return {
    x: element.x,
    y: element.y,
    w: element.w,
    h: element.h,
    [name]: pin.keepsToEnd ? -place - length : place,
    [lengthName]: length,
  };
}

/** The present frame of an element, in content coordinates: a section that was scrolled across has moved its cells. */
export function placeNow(element, offsets, cross) {
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
export function restOf(stops, offset, speed) {
  if (Math.abs(speed) > 0.25) {
    const ahead = stops.filter((stop) => (speed > 0 ? stop > offset + 0.5 : stop < offset - 0.5));
    if (ahead.length > 0) return speed > 0 ? ahead[0] : ahead[ahead.length - 1];
  }
  return stops.reduce((best, stop) => (Math.abs(stop - offset) < Math.abs(best - offset) ? stop : best), stops[0]);
}
