// Cells that move by their place in the viewport: numbers computed by hand, as in the engine's tests.

import assert from "node:assert/strict";
import {test} from "node:test";

import {drawingOf} from "../Parts/motion.js";

import {box, expectNear} from "./support.js";

const motionView = {
  x: 100,
  y: 1000,
  w: 400,
  h: 800
};

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
