// Texts: field names, and texts of a store inside sentences.

import assert from "node:assert/strict";
import {test} from "node:test";

import {fieldText, quoted, readsRightToLeft} from "../Parts/texts.js";

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
