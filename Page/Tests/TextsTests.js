// Texts: field names, and texts of a store inside sentences.

test("A field's name is printed as people write it", () => {
  const names = ["$.acquisition_year", "$.\"place-of-birth\"", "dateText", "URL", "artworkURL", "$.a.b", "_", "Größe"];
  expectEqual(
    names.map(fieldText),
    ["acquisition year", "place of birth", "date text", "URL", "artworkURL", "$.a.b", "_", "Größe"]);
});

test("A text inside a sentence keeps its own direction", () => {
  expectEqual(quoted("שלום 3"), "“\u2068שלום 3\u2069”");
  expectEqual([readsRightToLeft("12 שלום"), readsRightToLeft("12 Turner")], [true, false]);
});
