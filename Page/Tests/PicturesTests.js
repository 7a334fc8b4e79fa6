// Pictures: their order, their memory, and what stands for them.

import assert from "node:assert/strict";
import {test} from "node:test";

import {blurHashPixels, coveringPart, hashDigits, Pictures, placeholderKind} from "../Parts/pictures.js";

import {box} from "./support.js";

/** Loads that end under the test's control. */
function controlledLoads() {
  const loads = new Map();
  const freed = [];
  const load = (key, width, signal) => new Promise((resolve, reject) => {
    loads.set(key, {width, signal, resolve: (pixels = 100) => resolve({image: {key, width}, pixels}), reject});
    signal.addEventListener("abort", () => reject(new Error("aborted")));
  });
  return {loads, freed, load, forget: (image) => freed.push(image.key)};
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const wish = (key, distance = 0, width = 64) => ({key, distance, width});

test("The nearest pictures are loaded first, a few at a time", async () => {
  const {loads, load, forget} = controlledLoads();
  const pictures = new Pictures(load, forget, () => {});
  const wishes = Array.from({length: 20}, (_, index) => wish(`p${index}`, 100 - index));
  pictures.want(wishes);
  assert.deepEqual([...loads.keys()], ["p19", "p18", "p17"]);
  loads.get("p17").resolve();
  await settled();
  pictures.want(wishes);
  assert.deepEqual([...loads.keys()].at(-1), "p16");
  assert.ok(pictures.find("p17") && !pictures.find("p19"), "one has come");
});

test("A picture that was scrolled past is cancelled, and can be wanted again", async () => {
  const {loads, load, forget} = controlledLoads();
  const pictures = new Pictures(load, forget, () => {});
  pictures.want([wish("a"), wish("b")]);
  const first = loads.get("a");
  pictures.want([wish("b")]);
  await settled();
  assert.ok(first.signal.aborted && !loads.get("b").signal.aborted, "a is cancelled, b is not");
  assert.deepEqual([pictures.loading, pictures.hasFailed("a")], [1, false]);
  pictures.want([wish("a"), wish("b")]);
  assert.ok(loads.get("a") !== first, "a is loaded again");
});

test("A picture that cannot be had is not asked for again", async () => {
  const {loads, load, forget} = controlledLoads();
  const pictures = new Pictures(load, forget, () => {});
  pictures.want([wish("a")]);
  loads.get("a").reject(new Error("404"));
  await settled();
  loads.clear();
  pictures.want([wish("a")]);
  assert.deepEqual([loads.size, pictures.hasFailed("a"), pictures.loading], [0, true, 0]);
});

test("A larger picture takes the place of a smaller one, which shows until then", async () => {
  const {loads, freed, load, forget} = controlledLoads();
  const pictures = new Pictures(load, forget, () => {});
  pictures.want([wish("a", 0, 64)]);
  loads.get("a").resolve(64);
  await settled();
  pictures.want([wish("a", 0, 256)]);
  assert.deepEqual(pictures.find("a").width, 64);
  loads.get("a").resolve(256);
  await settled();
  assert.deepEqual([pictures.find("a").width, pictures.pixels, freed], [256, 256, ["a"]]);
});

test("Memory stays bounded, and pictures in use are kept", async () => {
  const {loads, freed, load, forget} = controlledLoads();
  const pictures = new Pictures(load, forget, () => {}, 1000);
  for (let index = 0; index < 40; index++) {
    pictures.want([wish("kept"), wish(`p${index}`)]);
    for (const {resolve} of loads.values()) resolve(100);
    await settled();
    pictures.find("kept");
  }
  pictures.want([wish("kept")]);
  assert.ok(pictures.pixels <= 1100, `${pictures.pixels} pixels`);
  assert.ok(pictures.find("kept") && !freed.includes("kept"), "the wanted picture is kept");
  pictures.clear();
  assert.deepEqual([pictures.pixels, pictures.entries.size], [0, 0]);
});

test("A picture that comes after it was cancelled is freed", async () => {
  const {freed, forget} = controlledLoads();
  let resolve;
  const pictures = new Pictures(
    () => new Promise((found) => {
      resolve = found;
    }),
    forget, () => {});
  pictures.want([wish("a")]);
  pictures.want([]);
  resolve({image: {key: "a"}, pixels: 5});
  await settled();
  assert.deepEqual([freed, pictures.pixels, pictures.loading], [["a"], 0, 0]);
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
