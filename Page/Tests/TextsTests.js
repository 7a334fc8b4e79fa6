// Texts: field names, texts of a store inside sentences, and the selected parts of texts that wrap.

import assert from "node:assert/strict";
import {test} from "node:test";

import {fieldText, placeOrder, quoted, readsRightToLeft, selectedParts, selectedText} from "../Parts/texts.js";

import {forEachSeed} from "./support.js";

test("A field's name is printed as people write it", () => {
  const names = ["$.acquisition_year", "$.\"place-of-birth\"", "dateText", "URL", "artworkURL", "$.a.b", "_", "Größe"];
  assert.deepEqual(
    names.map(fieldText),
    ["acquisition year", "place of birth", "date text", "URL", "artworkURL", "$.a.b", "_", "Größe"]);
});

test("A text inside a sentence keeps its own direction", () => {
  assert.deepEqual(quoted("שלום 3"), "“\u2068שלום 3\u2069”");
  const texts = ["Leek", "كراث", "12 שלום", "", "A كراث", "12 Turner"];
  assert.deepEqual(texts.map(readsRightToLeft), [false, true, true, false, false, false]);
});

const row = (item, ...wrapped) => ({kind: 0, section: 0, item, lap: 0, wrapped});
const place = (item, line, column) => ({section: 0, item, line, column});

test("The parts between two places are whole lines, and the beginning and the end of the outer ones", () => {
  const text = row(3, 0, 0, "abcdef", 1, 0, "ghijkl", 1, 8, "m");
  assert.deepEqual(selectedParts(text, place(3, 0, 4), place(3, 1, 2)), [
    {line: 0, column: 4, text: "ef"},
    {line: 1, column: 0, text: "gh"},
  ]);
  assert.deepEqual(selectedParts(text, place(2, 9, 9), place(3, 0, 1)), [{line: 0, column: 0, text: "a"}]);
  assert.deepEqual(selectedParts(text, place(3, 1, 7), place(4, 0, 0)), [{line: 1, column: 8, text: "m"}]);
  assert.deepEqual(selectedParts(text, place(1, 0, 0), place(2, 9, 9)), []);
  assert.deepEqual(selectedParts(text, place(4, 0, 0), place(5, 0, 0)), []);
});

test("The text has a line for each row; tabs leave room, and control sequences nothing", () => {
  const rows =
    [row(1, 0, 0, "c", 0, 4, "d"), row(0, 0, 0, "\u241b[31m", 0, 0, "red ", 1, 0, "words"), row(2, 0, 0, "e")];
  assert.deepEqual(selectedText(rows, place(0, 0, 1), place(1, 7, 7)), ["ed words", "c   d"]);
  assert.deepEqual(selectedText(rows, place(2, 0, 0), place(2, 0, 0)), [""]);
});

test("A selection of random rows is what is between its ends in the whole text", () => {
  forEachSeed(200, (random) => {
    const breadth = 2 + random.index(7);
    const texts = Array.from(
      {length: 1 + random.index(4)}, () => "x".repeat(random.index(20)).replace(/x/g, () => "abc"[random.index(3)]));
    const rows = texts.map(
      (text, item) =>
        row(item, ...(text.match(new RegExp(`.{1,${breadth}}`, "g")) ?? []).flatMap((part, line) => [line, 0, part])));
    const ends = [0, 1].map(() => {
      const item = random.index(texts.length);
      const at = random.index(texts[item].length + 1);
      return {...place(item, Math.floor(at / breadth), at % breadth), at};
    });
    const [from, to] = ends.sort(placeOrder);
    const expected = texts.slice(from.item, to.item + 1);
    expected[expected.length - 1] = expected[expected.length - 1].slice(0, to.at);
    expected[0] = expected[0].slice(from.at);
    assert.deepEqual(selectedText(rows, from, to), expected);
  });
});
