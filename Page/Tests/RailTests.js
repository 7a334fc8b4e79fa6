// The rail, the hits on it, and texts.

import assert from "node:assert/strict";
import {test} from "node:test";

import {amountText} from "../Parts/colours.js";
import {counted, readable} from "../Parts/numbers.js";
import {datesOn, fractionAt, hitLimit, Hits, nameAtFraction, railLines, railPlace, searchItems, sectionBeside, sectionsOf, thumbOf, tintedPieces} from "../Parts/places.js";
import {fitted, linesOf, widthMemory} from "../Parts/texts.js";

import {expectNear, forEachSeed, viewOf} from "./support.js";

test("The thumb goes from end to end, and is never too small for a finger", () => {
  const view = viewOf({content: [390, 1e9]});
  assert.deepEqual(thumbOf(view, 700), {at: 0, size: 22});
  view.moveToFraction(1);
  const {at, size} = thumbOf(view, 700);
  expectNear(at + size, 700, 1e-9);
  assert.deepEqual(fractionAt(viewOf({content: [390, 100]}), 300, 10, 700), 0, "as long as the rail");
});

test("Dragging the thumb leads where it is let go", () => {
  forEachSeed(20, (random) => {
    const view = viewOf({content: [390, random.between(2000, 1e9)], isMirrored: random.index(2) === 0, axis: "y"});
    const grip = random.between(0, 22);
    const at = random.between(30, 600);
    view.moveToFraction(fractionAt(view, at, grip, 700));
    expectNear(thumbOf(view, 700).at, at - grip, 1e-3);
  });
});

test("A place of mirrored content is counted from the far end of the rail", () => {
  const view = viewOf();
  assert.deepEqual(railPlace(view, 25000, 400), 100);
  assert.deepEqual(railPlace(viewOf({isMirrored: true}), 25000, 400), 300);
  assert.deepEqual(railPlace(view, -5, 400), 0);
  assert.deepEqual(railPlace(view, 1e12, 400), 400);
});

test("The rail names the section at each place, by its title or its index", () => {
  const pieces = {cells: [1, 1, 1, 1], sections: [0, 0, 1, -1], titles: {0: "Turner"}};
  assert.deepEqual(
    [0, 0.49, 0.5, 0.99, 7].map((at) => nameAtFraction(pieces, at)), ["Turner", "Turner", "Section 1", "", ""]);
  assert.deepEqual(nameAtFraction(null, 0.5), "");
});

test("Sections of less than three pixels have no colours", () => {
  assert.deepEqual(tintedPieces([0, 0, 1, 1], 12), [true, true, true, true]);
  assert.deepEqual(tintedPieces([0, 0, 1, 2, 2, 2], 9), [true, true, false, true, true, true]);
  assert.deepEqual(tintedPieces([], 700), []);
});

test("A section comes before the items that were found, and the chosen hit stays chosen", () => {
  const hits = new Hits("a");
  const place = ({section}) => section;
  hits.add({hits: [{id: 4, section: 0, item: 3}, {id: 5, section: 1, item: 0}], next: 1, fraction: 0.5}, place);
  assert.deepEqual(hits.choose(1).id, 5);
  hits.add(
    {hits: [{section: 2, item: null}, {section: 3, item: null}, {id: 9, section: 3, item: 1}], next: null}, place);
  assert.deepEqual(hits.list.map(({section}) => section), [2, 3, 0, 1, 3]);
  assert.deepEqual([hits.index, hits.list[hits.index].id, hits.sectionCount], [3, 5, 2]);
});

test("All sections are listed, also those that are too short for the rail", () => {
  const pieces = {sections: [-1, 0, 0, 2, -1, 2, 4]};
  const found =
    sectionsOf(["Turner", "Tiny", null, null, "Blake"], pieces).map(({title, fraction}) => [title, fraction * 7]);
  assert.deepEqual(found, [["Turner", 1], ["Tiny", 1], ["Section 2", 3], ["Section 3", 3], ["Blake", 6]]);
});

test("Dates of sections stand on the rail as coarsely as they differ", () => {
  const on = (titles, gap = 0) =>
    datesOn({sections: titles.map((_, index) => index), titles}, gap).map(({text, fraction}) => `${text} ${fraction}`);
  assert.deepEqual(on(["1840", "1840-05", "1841-01-02", "1999 and later"]), ["1840 0", "1841 0.5", "1999 0.75"]);
  assert.deepEqual(on(["2024-05-01", "2024-05-02", "2024-07-01", "x"]), ["2024-05 0", "2024-07 0.5"]);
  assert.deepEqual(on(["1840", "1841", "1842", "1843"], 0.5), ["1840 0", "1842 0.5"]);
  assert.deepEqual(on(["Part 1840", "12345", "1840", "1840-1850"]), []);
});

