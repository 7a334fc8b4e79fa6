// The scenes that remain after a change, against those of a new answer.

import assert from "node:assert/strict";
import {test} from "node:test";

import {firstCell, sceneAfter} from "../Parts/changes.js";
import {lengthOf, overlaps} from "../Parts/numbers.js";

import {forEachSeed} from "./support.js";

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
