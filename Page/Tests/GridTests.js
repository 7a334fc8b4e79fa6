// Tiles: every visible point is in one, and scrolling to and fro needs the same ones.

import assert from "node:assert/strict";
import {test} from "node:test";

import {addTiles, frozenRects, gridFor, gridLimit, placeNow, placePin, regionsAhead, restOf, sheetShift} from "../Parts/grid.js";

import {box, forEachSeed, viewOf} from "./support.js";

test("The tiles of a view cover it without overlapping", () => {
  forEachSeed(30, (random) => {
    const view = viewOf({isFree: random.index(2) === 0, content: [random.between(100, 1e5), random.between(100, 1e8)]});
    view.zoomTo(random.between(0.05, 4));
    view.moveTo(random.between(0, 1e5), random.between(0, 1e8));
    const found = [...addTiles(view.shown, gridFor(view), new Map()).values()];
    for (let count = 0; count < 20; count++) {
      const [x, y] = [view.x + random.between(0, view.shown.w), view.y + random.between(0, view.shown.h)];
      const whole = gridFor(view);
      const isOutside = whole.wholeX && (x < -whole.margin || x >= view.layout.content[0] + whole.margin);
      if (isOutside) continue;
      const holding =
        found.filter(({rect}) => x >= rect.x && x < rect.x + rect.w && y >= rect.y && y < rect.y + rect.h);
      assert.deepEqual(holding.length, 1, `tiles at ${x}, ${y}`);
    }
  });
});

test("No tile is shorter or narrower than what shows, so that it holds every cell that moves into it", () => {
  forEachSeed(200, (random) => {
    const content = [random.between(10, 5000), random.between(10, 1e6)];
    const isSideways = random.index(2) === 0;
    const view = viewOf(
      {axis: isSideways ? "x" : "y", content: isSideways ? content.reverse() : content},
      {w: random.between(50, 3000), h: random.between(50, 3000)});
    view.zoomTo(random.between(0.01, 4));
    view.moveTo(random.between(0, 1e6), random.between(0, 1e6));
    const {w, h} = view.shown;
    for (const {rect} of addTiles(view.shown, gridFor(view), new Map()).values())
      assert.ok(rect.w >= w && rect.h >= h, `a tile of ${rect.w} × ${rect.h} for ${w} × ${h}`);
  });
});

test("Scrolling a little needs a tile or two more, and scrolling back none", () => {
  const view = viewOf();
  view.moveTo(0, 5000);
  const first = addTiles(view.shown, gridFor(view), new Map());
  view.moveTo(0, 5400);
  const second = addTiles(view.shown, gridFor(view), new Map());
  const added = [...second.keys()].filter((key) => !first.has(key));
  assert.ok(added.length <= 1, `${added.length} tiles`);
  view.moveTo(0, 5000);
  assert.deepEqual([...addTiles(view.shown, gridFor(view), new Map()).keys()], [...first.keys()]);
});

test("A rectangle of any size needs a bounded number of tiles", () => {
  const found = addTiles(box(0, 0, 1e15, 1e15), {x: 16, y: 16, wholeX: false, wholeY: false, margin: 0}, new Map());
  assert.ok(found.size <= gridLimit ** 2, `${found.size}`);
});

test("The region ahead comes before the one behind", () => {
  const view = viewOf();
  view.moveTo(0, 5000);
  const down = regionsAhead(view, {x: 0, y: 30});
  assert.ok(down[0].y > view.y && down[1].y < view.y, "down");
  const up = regionsAhead(view, {x: 0, y: -30});
  assert.ok(up[0].y < view.y && up[1].y > view.y, "up");
});

