// The place: the items that it is remembered by, and the address that holds it.

import assert from "node:assert/strict";
import {test} from "node:test";

import {addressFrom, addressText} from "../Parts/addresses.js";
import {anchorsIn, shiftOf} from "../Parts/anchors.js";
import {cellKind, elementID, supplementaryKind} from "../Parts/elements.js";

import {box, viewOf} from "./support.js";

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
