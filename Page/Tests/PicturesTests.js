// Loads: their order and their memory. Placeholders of pictures.

import assert from "node:assert/strict";
import {test} from "node:test";

import {Loads} from "../Parts/loads.js";
import {blurHashPixels, coveringPart, hashDigits, placeholderKind} from "../Parts/pictures.js";

import {box} from "./support.js";

/** Loads that end under the test's control, at most three at a time. */
function controlled(limit = 1e9) {
  const asked = new Map();
  const freed = [];
  const load = ({key}, {width}, signal) => new Promise((resolve, reject) => {
    asked.set(key, {width, signal, resolve: (size = 100) => resolve({image: {key}, width, size}), reject});
    signal.addEventListener("abort", () => reject(new Error("aborted")));
  });
  const requests = {count: 0, limit: 3};
  const free = ({image}) => image && freed.push(image.key);
  const loads = new Loads({load, free, limit, requests, changed: () => {}});
  const want = (...places) => loads.want(places, (part, {width}) => !part.image || part.width < width);
  return {asked, freed, loads, requests, want};
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const wish = (key, width = 64) => ({key, width});

test("The first parts are loaded first, a few at a time", async () => {
  const {asked, loads, want} = controlled();
  const wishes = Array.from({length: 20}, (_, index) => wish(`p${index}`));
  want(...wishes);
  assert.deepEqual([...asked.keys()], ["p0", "p1", "p2"]);
  asked.get("p2").resolve();
  await settled();
  want(...wishes);
  assert.deepEqual([...asked.keys()].at(-1), "p3");
  assert.ok(loads.use(wish("p2")).image && !loads.use(wish("p0")).image, "one has come");
});

test("A part that was scrolled past is cancelled, and can be wanted again", async () => {
  const {asked, requests, want} = controlled();
  want(wish("a"), wish("b"));
  const first = asked.get("a");
  want(wish("b"));
  await settled();
  assert.ok(first.signal.aborted && !asked.get("b").signal.aborted, "a is cancelled, b is not");
  assert.equal(requests.count, 1);
  want(wish("a"), wish("b"));
  assert.ok(asked.get("a") !== first, "a is loaded again");
});

test("A part that cannot be had is not asked for again during a pause", async () => {
  const {asked, loads, requests, want} = controlled();
  want(wish("a"));
  asked.get("a").reject(new Error("404"));
  await settled();
  asked.clear();
  want(wish("a"));
  assert.deepEqual([asked.size, loads.use(wish("a")).retryAt, requests.count], [0, Infinity, 0]);
});

test("A larger picture takes the place of a smaller one, which shows until then", async () => {
  const {asked, freed, loads, want} = controlled();
  want(wish("a", 64));
  asked.get("a").resolve(64);
  await settled();
  want(wish("a", 256));
  assert.deepEqual(loads.use(wish("a")).width, 64);
  asked.get("a").resolve(256);
  await settled();
  assert.deepEqual([loads.use(wish("a")).width, loads.size, freed], [256, 256, ["a"]]);
});

test("Memory stays bounded, and parts in use are kept", async () => {
  const {asked, freed, loads, want} = controlled(1000);
  for (let index = 0; index < 40; index++) {
    want(wish("kept"), wish(`p${index}`));
    for (const {resolve} of asked.values()) resolve(100);
    await settled();
  }
  want(wish("kept"));
  assert.ok(loads.size <= 1100 && loads.parts.size < 15, `${loads.size} pixels`);
  assert.ok(loads.use(wish("kept")).image && !freed.includes("kept"), "the wanted picture is kept");
  loads.clear();
  assert.deepEqual([loads.size, loads.parts.size], [0, 0]);
});

test("A part that comes after it was cancelled is freed", async () => {
  const freed = [];
  let resolve;
  const load = () => new Promise((found) => (resolve = found));
  const requests = {count: 0, limit: 3};
  const loads = new Loads({load, requests, limit: 9, changed: () => {}, free: ({key}) => freed.push(key)});
  loads.want([wish("a")], () => true);
  loads.want([], () => true);
  resolve({key: "came"});
  await settled();
  assert.deepEqual([freed, loads.size, requests.count], [["came"], 0, 0]);
});

test("A picture fills its box without being distorted", () => {
  assert.deepEqual(coveringPart({width: 200, height: 100}, box(0, 0, 50, 50)), [50, 0, 100, 100]);
  assert.deepEqual(coveringPart({width: 100, height: 200}, box(0, 0, 50, 50)), [0, 50, 100, 100]);
});

test("A placeholder is a colour, a blur hash, or nothing else", () => {
  assert.deepEqual(
    ["#88aaFF", "LEHV6nWB2yk8pyo0adR*.7kCMdnj", "", "red", "#fff", "url(x)"].map(placeholderKind),
    ["colour", "hash", "none", "none", "none", "none"]);
});

test("A blur hash of one component is its average colour, and longer ones keep it on average", () => {
  // The average is the digits 2 to 5: #123456 is 1193046 = 2 · 83³ + 7 · 83² + 14 · 83 + 7.
  const digits = [...[3, 2, 1, 0].map((power) => hashDigits[Math.floor(0x123456 / 83 ** power) % 83])].join("");
  const pixels = blurHashPixels(`00${digits}`, 2, 2);
  assert.deepEqual([...pixels.slice(0, 4)], [0x12, 0x34, 0x56, 255]);
  assert.deepEqual([...pixels.slice(12, 16)], [0x12, 0x34, 0x56, 255]);
  const many = blurHashPixels("LEHV6nWB2yk8pyo0adR*.7kCMdnj", 8, 8);
  assert.deepEqual(many.length, 256);
  assert.ok(new Set(many).size > 8, "its colours differ");
});