test("A pinned header keeps to the edge inside its section, and shrinks down to its least length", () => {
  const pin = {element: box(0, 2000, 390, 40), low: 2000, high: 2960, keepsToEnd: false, inset: 0};
  const shrinking = {...pin, high: 2980, minimum: 20};
  const footer = {...shrinking, element: box(0, 2960, 390, 40), high: 3000, low: 2020, keepsToEnd: true};
  for (const [at, y, place, length] of [
         [pin, 0, 2000, 40],
         [pin, 2500, 2500, 40],
         [pin, 5000, 2960, 40],
         [{...pin, keepsToEnd: true}, 2100, 2100 + 800 - 40, 40],
         [shrinking, 0, 2000, 40],
         [shrinking, 2010, 2010, 30],
         [shrinking, 2500, 2500, 20],
         [shrinking, 5000, 2980, 20],
         [footer, 2190, 2960, 30],
  ]) {
    const view = viewOf();
    view.moveTo(0, y);
    assert.deepEqual(placePin(at, view), box(0, place, 390, length), `at ${y}`);
  }
});

test("The frozen rows and columns of a sheet that was scrolled are asked for at their natural places", () => {
  const view = viewOf({isFree: true, content: [4000, 9000]});
  const lines = {top: [0, 50], bottom: [9000, 9000], left: [0, 80], right: [4000, 4000]};
  const sheet = {...box(0, 0, 4000, 9000), lines};
  assert.deepEqual(frozenRects([sheet], view), []);
  view.moveTo(600, 2000);
  assert.deepEqual(frozenRects([sheet], view), [box(0, 2000, 80, 800), box(600, 0, 1000, 50), box(0, 0, 80, 50)]);
});

test("Frozen rows and columns keep to the edges of the view, the ones at the beginning first", () => {
  const view = viewOf({isFree: true, content: [4000, 9000]});
  const lines = {top: [10, 60], bottom: [8890, 8990], left: [10, 90], right: [3690, 3990]};
  const sheet = {...box(0, 0, 4000, 9000), lines};
  assert.deepEqual(sheetShift(sheet, view), {y: [0, 0, 700 - 8890], x: [0, 0, 700 - 3690]});
  view.moveTo(600, 2000);
  assert.deepEqual(sheetShift(sheet, view), {y: [0, 1990, 2700 - 8890], x: [0, 590, 1300 - 3690]});
  view.moveTo(3000, 8200);
  assert.deepEqual(sheetShift(sheet, view), {y: [0, 8190, 0], x: [0, 2990, 0]});
  const wide = {...sheet, lines: {...lines, left: [10, 910]}};
  assert.deepEqual(sheetShift(wide, view).x, [0, 2990, 0]);
});

test("Frozen lines of a sheet that goes round are at the edges of the view, wherever it is", () => {
  const view = viewOf({lapLength: 900, crossLapLength: 400, sections: 1, content: [600, 1200]});
  const lines = {top: [0, 50], bottom: [1100, 1200], left: [0, 80], right: [600, 600]};
  view.moveTo(-5000, 70000);
  assert.deepEqual(
    sheetShift({...box(0, 0, 600, 1200), lines}, view), {y: [0, 70000, 70700 - 1100], x: [0, -5000, -4000 - 600]});
});

test("A section that was scrolled across moves its cells against its offset", () => {
  const mover = {offset: 100, orthogonal: 1};
  const element = {...box(40, 0, 10, 10), section: 3, mover};
  assert.deepEqual(placeNow(element, new Map(), "x").x, 40);
  assert.deepEqual(placeNow(element, new Map([[3, 130]]), "x").x, 10);
  assert.deepEqual(placeNow({...element, mover: {offset: 100, orthogonal: -1}}, new Map([[3, 130]]), "x").x, 70);
});

test("A section that is let go rests at the nearest stop, and a flick leads to the next one", () => {
  const stops = [-20, 100, 220, 340];
  assert.deepEqual([30, 50, 170, 900, -90].map((offset) => restOf(stops, offset, 0)), [-20, 100, 220, 340, -20]);
  assert.deepEqual([restOf(stops, 110, 0.5), restOf(stops, 110, -0.5), restOf(stops, 340, 0.5)], [220, 100, 340]);
  assert.deepEqual(restOf(stops, 100, 0.5), 220);
});
