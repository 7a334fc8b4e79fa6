// The rail, the whole layout at the side, and the hits of a search, which are marked on it as they come.

import {shownLength} from "./fold.js";
import {clamp, counted, lengthOf, readable} from "./numbers.js";

/** The part of the rail that stands for the visible part: never less than a finger can take. */
export function thumbOf(view, length) {
  const name = view.axis;
  const whole = view.isEndless ? view.layout.lapLength : view.extent[lengthOf(name)];
  const size = clamp((shownLength(view) / Math.max(whole, 1e-9)) * length, 22, length);
  return {at: view.fraction * (length - size), size};
}

/** A coordinate of the content on the rail. */
export function railPlace(view, value, length) {
  const whole = view.extent;
  const name = view.axis;
  const part = clamp((value - whole[name]) / Math.max(whole[lengthOf(name)], 1e-9), 0, 1);
  return (view.layout.isMirrored ? 1 - part : part) * length;
}

/** The fraction of the way that a grip at a place of the rail leads to. */
export function fractionAt(view, at, grip, length) {
  const {size} = thumbOf(view, length);
  return length > size ? clamp((at - grip) / (length - size), 0, 1) : 0;
}

/** The name of a section: its title, or its index if it has none. */
export const sectionName = (section, titles) => (titles && titles[section]) || `Section ${section}`;

/** The section at a fraction of the content; −1: there is none. */
export function sectionAtFraction(pieces, fraction) {
  if (!pieces || pieces.cells.length === 0) return -1;
  return pieces.sections[clamp(Math.floor(fraction * pieces.cells.length), 0, pieces.cells.length - 1)];
}

/** All sections, as hits: each with the fraction at which it is on the rail, or the one before it that is. */
export function sectionsOf(titles, pieces) {
  const begins = new Map();
  (pieces ? pieces.sections : []).forEach((section, index) => {
    if (!begins.has(section)) begins.set(section, index / pieces.sections.length);
  });
  let fraction = 0;
  return titles.map((title, section) => {
    fraction = begins.get(section) ?? fraction;
    return {section, item: null, key: null, title: title ?? sectionName(section, null), fraction};
  });
}

/** The fraction at which the next section begins that is long enough to show on the rail; null: there is none. */
export function sectionBeside(pieces, fraction, step) {
  const count = pieces ? pieces.cells.length : 0;
  const start = clamp(Math.floor(fraction * count + 1e-6), 0, count - 1);
  for (let index = start + step; index >= 0 && index < count; index += step) {
    const begins = index === 0 || pieces.sections[index] !== pieces.sections[index - 1];
    if (begins && pieces.sections[index] >= 0) return index / count;
  }
  return null;
}

/** The name of the section at a fraction of the content; an empty text if it has no name. */
export function nameAtFraction(pieces, fraction) {
  const section = sectionAtFraction(pieces, fraction);
  return section >= 0 ? sectionName(section, pieces.titles) : "";
}

const dateIn = (text) => /^\d{4}(-\d\d(-\d\d)?)?(?![\d-])/.exec(text)?.[0] ?? "";

/**
 * The dates at which the rail's sections begin, if their titles begin with dates, or else those of a field by which the
 * items are in order: years, or months or days if there is only one year or month. Those closer to the former one than
 * `gap`, a share of the whole, are left out.
 */
export function datesOn({sections, titles, values}, gap) {
  const titled = sections.map((section) => dateIn((titles && titles[section]) || ""));
  const dates = titled.some(Boolean) ? titled : datesOf(values || [], gap);
  const length = [4, 7, 10].find((most) => new Set(dates.filter(Boolean).map((date) => date.slice(0, most))).size > 1);
  const found = [];
  if (!length) return found;
  let former = "";
  dates.forEach((date, index) => {
    const text = date.slice(0, length);
    const fraction = index / dates.length;
    if (!text || text === former || (found.length > 0 && fraction - found[found.length - 1].fraction < gap)) return;
    former = text;
    found.push({text, fraction});
  });
  return found;
}

/** The dates in the values of pieces, or round years of them; none if they are not in order. */
function datesOf(values, gap) {
  const known = values.filter((value) => value !== null);
  const [first, last] = [known[0], known[known.length - 1]];
  const isFalling = last < first;
  const isInOrder = known.every((value, index) => {
    const former = index > 0 ? known[index - 1] : value;
    return isFalling ? former >= value : former <= value;
  });
  if (!isInOrder) return [];
  if (known.every((value) => typeof value === "string")) return values.map((value) => dateIn(value ?? ""));
  if (!known.every((value) => value >= 1000 && value < 2200)) return [];
  const step = [1, 2, 5, 10, 20, 50, 100, 200].find((years) => Math.abs(last - first) / years < 0.4 / gap) ?? 500;
  return values.map((value) => {
    if (value === null) return "";
    const year = (isFalling ? Math.ceil : Math.floor)(value / step) * step;
    return (isFalling ? year > first : year < first) ? "" : String(year);
  });
}

