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
