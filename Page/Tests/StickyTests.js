const stickyItem = (item, y, h, level, isEnd = false) =>
  ({element: {...box(0, y, 390, h), section: 0, item, id: `i${item}`}, level, isEnd});

import assert from "node:assert/strict";
import {test} from "node:test";
import {placePin} from "../Parts/grid.js";
import {stuckIn} from "../Parts/sticky.js";
import {box, viewOf} from "./support.js";

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