/**
 * For each piece of the rail, whether its section is long enough there for a colour: 3 pixels. A section of some pieces
 * may be up to a piece shorter; if all are short, two pieces are a coincidence.
 */
export function tintedPieces(sections, length) {
  const found = [];
  const average = length / Math.max(new Set(sections).size, 1);
  for (let first = 0, index = 1; index <= sections.length; index++) {
    if (index < sections.length && sections[index] === sections[first]) continue;
    const own = (index - first) / sections.length * length;
    const isLong = own >= (average < 3 ? 6 : 3);
    while (first < index) found[first++] = isLong;
  }
  return found;
}

/** The hits from which on they are only counted. Of further ones, some places on the rail are kept. */
export const hitLimit = 1000;
/** The number of distinguishable places on the rail. */
export const railLines = 8192;

export class Hits {
  constructor(text = "") {
    this.text = text;
    this.list = [];
    /** The hit that is shown; −1: none. */
    this.index = -1;
    /** The number of hits, kept or not. */
    this.total = 0;
    /** Those among them that are sections, which a wall of hits has none of. */
    this.sectionCount = 0;
    this.listedSections = 0;
    /** The fraction of the data set that was searched. */
    this.fraction = 0;
    this.places = new Set();
    this.known = new Set();
  }

  get isComplete() { return this.fraction >= 1; }

  /** Whether further hits are only counted. */
  get isFull() { return this.list.length >= hitLimit; }

  /** Adds the number of further hits, and the frames of some. */
  count(slice, place) {
    this.total += slice.count;
    for (let at = 0; at < slice.marks.length; at += 4)
      this.places.add(Math.round(place({frame: slice.marks.slice(at, at + 4)})));
    this.fraction = slice.next === null ? 1 : slice.fraction;
  }

  /** Adds a part of the answer. The index may find a hit that the search finds again. */
  add(slice, place) {
    for (const hit of slice.hits) {
      const id = hit.id ?? `${hit.section}/${hit.item}`;
      if (this.known.has(id)) continue;
      this.total += 1;
      const isSection = hit.item === null && !hit.isHidden;
      if (isSection) this.sectionCount += 1;
      if (this.list.length < hitLimit) {
        this.known.add(id);
        // A section stands for all of its items: it comes before them.
        const place = isSection ? this.listedSections++ : this.list.length;
        this.list.splice(place, 0, hit);
        if (this.index >= place) this.index++;
      } else {
        this.places.add(Math.round(place(hit)));
      }
    }
    this.fraction = slice.next === null ? 1 : slice.fraction;
  }

  /** Chooses a hit by its number, which counts around; returns it, or null if there is none. */
  choose(wanted) {
    if (this.list.length === 0) return null;
    this.index = ((wanted % this.list.length) + this.list.length) % this.list.length;
    return this.list[this.index];
  }

  get summary() {
    if (this.total === 0 && this.isComplete) return "Nothing found";
    const kept =
      this.isComplete && this.total > this.list.length ? `, the first ${readable(this.list.length)} are listed` : "";
    const state = this.isComplete ? "" : ` so far, ${Math.floor(this.fraction * 100)} % searched`;
    const parts = [counted(this.total - this.sectionCount, "item")];
    if (this.sectionCount > 0) parts.push(counted(this.sectionCount, "section"));
    return `${parts.join(" and ")}${kept}${state}`;
  }
}

/** The pattern of the marked parts of texts during a search; null: there are none. */
export function searchPattern(text) {
  const escaped = (part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const expression = /^\/(.+)\/$/.exec(text);
  try {
    if (expression) return new RegExp(expression[1], "g");
  } catch {
    return null;
  }
  const parts = text.split('"');
  const phrases = parts.filter((part, index) => part && index % 2 === 1).map(escaped);
  const words = parts.filter((part, index) => index % 2 === 0).join(" ").match(/[\p{L}\p{N}]+/gu) ?? [];
  const all = [...phrases, ...words.map((word) => `(?<![\\p{L}\\p{N}])${escaped(word)}`)];
  return all.length > 0 ? new RegExp(all.join("|"), "giu") : null;
}

/** Searches the items of a page that holds them. */
export function searchItems(items, text) {
  const wanted = text.toLowerCase();
  const titleOf = (item) => (item.payload && typeof item.payload.title === "string" ? item.payload.title : null);
  const holds = (value) => typeof value === "string" && value.toLowerCase().includes(wanted);
  return items.filter((item) => holds(item.key) || holds(titleOf(item)))
    .map((item) => ({...item, title: titleOf(item)}));
}
