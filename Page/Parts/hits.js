// The hits of a search, as they come.

import {counted, readable} from "./numbers.js";

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
