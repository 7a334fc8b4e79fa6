// Texts on elements: as much as fits, by a function that returns the width of a text in a font. Texts that wrap come in
// pieces, of which parts can be selected.

import {cellKind, readingOrder} from "./elements.js";

/** Fewer letters of a longer text are left out: they name nothing. */
const leastLetters = 4;

/** Whether a text begins with a script that is written from right to left. */
export const readsRightToLeft = (text) =>
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text);

/** A text of the store inside a sentence of the page, whose direction it leaves as it is. */
export const isolated = (text) => `\u2068${text}\u2069`;
export const quoted = (text) => `“${isolated(text)}”`;

/** The name of a field as people write it: a path of one member is its name, and words are apart. */
export function fieldText(name) {
  const member = name.replace(/^\$\.("?)([^".[\]]+)\1$/, "$2");
  if (/[^\p{L}\p{N}_-]/u.test(member)) return member;
  const words = member.replace(/[_-]+/g, " ").trim();
  return words.replace(/(\p{Ll})(\p{Lu})(?=\p{Ll})/gu, (_, end, start) => `${end} ${start.toLowerCase()}`) || name;
}

/** As much of a text as fits, with an ellipsis if something is missing. */
export function fitted(text, font, room, widthOf) {
  const full = widthOf(text, font);
  if (full <= room) return text;
  const letters = [...text];
  let count = Math.floor((room / full) * letters.length);
  while (count >= leastLetters && widthOf(letters.slice(0, count).join("") + "…", font) > room) count--;
  return count >= leastLetters ? letters.slice(0, count).join("") + "…" : "";
}

/** A text in at most some lines, broken between words; the last one is cut if something is left. */
export function linesOf(text, font, room, most, widthOf) {
  const found = [];
  let rest = text;
  while (rest && found.length < most - 1 && widthOf(rest, font) > room) {
    const words = rest.split(" ");
    let line = words.shift();
    if (widthOf(line, font) > room) break;
    while (words.length > 0 && widthOf(`${line} ${words[0]}`, font) <= room) line += ` ${words.shift()}`;
    found.push(line);
    rest = words.join(" ");
  }
  if (rest) found.push(fitted(rest, font, room, widthOf));
  return found.filter((line) => line && line !== "…");
}

/** Remembers the widths of texts. */
export function widthMemory(measure, limit = 20000) {
  const widths = new Map();
  return (text, font) => {
    const key = font + text;
    let width = widths.get(key);
    if (width === undefined) {
      if (widths.size >= limit) widths.clear();
      width = measure(text, font);
      widths.set(key, width);
    }
    return width;
  };
}

/** A sequence that sets a colour of a terminal, with the sign that shows where its first character is. */
export const controlSequence = /^\u241b\[([\d;]*)[A-Za-z]$/;

/** More than the columns of a line. */
const lineStep = 2 ** 32;
const placeInside = ({line, column}) => line * lineStep + column;

/** The order of two places in texts: { section, item, line, column }. */
export const placeOrder = (a, b) => a.section - b.section || a.item - b.item || placeInside(a) - placeInside(b);

/** The place in a row's text at a point, in columns and lines from its corner. */
export const placeAt = (element, x, y) => ({
  section: element.section,
  item: element.item,
  line: Math.max(Math.floor(y), 0),
  column: Math.max(Math.round(x), 0),
});

const isBetween = ({section, item}, from, to) =>
  (section - from.section || item - from.item) >= 0 && (section - to.section || item - to.item) <= 0;

/** The parts of a row's pieces between two places: { line, column, text }. */
export function selectedParts(element, from, to) {
  const {section, item, wrapped} = element;
  if (!isBetween(element, from, to)) return [];
  const own = (place) => place.section === section && place.item === item;
  const low = own(from) ? placeInside(from) : -Infinity, high = own(to) ? placeInside(to) : Infinity;
  const found = [];
  for (let index = 0; index < wrapped.length; index += 3) {
    const [line, column, text] = wrapped.slice(index, index + 3);
    if (controlSequence.test(text)) continue;
    const start = placeInside({line, column});
    const letters = [...text];
    const first = Math.max(0, Math.ceil(low - start));
    const kept = letters.slice(first, Math.max(0, Math.min(letters.length, high - start)));
    if (kept.length > 0) found.push({line, column: column + first, text: kept.join("")});
  }
  return found;
}

/** The text of some rows between two places, with a line for each row. */
export function selectedText(elements, from, to) {
  const rows =
    elements.filter((element) => element.kind === cellKind && element.wrapped && isBetween(element, from, to));
  return rows.sort(readingOrder).map((element) => {
    let [text, line, end] = ["", 0, 0];
    for (const part of selectedParts(element, from, to)) {
      // Tabs left room. A row goes on in its next line without a sign.
      if (text && part.line === line) text += " ".repeat(Math.max(0, part.column - end));
      text += part.text;
      [line, end] = [part.line, part.column + part.text.length];
    }
    return text;
  });
}
