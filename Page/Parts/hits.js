// The hits of a search, as they come.

/** The most hits that are kept. Of further ones only the places on the rail are kept. */
const hitLimit = 5000;
/** The number of distinguishable places on the rail. */
const railLines = 8192;

class Hits {
  constructor(text = "") {
    this.text = text;
    this.list = [];
    /** The hit that is shown; −1: none. */
    this.index = -1;
    /** The number of hits, kept or not. */
    this.count = 0;
    /** Those among them that are sections, which a wall of hits has none of. */
    this.sectionCount = 0;
    this.listedSections = 0;
    /** The fraction of the data set that was searched. */
    this.fraction = 0;
    /** The milliseconds that the answers took. */
    this.milliseconds = 0;
    this.isIndexed = false;
    this.places = new Set();
    this.known = new Set();
  }

  get isComplete() { return this.fraction >= 1; }

  /** Adds a part of the answer. The index may find a hit that the search finds again. */
  add(slice, place, milliseconds = 0) {
    this.milliseconds += milliseconds;
    this.isIndexed = slice.isIndexed === true;
    for (const hit of slice.hits) {
      const id = hit.id ?? `${hit.section}/${hit.item}`;
      if (this.known.has(id)) continue;
      this.count += 1;
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
    const time = `${this.isIndexed ? "by index" : "without an index"}, ${readable(this.milliseconds / 1000, 1)} s`;
    if (this.count === 0 && this.isComplete) return `Nothing found (${time}).`;
    const kept = this.count > this.list.length ? `, showing the first ${readable(this.list.length)}` : "";
    const state = this.isComplete ? time : `${Math.floor(this.fraction * 100)} % searched`;
    const parts = [counted(this.count - this.sectionCount, "item")];
    if (this.sectionCount > 0) parts.push(counted(this.sectionCount, "section"));
    return `${parts.join(" and ")}${kept} · ${state}`;
  }
}

/** Searches the items of a page that holds them. */
function searchItems(items, text) {
  const wanted = text.toLowerCase();
  const titleOf = (item) => (item.payload && typeof item.payload.title === "string" ? item.payload.title : null);
  const holds = (value) => typeof value === "string" && value.toLowerCase().includes(wanted);
  return items.filter((item) => holds(item.key) || holds(titleOf(item)))
    .map((item) => ({...item, title: titleOf(item)}));
}
