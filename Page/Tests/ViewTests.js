// The view: limits, zoom, fractions, and where frames show. The items that its place is remembered by, and the address
// that holds it.

import assert from "node:assert/strict";
import {test} from "node:test";

import {addressFrom, addressText, anchorsIn, shiftOf} from "../Parts/anchors.js";
import {cellKind, elementID, supplementaryKind} from "../Parts/elements.js";
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

const cellAt = (item, frame, changes = {}) => ({
  kind: cellKind,
  section: 0,
  item,
  lap: 0,
  motion: 0,
  key: `K${item}`,
  rowID: null,
  id: elementID(cellKind, "", 0, item, 0),
  ...frame,
  ...changes,
});

const drawnIn = (view, elements) => elements.map((element) => ({element, box: view.onStage(element)}));

test("A place is remembered by the chosen item if it shows, then by the items that begin in the view", () => {
  const view = viewOf();
  view.moveTo(0, 500);
  const cells = [0, 1, 2, 3].map((item) => cellAt(item, box(0, 460 + 100 * item, 100, 100)));
  const drawn = drawnIn(view, cells);
  assert.deepEqual(anchorsIn(drawn, view, null).map(({reference}) => reference), ["k:K1", "k:K2", "k:K3", "k:K0"]);
  assert.deepEqual(anchorsIn(drawn, view, cells[2])[0].reference, "k:K2");
  assert.deepEqual(anchorsIn(drawn, view, cellAt(9, box(0, 0, 1, 1)))[0].reference, "k:K1", "chosen elsewhere");
});

test("Elements that stick, are pinned or have no name are no anchors", () => {
  const view = viewOf();
  const cells = [
    cellAt(0, box(0, 0, 100, 100), {kind: supplementaryKind}),
    cellAt(1, box(0, 0, 100, 100), {key: null}),
    cellAt(2, box(0, 0, 100, 100), {key: null, rowID: "7"}),
  ];
  const drawn = [...drawnIn(view, cells), {element: cellAt(3, box(0, -900, 100, 100)), box: box(0, 0, 100, 100)}];
  assert.deepEqual(anchorsIn(drawn, view, null).map(({reference}) => reference), ["i:7"]);
});

test("A view stays with its item when content above comes or goes", () => {
  for (const isMirrored of [false, true]) {
    const view = viewOf({axis: isMirrored ? "x" : "y", isMirrored});
    const shift = shiftOf(view, box(10, 500, 30, 40), box(75, 5600, 30, 60));
    assert.deepEqual(shift, isMirrored ? {x: 65, y: 0} : {x: 0, y: 5100});
  }
  const free = viewOf({isFree: true});
  assert.deepEqual(shiftOf(free, box(10, 500, 30, 40), box(75, 5600, 30, 60)), {x: 65, y: 5100});
});

test("An address says again what it was made of", () => {
  const state = {
    layout: "über/α&b",
    hits: "a b",
    at: {reference: "k:N & 1", x: 3, y: -12.25},
    x: 0,
    y: 1e6,
    zoom: 0.5,
    chosen: "i:-9223372036854775808",
    search: "x+y",
    colour: "density",
    offsets: new Map([[3, 120], [0, 1.5]]),
    isExplaining: true,
  };
  const read = addressFrom(addressText(state));
  for (const [name, value] of Object.entries(state)) assert.deepEqual(read[name], value, name);
  assert.deepEqual([...read.offsets], [...state.offsets]);
  const bare = addressFrom(addressText({layout: "wall", at: null, x: 0, y: 0, zoom: 1, offsets: new Map()}));
  assert.deepEqual([bare.hits, bare.at, bare.chosen, bare.search, bare.isExplaining], [null, null, null, "", false]);
});

test("Parts of an address that cannot be read are left out", () => {
  const read = addressFrom("?x=nan&y=&at=K1&by=1,2&chosen=i:x&offsets=a:1,2:b,-1:3,4:5&zoom=1e999");
  assert.deepEqual([read.x, read.y, read.at, read.chosen, read.zoom], [null, null, null, null, null]);
  assert.deepEqual([...read.offsets], [[4, 5]]);
});
