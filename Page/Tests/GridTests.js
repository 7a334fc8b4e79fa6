// Tiles: every visible point is in one, and scrolling to and fro needs the same ones. Pinned and frozen elements, and
// cells that move by their place in the viewport: numbers computed by hand, as in the engine's tests.

import assert from "node:assert/strict";
import {test} from "node:test";

import {addTiles, gridFor, gridLimit, regionsAhead} from "../Parts/grid.js";
import {drawingOf, frozenRects, placeNow, placePin, restOf, sheetShift, stuckIn} from "../Parts/motion.js";

import {box, expectNear, forEachSeed, viewOf} from "./support.js";

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

const motionView = box(100, 1000, 400, 800);

test("A cell in the middle of the viewport is drawn in its frame", () => {
  for (const motion of [1, 2, 3, 4, 9, 10, 11, 12, 17, 18, 19, 20]) {
    const frame = box(200, 1300, 200, 200);
    const drawing = drawingOf(motion, frame, motionView);
    assert.deepEqual([drawing.box, drawing.whole, drawing.opacity], [frame, frame, 1], `motion ${motion}`);
    expectNear(drawing.rotation, 0, 0);
  }
});

test("Cells on their way out shrink, turn, move and fade by their motion", () => {
  const low = box(200, 1550, 200, 200), high = box(200, 1050, 200, 200);
  const right = box(350, 1300, 200, 200), passed = box(0, 900, 200, 200);
  for (const [motion, frame, center, side, rotation, opacity] of [
         [1, passed, [100, 1100], 190, 0, 0.75],
         [9, passed, [200, 1000], 180, 0, 0.5],
         [25, right, [400, 1400], 190, 0, 0.75],
         [2, low, [300, 1625], 150, 0, 1],
         [2, high, [300, 1175], 150, 0, 1],
         [3, low, [325, 1650], 200, -0.25, 1],
         [19, low, [275, 1650], 200, 0.25, 1],
         [27, right, [450, 1412.5], 200, 0.25, 1],
         [4, high, [300, 1150], 200, 0, 0.75],
  ]) {
    const drawing = drawingOf(motion, frame, motionView);
    const what = `motion ${motion}`;
    expectNear(drawing.box.x + drawing.box.w / 2, center[0], 1e-9, what);
    expectNear(drawing.box.y + drawing.box.h / 2, center[1], 1e-9, what);
    expectNear(drawing.box.w, side, 1e-9, what);
    expectNear(drawing.rotation, rotation, 1e-9, what);
    expectNear(drawing.opacity, opacity, 1e-9, what);
    expectNear(drawing.whole.w, side * (Math.cos(rotation) + Math.abs(Math.sin(rotation))), 1e-9, what);
  }
});

test("A badge moves as if it were painted on its cell", () => {
  // At the cell's right upper corner: shrunk by a quarter it is 75 points from the cell's middle, and turned back by a
  // quarter of a radian it goes to the left above.
  const low = box(200, 1550, 200, 200), badge = box(390, 1540, 20, 20);
  const shrunk = drawingOf(2, badge, motionView, low);
  expectNear(shrunk.box.x + shrunk.box.w / 2, 300 + 75, 1e-9);
  expectNear(shrunk.box.y + shrunk.box.h / 2, 1625 - 75, 1e-9);
  expectNear(shrunk.box.w, 15, 1e-9);
  const turned = drawingOf(3, badge, motionView, low);
  expectNear(turned.box.x + turned.box.w / 2, 325 + 100 * Math.cos(0.25) - 100 * Math.sin(0.25), 1e-9);
  expectNear(turned.box.y + turned.box.h / 2, 1650 - 100 * Math.sin(0.25) - 100 * Math.cos(0.25), 1e-9);
});

const stickyItem = (item, y, h, level, isEnd = false) =>
  ({element: {...box(0, y, 390, h), section: 0, item, id: `i${item}`}, level, isEnd});


function placesOf(sticky, view, pins = []) {
  const sections = new Map([["0.0", {...box(0, 0, 390, 100000), index: 0, lap: 0}]]);
  const {places, header} = stuckIn({sticky: {start: 0, end: 0, ...sticky}, pins, sections}, view);
  return {header, at: Object.fromEntries([...places].map(([id, place]) => [id, [place.y, place.z]]))};
}

test("The last item that pushes sticks at the start until the next one pushes it away", () => {
  const view = viewOf({}, {w: 390, h: 800});
  const items = [stickyItem(0, 100, 40, 0), stickyItem(1, 1000, 40, 3), stickyItem(2, 3000, 50, 0, true)];
  const sticky = {rule: "push", items};
  assert.deepEqual(placesOf(sticky, view).at, {i2: [750, 100]});
  view.moveTo(0, 500);
  assert.deepEqual(placesOf(sticky, view).at, {i0: [500, 100], i2: [1250, 100]});
  view.moveTo(0, 980);
  assert.deepEqual(placesOf(sticky, view).at, {i0: [960, 100], i2: [1730, 100]});
  view.moveTo(0, 1000);
  assert.deepEqual(placesOf({...sticky, start: 20}, view).at, {i1: [1020, 97], i2: [1750, 100]});
  view.moveTo(0, 2300);
  assert.deepEqual(placesOf(sticky, view).at, {i1: [2300, 97]});
});

test("Stacked levels lie inside one another, and a coming item pushes its level and those within", () => {
  const view = viewOf({}, {w: 390, h: 300});
  const items = [
    stickyItem(0, 100, 40, 0), stickyItem(1, 200, 30, 1), stickyItem(2, 900, 30, 1), stickyItem(3, 2000, 40, 0),
    stickyItem(4, 2500, 60, 2, true), stickyItem(5, 2600, 50, 0, true)
  ];
  const sticky = {rule: "stack", items};
  view.moveTo(0, 500);
  assert.deepEqual(placesOf(sticky, view).at, {i0: [500, 100], i1: [540, 99], i5: [750, 100], i4: [690, 98]});
  view.moveTo(0, 840);
  assert.deepEqual(placesOf(sticky, view).at, {i0: [840, 100], i1: [870, 99], i5: [1090, 100], i4: [1030, 98]});
  view.moveTo(0, 1945);
  assert.deepEqual(placesOf(sticky, view).at, {i0: [1930, 100], i2: [1970, 99], i5: [2195, 100], i4: [2135, 98]});
});

test("Items stick below a pinned header, and the end of its section pushes both", () => {
  const view = viewOf({}, {w: 390, h: 300});
  const pin = {
    element: {...box(0, 0, 390, 50), section: 0, id: "h"},
    low: 0,
    high: 99950,
    keepsToEnd: false,
    inset: 0,
  };
  const sticky = {rule: "push", items: [stickyItem(0, 100, 40, 0)]};
  view.moveTo(0, 500);
  assert.deepEqual(placesOf(sticky, view, [pin]), {header: {id: "h", length: 40}, at: {i0: [550, 100]}});
  const short = {...pin, high: 600};
  view.moveTo(0, 590);
  assert.deepEqual(placesOf(sticky, view, [short]).at, {i0: [610, 100]});
  assert.deepEqual(placePin(short, view, {id: "h", length: 40}).y, 560);
});
