// Texts that wrap: their pieces, and what is selected of them.

import {cellKind, readingOrder} from "./elements.js";

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
