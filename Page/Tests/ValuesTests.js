// The colours of a field's values.

import assert from "node:assert/strict";
import {test} from "node:test";

import {scaleColour, ValueScale, wordLimit} from "../Parts/values.js";

test("Numbers lie between the least and the greatest that came", () => {
  const scale = new ValueScale();
  assert.ok(!scale.hasNumbers && scale.part(3) === 0.5, "nothing came yet");
  scale.add([1900, null, 2000]);
  scale.add([1950]);
  assert.deepEqual([1900, 1950, 2000, 1800].map((year) => scale.part(year)), [0, 0.5, 1, 0]);
  const lightness = (part, isDark) => Number(/oklch\(([\d.]+)/.exec(scaleColour(part, isDark))[1]);
  assert.ok(lightness(0, false) > lightness(0.5, false) && lightness(0.5, false) > lightness(1, false), "dark is much");
  assert.ok(lightness(0, true) < lightness(1, true), "light is much on dark paper");
});

test("The most frequent words have distinct colours", () => {
  const scale = new ValueScale();
  scale.add(["oil", "ink", null, "oil", ...Array.from({length: 9}, (_, index) => `rare ${index}`), "ink", "oil"]);
  assert.deepEqual(scale.named.slice(0, 3), ["oil", "ink", "rare 0"]);
  assert.deepEqual([scale.named.length, scale.hasNumbers], [wordLimit, false]);
});