test("Hits come once, in order, and further ones only mark the rail", () => {
  const hits = new Hits("a");
  const hit = (item) => ({section: 0, item, frame: [0, item, 1, 1]});
  hits.add({hits: [hit(3), hit(3), hit(5)], next: "9", fraction: 0.25}, () => 0);
  assert.deepEqual([hits.total, hits.list.length, hits.summary], [2, 2, "2 items so far, 25 % searched"]);
  const many = Array.from({length: hitLimit + 10}, (_, index) => hit(index + 10));
  hits.add({hits: many, next: null, fraction: 0.9}, (found) => found.item / 100);
  assert.deepEqual([hits.total, hits.list.length, hits.isFull], [hitLimit + 12, hitLimit, true]);
  hits.count({count: 137378, marks: [0, 5, 1, 1], next: null, fraction: 1}, ({frame}) => frame[1]);
  assert.ok(hits.places.size > 0 && hits.places.size <= railLines, `${hits.places.size} places`);
  assert.deepEqual(hits.summary, "138,390 items, the first 1,000 are listed");
});

test("Choosing hits goes around", () => {
  const hits = new Hits("a");
  assert.deepEqual([hits.choose(0), hits.summary], [null, "0 items so far, 0 % searched"]);
  hits.add({hits: [], next: null, fraction: 1}, () => 0);
  assert.deepEqual(hits.summary, "Nothing found");
  hits.add({hits: [0, 1, 2].map((item) => ({section: 0, item, frame: [0, 0, 1, 1]})), next: null}, () => 0);
  assert.deepEqual([-1, 0, 3, 5].map((wanted) => hits.choose(wanted).item), [2, 0, 0, 2]);
});

test("A page that holds its items searches keys and titles in both cases", () => {
  const items =
    [{key: "N1", payload: {title: "Norham Castle"}}, {key: "n2", payload: null}, {key: null, payload: {title: 7}}];
  assert.deepEqual(searchItems(items, "castle").map(({title}) => title), ["Norham Castle"]);
  assert.deepEqual(searchItems(items, "N").length, 2);
});

const letterWidth = (text) => [...text].length * 10;

test("A text is cut where it stops fitting, between letters that are whole", () => {
  // Of fewer than four letters nothing is left.
  for (const [text, room, expected] of [
         ["Leek", 40, "Leek"],
         ["Leeks and peas", 60, "Leeks…"],
         ["🚀🚀🚀🚀🚀🚀🚀", 50, "🚀🚀🚀🚀…"],
         ["Leeks", 40, ""],
  ])
    assert.deepEqual(fitted(text, "", room, letterWidth), expected);
});

test("Lines break between words, and the last one is cut", () => {
  const lines =
    ["one two three four", "one", "", "incomprehensible word"].map((text) => linesOf(text, "", 70, 2, letterWidth));
  assert.deepEqual(lines, [["one two", "three …"], ["one"], [], ["incomp…"]]);
});

test("Widths are measured once, and forgotten when there are many", () => {
  let measured = 0;
  const widthOf = widthMemory(() => ++measured, 2);
  assert.deepEqual([widthOf("a", "f"), widthOf("a", "f"), widthOf("a", "g"), widthOf("b", "f")], [1, 1, 2, 3]);
  assert.deepEqual(widthOf("a", "f"), 4);
});

test("Numbers but years are read in groups, and counted words agree with them", () => {
  assert.deepEqual(
    [[1545, 2014], [3, 20000]].map(([least, most]) => amountText(1816, {least, most})), ["1816", "1,816"]);
  assert.deepEqual([readable(1234.5678), readable(null), readable(12345678.9)], ["1,234.568", "–", "12,345,679"]);
  assert.deepEqual(
    [counted(1, "item"), counted(2, "item"), counted(0, "entry", "entries")], ["1 item", "2 items", "0 entries"]);
});

test("A key leads to the next section that shows on the rail, and back", () => {
  const pieces = {sections: [0, 0, 1, 1, 1, -1, 2, 2], cells: [1, 1, 1, 1, 1, 0, 1, 1], titles: {}};
  assert.deepEqual([0, 0.1, 0.25, 0.7].map((at) => sectionBeside(pieces, at, 1)), [0.25, 0.25, 0.75, 0.75]);
  assert.deepEqual([0, 0.1, 0.25, 0.9].map((at) => sectionBeside(pieces, at, -1)), [null, null, 0, 0.75]);
  assert.deepEqual(sectionBeside(null, 0, 1), null);
});

test("The rail has the dates of a field by which the items are in order", () => {
  const dates = (values, gap = 0.05) =>
    datesOn({sections: values.map(() => 0), titles: {0: "Part"}, values}, gap).map(({text}) => text).join();
  const years = Array.from({length: 100}, (_, index) => 1653 + index);
  assert.deepEqual(dates(years), "1660,1680,1700,1720,1740");
  assert.deepEqual(dates([...years].reverse()), "1740,1720,1700,1680,1660");
  assert.deepEqual(dates([null, 1990, 1990, 1991.5, 1993]), "1990,1991,1993");
  assert.deepEqual(dates([1990, 1992, 1991]), "");
  assert.deepEqual(dates([3, 5, 8]), "");
  assert.deepEqual(dates(["2024-01-03", "2024-01-20", null, "2024-03-01"]), "2024-01,2024-03");
  assert.deepEqual(dates(["etching", "oil"]), "");
  assert.deepEqual(datesOn({sections: [0, 1], titles: {0: "1990", 1: "1991"}, values: [1, 2]}, 0.05).length, 2);
});
