// Numbers from seeds, layouts and boxes for several tests.

import {View} from "../Parts/view.js";

export function expectNear(found, expected, tolerance, what = "") {
  if (!(Math.abs(found - expected) <= tolerance))
    throw new Error(`${what ? `${what}: ` : ""}found ${found}, expected ${expected} ± ${tolerance}`);
}

/** Numbers from a seed, which a failure prints: mulberry32. */
function numbersFrom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {between: (low, high) => low + next() * (high - low), index: (count) => Math.floor(next() * count)};
}

/** Runs a random test with some seeds; LAYOUTCACHE_SEED names the only one. */
export function forEachSeed(rounds, body) {
  const only = process.env.LAYOUTCACHE_SEED;
  const seeds = only ? [Number(only)] : Array.from({length: rounds}, () => Math.floor(Math.random() * 2 ** 32));
  for (const seed of seeds) {
    try {
      body(numbersFrom(seed));
    } catch (error) {
      throw new Error(`${error.message} (LAYOUTCACHE_SEED=${seed})`);
    }
  }
}

/** A layout as the server describes it. */
export const describedLayout = (changes = {}) => ({
  name: "wall",
  axis: "y",
  isFree: false,
  isMirrored: false,
  lapLength: 0,
  content: [390, 100000],
  container: [390, 844],
  items: 1000,
  sections: 4,
  hasFrozenLines: false,
  crossLapLength: 0,
  isMirroredAcross: false,
  ...changes,
});

export function viewOf(changes = {}, size = box(0, 0, 1000, 800)) {
  const view = new View();
  view.layout = describedLayout(changes);
  view.resize(size);
  return view;
}

export const box = (x, y, w, h) => ({x, y, w, h});
