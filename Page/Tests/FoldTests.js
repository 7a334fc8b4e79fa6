// The contact sheet: continuous with the zoom, complete, and read down and then right.

import assert from "node:assert/strict";
import {test} from "node:test";

import {elementsByColumn, foldedPlace, foldGap, foldMargin, foldOf, foldShare, leastFoldBreadth, relativeDensity, sheetZoom, stripsOf, wheelColour} from "../Parts/fold.js";

import {box, expectNear, forEachSeed, viewOf} from "./support.js";

/** A wall of a million items, as wide as a phone. */
const largeView = (size = box(0, 0, 1200, 700)) => viewOf({content: [390, 4.7e7], items: 1e6, sections: 40}, size);

test("The smallest zoom shows all of the content in columns that fit", () => {
  for (const size of [{w: 1200, h: 700}, {w: 340, h: 640}, {w: 2400, h: 1300}]) {
    const view = largeView(size);
    view.zoomTo(0);
    const fold = foldOf(view);
    assert.deepEqual(fold.share, 1);
    expectNear(fold.length * fold.whole, 4.7e7, 1, "the length of all columns");
    assert.ok(fold.start + fold.whole * fold.pitch - foldGap <= size.w, "they fit");
    assert.ok(fold.breadth >= Math.min(leastFoldBreadth, size.w), "they can be seen");
    assert.deepEqual(view.limits("y"), [0, 0]);
  }
});

test("A sheet has as many columns as a picture that shows the same", () => {
  // Width, height, the content's breadth and length, and the columns: as in the tests of pictures.
  for (const [w, h, breadth, length, columns] of [
         [1200, 700, 390, 4.7e7, 14],
         [340, 640, 390, 4.7e7, 3],
         [2400, 1300, 390, 4.7e7, 28],
         [640, 800, 1200, 8000, 2],
         [90, 400, 390, 4.7e7, 1],
  ]) {
    const down = viewOf({content: [breadth, length], items: 1e6}, {w, h});
    const right = viewOf({axis: "x", content: [length, breadth], items: 1e6}, {w: h, h: w});
    for (const view of [down, right]) expectNear(sheetZoom(view) * length / h, columns, 1e-6, `${w} × ${h}`);
  }
});

test("Content folds as soon as two columns fit, and does not change at its own size", () => {
  const whole = (zoom) => Math.round(foldOf(largeView(), zoom).whole * 100) / 100;
  assert.deepEqual([largeView().zoom, foldOf(largeView()).spread], [1, 0]);
  assert.deepEqual([0.85, 0.5, 0.2].map(whole), [3, 5, 13]);
  assert.deepEqual([0.85, 0.5, 0.2].map((zoom) => foldShare(largeView(), zoom)), [0, 0, 0]);
  // As broad as the stage: two columns fit at half the size.
  const broad = viewOf({content: [1170, 1e5]}, {w: 1200, h: 700});
  assert.deepEqual([0.85, 0.7, 0.49].map((zoom) => foldOf(broad, zoom).spread), [0, foldOf(broad, 0.7).spread, 1]);
  assert.deepEqual(foldOf(broad, 0.49).start, foldMargin);
});

test("No more columns show than the content takes, in the middle of the stage", () => {
  const short = viewOf({content: [390, 4000], items: 80});
  expectNear(sheetZoom(short), 0.6, 1e-9);
  short.zoomTo(0);
  const {spread, start, pitch} = foldOf(short);
  assert.deepEqual([spread, foldShare(short)], [1, 0]);
  expectNear(start + (3 * pitch - foldGap) / 2, 500, 1e-6, "the middle of its three columns");
  const free = viewOf({content: [4e6, 4e6], items: 1e6, isFree: true});
  free.zoomTo(0);
  assert.deepEqual([foldOf(free).spread, sheetZoom(free)], [0, null]);
});

