// The view: limits, zoom, fractions, and where frames show.

import assert from "node:assert/strict";
import {test} from "node:test";

import {View} from "../Parts/view.js";

import {box, expectNear, forEachSeed, viewOf} from "./support.js";

test("Long content scrolls to its ends, short content keeps to its beginning, and narrow content to the middle", () => {
  const view = viewOf();
  for (const [y, limited] of [[1e9, 100000 - 800], [-5, 0]]) {
    view.moveTo(0, y);
    assert.deepEqual([view.x, view.y], [(390 - 1000) / 2, limited]);
  }
  const mirrored = viewOf({axis: "x", isMirrored: true, content: [400, 300]});
  mirrored.moveTo(0, 0);
  assert.deepEqual(mirrored.x, 400 - 1000);
});

test("Zooming keeps the point under the pointer, wherever limits allow it", () => {
  forEachSeed(20, (random) => {
    const view = viewOf({content: [5000, 1e8], isFree: true});
    view.moveTo(random.between(1000, 3000), random.between(1e4, 9e7));
    const at = {x: random.between(0, 1000), y: random.between(0, 800)};
    const before = [view.x + at.x / view.zoom, view.y + at.y / view.zoom];
    view.zoomTo(random.between(1, 8), at);
    expectNear(view.x + at.x / view.zoom, before[0], 1e-6, "x");
    expectNear(view.y + at.y / view.zoom, before[1], 1e-6, "y");
  });
});

test("A zoom stays between all of the content and sixteen pixels a point", () => {
  const view = viewOf({items: 4});
  view.zoomTo(1e9);
  assert.deepEqual(view.zoom, 16);
  view.zoomTo(0);
  assert.deepEqual(view.zoom, view.minimumZoom);
  assert.deepEqual(view.minimumZoom, (15 * 800) / 100000, "all of it in fifteen columns");
  // The zoom that fits fills the stage across the scroll axis.
  for (const changes of [{}, {axis: "x", content: [1e6, 400]}])
    assert.deepEqual(viewOf(changes, {w: 780, h: 800}).fittingZoom, 2);
});

test("A fraction leads to a place, and the place to the fraction", () => {
  forEachSeed(20, (random) => {
    const axis = random.index(2) === 0 ? "x" : "y";
    const isMirrored = random.index(2) === 0;
    const content = axis === "x" ? [1e6, 300] : [300, 1e6];
    const view = viewOf({axis, isMirrored, content});
    const wanted = random.between(0, 1);
    view.moveToFraction(wanted);
    expectNear(view.fraction, wanted, 1e-9, `${axis}, mirrored ${isMirrored}`);
  });
});

test("An endless layout scrolls both ways, and its fraction is the lap's", () => {
  const view = viewOf({lapLength: 1000});
  view.moveTo(0, -12250);
  assert.deepEqual(view.y, -12250);
  expectNear(view.fraction, 0.75, 1e-9);
  view.moveToFraction(0.5);
  assert.deepEqual(view.y, -12500);
});

test("Without content or a layout the view rests at the origin", () => {
  for (const view of [viewOf({content: [0, 0], items: 0}), new View()]) {
    view.moveTo(NaN, NaN);
    assert.ok(Number.isFinite(view.x) && Number.isFinite(view.y) && Number.isFinite(view.fraction), "finite");
    view.zoomTo(0.5);
    assert.ok(view.zoom > 0 && Number.isFinite(view.zoom), "a zoom");
  }
});

test("A frame that shows already moves nothing, and a hidden one is shown whole above what covers the stage", () => {
  const view = viewOf({}, {w: 390, h: 800});
  view.moveTo(0, 1000);
  assert.deepEqual(view.cornerShowing(box(10, 1200, 100, 100)), {x: 0, y: 1000});
  const corner = view.cornerShowing(box(10, 1600, 100, 100), 400);
  view.moveTo(corner.x, corner.y);
  assert.ok(1600 >= view.y && 1700 <= view.y + 400, `the frame is above the sheet at ${view.y}`);
});

test("A box is cut to the stage without moving its visible edges", () => {
  const view = viewOf();
  assert.deepEqual(view.cut(box(10, 20, 30, 40)), box(10, 20, 30, 40));
  const cut = view.cut(box(-1e9, 5, 2e9, 10));
  assert.ok(cut.x < 0 && cut.x + cut.w > view.w && cut.w < 2000, JSON.stringify(cut));
});
