// Elements: columns in, objects out, the ways through them, and the scenes that remain after a change.

import assert from "node:assert/strict";
import {test} from "node:test";

import {cellKind, decorationKind, elementsOf, firstCell, hitAt, mergeScenes, nameOf, neighbourOf, placeOf, readingOrder, sceneAfter, sceneOf, spokenName, supplementaryKind} from "../Parts/elements.js";
import {lengthOf, overlaps} from "../Parts/numbers.js";

import {box, forEachSeed} from "./support.js";

export const columns = {
  names: ["header", "background"],
  numbers: [0, -1, 2, 7, 0, 0, 1, 1, 0, 2, 0, 5, 0, 0, 2, 1, 2, 0, -1, 0, 0],
  frames: [1, 2, 3, 4, 0, 0, 390, 40, 0, 0, 390, 900],
  texts: ["k", "Title", "1845", null, "Part", null, null, null, null],
  pictures: ["#884422", null, null],
};

test("Columns become elements with their frames, names and texts", () => {
  const [cell, header, background] = elementsOf(columns);
  assert.deepEqual([cell.x, cell.y, cell.w, cell.h, cell.isStale, cell.key], [1, 2, 3, 4, true, "k"]);
  assert.deepEqual([nameOf(cell), placeOf(cell), cell.detail, cell.picture], ["Title", "2/7", "1845", "#884422"]);
  assert.deepEqual([header.picture, background.detail], [null, null]);
  assert.deepEqual([nameOf(header), placeOf(header)], ["Part", "header 2"]);
  assert.deepEqual([nameOf(background), background.kind], ["background", decorationKind]);
  assert.deepEqual(elementsOf(null), []);
  assert.deepEqual(elementsOf({names: [], numbers: [], frames: [], texts: null, pictures: null}), []);
});

test("A screen reader hears the name, the detail, and whether it is stale", () => {
  const [cell, header] = elementsOf(columns);
  assert.deepEqual(spokenName(cell), "Title, 1845, stale");
  assert.deepEqual(spokenName(header), "Part");
  assert.deepEqual(spokenName({...cell, title: null, key: null, detail: null, isStale: false}), "2/7");
});

test("Elements that several tiles hold come once, the lowest first", () => {
  const scene = sceneOf({elements: columns, pins: [], sections: []});
  const merged = mergeScenes([scene, scene]);
  assert.deepEqual(merged.elements.map((element) => element.kind), [decorationKind, cellKind, supplementaryKind]);
});

test("A sheet that wraps both ways has an element in each lap along each", () => {
  const frames = [[300, 0], [300, 900], [600, 0]].flatMap(([x, y]) => [x, y, 30, 40]);
  const scene =
    sceneOf({elements: {names: [], numbers: Array(3).fill([0, -1, 0, 5, 0, 1, 64]).flat(), frames}, sections: []});
  assert.deepEqual(mergeScenes([scene, scene]).elements.map(({x, y}) => [x, y]), [[300, 0], [300, 900], [600, 0]]);
});

test("They are read by section and item, a header first", () => {
  const cell = (section, item) => ({kind: cellKind, name: "cell", section, item, lap: 0});
  const header = {kind: supplementaryKind, name: "header", section: 1, item: 0, lap: 0};
  const footer = {...header, name: "footer"};
  const sorted = [cell(1, 1), footer, cell(1, 0), header, cell(0, 9)].sort(readingOrder);
  assert.deepEqual(sorted, [cell(0, 9), header, cell(1, 0), cell(1, 1), footer]);
});

test("The pointer finds the highest element, and no decoration", () => {
  const drawn = [
    {element: {kind: cellKind, id: "a"}, box: box(0, 0, 100, 100)},
    {element: {kind: cellKind, id: "b"}, box: box(50, 50, 100, 100)},
    {element: {kind: decorationKind, id: "c"}, box: box(0, 0, 500, 500)},
  ];
  assert.deepEqual(hitAt(drawn, 60, 60).id, "b");
  assert.deepEqual(hitAt(drawn, 10, 10).id, "a");
  assert.deepEqual(hitAt(drawn, 300, 300), null);
  assert.deepEqual(hitAt(drawn, 100, 20), null);
});

