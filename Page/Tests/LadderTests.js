// The zoom ladder, on walls of square cells whose places are computed here.

import assert from "node:assert/strict";
import {test} from "node:test";

import {cellKind, supplementaryKind} from "../Parts/elements.js";
import {frameOf} from "../Parts/numbers.js";
import {Climb, holdAt, leastGrowth, pointIn, rungGrowth, rungZoom, viewHolding, zoomPlan} from "../Parts/rungs.js";
import {View} from "../Parts/view.js";

import {box, describedLayout, expectNear, forEachSeed} from "./support.js";

const wallItems = 1500;
const wallOf = (columns) => {
  const side = 320 / columns;
  return {
    side,
    layout: describedLayout({
      name: `${columns}`,
      container: [320, 480],
      items: wallItems,
      content: [320, Math.ceil(wallItems / columns) * side]
    }),
    frame: (item) => [(item % columns) * side, Math.floor(item / columns) * side, side, side],
  };
};

/** An answer as the server gives it, but with all items of two walls. */
function wallAnswer(from, to) {
  const items = Array.from({length: wallItems}, (_, item) => item);
  const numbers = items.flatMap((item) => [cellKind, -1, 0, item, 0, 0, 0]);
  return {
    layout: to.layout,
    elements: {names: [], numbers, frames: items.flatMap(from.frame), texts: null, pictures: null},
    targets: items.flatMap(to.frame),
    opacities: items.flatMap(() => [1, 1]),
    depths: items.map(() => 0),
  };
}

const stageOf = (layout) => {
  const view = new View();
  view.layout = layout;
  view.resize({w: 400, h: 600});
  return view;
};

function climbBetween(from, to, view, hold) {
  const zoom = rungZoom(view, to.layout);
  const place = pointIn(frameOf(to.frame(hold.item)), hold.fraction);
  return new Climb(wallAnswer(from, to), view, viewHolding(view, to.layout, zoom, place, hold.point));
}

test("A rung is left only from the zoom at which it rests, and zooming from afar stops there", () => {
  assert.deepEqual(zoomPlan(1, 1, 0.9, true, true), {step: 1});
  assert.deepEqual(zoomPlan(1, 1, 1.1, true, true), {step: -1});
  assert.deepEqual(zoomPlan(1, 1, 0.5, true, false), {zoom: 0.5});
  assert.deepEqual(zoomPlan(1, 1, 2, false, true), {zoom: 2});
  assert.deepEqual(zoomPlan(0.5, 1, 1.5, true, true), {zoom: 0.75});
  assert.deepEqual(zoomPlan(0.5, 1, 3, true, true), {zoom: 1});
  assert.deepEqual(zoomPlan(2, 1, 0.25, true, true), {zoom: 1});
  assert.deepEqual(zoomPlan(0.5, 1, 3, false, true), {zoom: 1.5});
});

test("Cells grow by the factor of their sides, and by some factor where lengths are unknown", () => {
  const view = stageOf(wallOf(5).layout);
  expectNear(rungGrowth(view, wallOf(2).layout, -1), 2.5, 1e-3);
  expectNear(rungGrowth(view, wallOf(8).layout, 1), 0.625, 1e-3);
  assert.deepEqual(rungGrowth(view, {...wallOf(2).layout, content: [0, 0]}, -1), leastGrowth);
  // A container of another breadth is shown as broad.
  assert.deepEqual(rungZoom(view, {...wallOf(2).layout, container: [640, 480]}), view.zoom / 2);
});

test("The cell under a point is held, or the nearest one", () => {
  const drawn = [0, 1].map((item) => ({element: {kind: cellKind, section: 3, item}, box: box(100 * item, 0, 80, 40)}));
  drawn.push({element: {kind: supplementaryKind, section: 3, item: 0}, box: box(0, 0, 500, 500)});
  const inside = holdAt(drawn, {x: 120, y: 10});
  assert.deepEqual([inside.section, inside.item, inside.fraction], [3, 1, {x: 0.25, y: 0.25}]);
  const near = holdAt(drawn, {x: 84, y: 90});
  assert.deepEqual([near.item, near.fraction], [0, {x: 1.05, y: 2.25}]);
  assert.deepEqual(holdAt([drawn[2]], {x: 0, y: 0}), null);
});

test("The held point stays at any progress of a climb", () => {
  forEachSeed(40, (random) => {
    const columns = [1, 2, 3, 5, 8, 16, 32];
    const from = wallOf(columns[random.index(7)]), to = wallOf(columns[random.index(7)]);
    const view = stageOf(from.layout);
    const item = 300 + random.index(900);
    view.moveTo(0, from.frame(item)[1] - random.between(0, 300));
    const fraction = {x: random.between(0, 1), y: random.between(0, 1)};
    const point = pointIn(view.onStage(frameOf(from.frame(item))), fraction);
    const climb = climbBetween(from, to, view, {item, section: 0, fraction, point});
    const isFree = climb.end.y === climb.to.y;
    for (const progress of [0, 0.1, 0.5, 0.87, 1]) {
      let found = null;
      climb.forEach(progress, (element, box) => {
        if (element.item === item) found = box;
      });
      // The item gives way at last where the content ends.
      if (found && (isFree || progress === 0)) expectNear(found.y + fraction.y * found.h, point.y, 1e-6);
      assert.ok(found || !isFree, `item ${item} does not show at ${progress}`);
    }
  });
});

test("A climb fades what comes and goes, and keeps its order", () => {
  const [from, to] = [wallOf(3), wallOf(5)];
  const view = stageOf(from.layout);
  const answer = wallAnswer(from, to);
  answer.opacities = answer.opacities.map((_, index) => (index === 0 || index === 3 ? 0 : 1));
  answer.depths[1] = 9;
  const climb =
    new Climb(answer, view, viewHolding(view, to.layout, rungZoom(view, to.layout), {x: 0, y: 0}, {x: 0, y: 0}));
  const at = (progress) => {
    const seen = [];
    climb.forEach(progress, (element, _, opacity) => seen.push([element.item, opacity]));
    return seen;
  };
  const opacities = new Map(at(0.25));
  assert.deepEqual([opacities.get(0), opacities.get(1), opacities.get(2)], [0.25, 0.75, 1]);
  const [early, late] = [at(0.4), at(0.6)].map((seen) => seen.map(([item]) => item));
  assert.deepEqual(early.filter((item) => late.includes(item)), late.filter((item) => early.includes(item)));
  assert.deepEqual(at(0.5).at(-1)[0], 1);
  assert.ok(!at(0).some(([item]) => item === 0) && !at(1).some(([item]) => item === 1), "what is clear is not drawn");
  assert.deepEqual([climb.arrived("0..0.2.0").w, climb.arrived("0..0.1.0")], [64, undefined]);
});