test("Nothing jumps while the zoom changes a little", () => {
  forEachSeed(30, (random) => {
    const view = largeView({w: random.between(300, 2500), h: random.between(400, 1400)});
    view.moveTo(0, 2e7);
    let before = foldOf(view);
    for (let zoom = 1; zoom > view.minimumZoom; zoom *= 0.999) {
      view.zoomTo(zoom, {x: 50, y: 200});
      const fold = foldOf(view);
      assert.ok(Math.abs(fold.start - before.start) < 0.02 * view.w + 2, `the start at ${zoom}`);
      assert.ok(Math.abs(fold.breadth - before.breadth) < 0.02 * view.w + 2, `the breadth at ${zoom}`);
      assert.ok(Math.abs(fold.share - before.share) < 0.01, `the share at ${zoom}`);
      before = fold;
    }
  });
});

test("The content under the pointer keeps its place, folded or not", () => {
  forEachSeed(30, (random) => {
    const view = largeView();
    view.zoomTo(random.between(0.0005, 0.002));
    view.moveTo(0, random.between(1e6, 2e7));
    const fold = foldOf(view);
    const at = {
      x: fold.start + random.between(0, 0.9) * fold.breadth + fold.pitch * random.index(fold.whole),
      y: random.between(0, 700)
    };
    const {value} = foldedPlace(view, at);
    view.zoomTo(view.zoom * random.between(1, 300), at);
    // Unless it is so near to an end that the view stops there.
    const [low, high] = view.limits("y");
    if (view.y > low && view.y < high) expectNear(foldedPlace(view, at).value, value, 1e-3 * value);
  });
});

test("Columns are read down and then right, without a gap", () => {
  const view = largeView();
  view.zoomTo(0);
  const fold = foldOf(view);
  const end = foldedPlace(view, {x: fold.start + 5, y: 700}).value;
  const next = foldedPlace(view, {x: fold.start + fold.pitch + 5, y: 0}).value;
  expectNear(end, next, 1e-6 * next);
});

test("The strips of a sheet cover it, and a sheet has at most some thousand pieces", () => {
  forEachSeed(20, (random) => {
    const view = largeView({w: random.between(300, 2500), h: random.between(400, 1400)});
    view.zoomTo(random.between(view.minimumZoom, 0.01));
    view.moveTo(0, random.between(0, 4e7));
    const found = stripsOf(view);
    const {length, count} = foldOf(view);
    assert.ok(found[0].from <= view.y, "the beginning");
    assert.ok(found.at(-1).to >= Math.min(view.y + length * count, 4.7e7), "the end");
    found.slice(1).forEach((strip, index) => assert.deepEqual(strip.from, found[index].to));
    assert.ok(found.length * 256 <= 16384, `${found.length} strips`);
  });
});

test("Content that scrolls sideways folds into rows", () => {
  const view = viewOf({axis: "x", content: [4.7e7, 390], items: 1e6});
  view.zoomTo(0);
  const fold = foldOf(view);
  assert.ok(fold.share === 1 && fold.whole > 3, `${fold.whole} rows`);
  assert.deepEqual(foldedPlace(view, {x: 0, y: fold.start + fold.pitch + 3}).column, 1);
});

test("Hues follow the order of the sections, and density is relative to the average", () => {
  assert.deepEqual([wheelColour(0, false), wheelColour(1, true)], ["oklch(0.74 0.12 30)", "oklch(0.62 0.12 330)"]);
  assert.deepEqual([relativeDensity(0, 1), relativeDensity(4, 1), relativeDensity(100, 1)], [0, 1, 1]);
});

test("Each column has the elements that it shows, and one across an edge is in two", () => {
  const view = viewOf({content: [390, 100000]});
  view.zoomTo(0.5);
  const fold = foldOf(view);
  assert.deepEqual([fold.spread, fold.length], [1, 1600]);
  const element = (y, h, motion = 0) => ({x: 0, y: view.y + y, w: 390, h, motion});
  const elements = [element(-50, 100), element(0, 100), element(1550, 100), element(1600, 50), element(9e4, 50, 8)];
  const columns = elementsByColumn(elements, view, fold).map((column) => column.map((one) => elements.indexOf(one)));
  assert.deepEqual(columns.slice(0, 3), [[0, 1, 2, 4], [2, 3, 4], [4]]);
  view.zoomTo(1);
  assert.deepEqual(elementsByColumn(elements, view, foldOf(view)), [elements]);
});