test("Pressing one arrow reaches the end of any wall", () => {
  forEachSeed(10, (random) => {
    const drawn = [];
    for (let y = 0, index = 0; index < 60; y += 45) {
      for (let x = 0; x < 300; index++) {
        const w = random.between(30, 120);
        drawn.push({element: {kind: cellKind, id: `${index}`}, box: box(x, y, w, 40)});
        x += w + 5;
      }
    }
    let current = drawn[0];
    for (let steps = 0;; steps++) {
      assert.ok(steps <= drawn.length, "it goes round in circles");
      const next = neighbourOf(current, drawn, [0, 1]);
      if (!next) break;
      const found = drawn.find(({element}) => element === next);
      assert.ok(found.box.y > current.box.y, "down is down");
      current = found;
    }
    assert.deepEqual(current.box.y, Math.max(...drawn.map(({box: {y}}) => y)));
  });
});

const tileLength = 256;

/** The tiles of a column of cells with some lengths, in sections of twenty. */
function tilesOf(lengths, axis) {
  const frame = (at, length) => axis === "y" ? {x: 0, y: at, w: 100, h: length} : {x: at, y: 0, w: length, h: 100};
  let end = 0;
  const cells = lengths.map((length, item) => {
    end += length;
    const id = `0.cell.0.${item}.0`;
    return {
      id,
      kind: 0,
      section: 0,
      item,
      lap: 0,
      ...frame(end - length, length),
      mover: item < 20 ? frame(0, 1) : null
    };
  });
  const sections = [{index: 0, lap: 0, ...frame(0, end)}];
  return Array.from({length: Math.ceil(end / tileLength)}, (_, index) => {
    const rect = frame(index * tileLength, tileLength);
    return {rect, scene: {elements: cells.filter((cell) => overlaps(cell, rect)), sections, pins: []}};
  });
}

test("A scene that is kept or moved is the scene of a new answer, and only changed ones are missing", () => {
  let moved = 0;
  forEachSeed(60, (random) => {
    const axis = random.index(2) === 0 ? "x" : "y";
    const before = Array.from({length: 80}, () => random.between(10, 60));
    const [index, growth] = [random.index(80), random.between(-9, 90)];
    const after = before.with(index, before[index] + growth);
    const former = tilesOf(before, axis);
    const start = after.slice(0, index).reduce((sum, length) => sum + length, 0);
    const end = start + after[index];
    const part = (from, length) =>
      axis === "y" ? {x: -50, y: from, width: 200, height: length} : {x: from, y: -50, width: length, height: 200};
    const parts = [{...part(end, 1e5), [`d${axis}`]: growth}, part(start, after[index])];
    for (const {rect, scene} of tilesOf(after, axis)) {
      const found = sceneAfter(rect, former, parts, axis);
      const [low, high] = [rect[axis], rect[axis] + tileLength];
      if (high <= start)
        assert.equal(found, former.find((tile) => tile.rect[axis] === low).scene);
      else if (low < end)
        assert.equal(found, null);
      // The tiles before the change may not reach as far.
      if (!found || high <= start) continue;
      moved++;
      const place = (element) => [element.id, Math.round(element[axis] * 1e6), element[lengthOf(axis)]];
      assert.deepEqual(found.elements.map(place), scene.elements.map(place));
      const first = firstCell(found);
      assert.equal(first, found.elements[0]);
      if (first.mover) assert.equal(first.mover[axis], growth);
    }
  });
  assert.ok(moved > 100, `${moved} tiles moved`);
});

test("Without a distance, a tile beside a change stays, and one in it does not", () => {
  const former = tilesOf(Array(40).fill(32), "y");
  const part = {x: 40, y: 300, width: 20, height: 20};
  assert.deepEqual(
    former.map(({rect}) => sceneAfter(rect, former, [part], "y") !== null), [true, false, true, true, true]);
  assert.equal(sceneAfter(former[1].rect, former, [{...part, x: 400}], "y"), former[1].scene, "a place beside it");
  const pieces = former.map((tile) => ({...tile, scene: {...tile.scene, pieces: {}}}));
  assert.equal(sceneAfter(former[1].rect, pieces, [{...part, x: 0, y: 0, height: 2000, dy: 9}], "y"), null);
});
