// Scrolls a layout of any length from its tiles over HTTP: see TilesOverHTTP in the guides. No framework, no build step.

const clamp = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));

/** A layout's tiles: asks for missing ones, the nearest first, and keeps the last ones used. */
export class LayoutTiles {
  /** `address` is the layout's: `https://example.org/v1/layouts/wall`. */
  constructor(address, changed = () => {}) {
    this.address = address.replace(/\/$/, "");
    this.changed = changed;
    this.tiles = new Map();
    this.requests = new Map();
  }

  async ask(path, options = {}) {
    const answer = await fetch(`${this.address}/${path}`, options);
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    return answer.json();
  }

  /** Reads what the layout is; tiles of another revision are forgotten. */
  async open() {
    const layout = await this.ask("layout.json", { cache: "no-cache" });
    if (layout.version !== 1) throw new Error(`the tiles are of version ${layout.version}`);
    if (this.layout && this.layout.revision !== layout.revision) this.tiles.clear();
    this.layout = layout;
    this.isDown = layout.axis === "y" || layout.isFree;
    this.length = layout.content[this.isDown ? 1 : 0];
    return layout;
  }

  /** The level whose tiles are about as long as a part of the content. */
  level(length) {
    const [least, most] = this.layout.levels;
    return clamp(Math.ceil(Math.log2(Math.max(length, 1))), least, most);
  }

  /** The available tiles of a part of the content; missing and upcoming ones are requested. */
  between(from, to) {
    const z = this.level(to - from);
    const size = 2 ** z;
    const last = Math.max(0, Math.ceil(this.length / size) - 1);
    const [low, high] = [clamp(Math.floor(from / size), 0, last), clamp(Math.floor(to / size), 0, last)];
    const wanted = [];
    for (let n = low; n <= high; n++) wanted.push(`${z}/${n}`);
    const all = [...wanted, `${z}/${Math.min(high + 1, last)}`, `${z}/${Math.max(low - 1, 0)}`];
    for (const [key, request] of this.requests) if (!all.includes(key)) request.abort();
    for (const key of all) if (!this.tiles.has(key) && !this.requests.has(key) && this.requests.size < 6) this.load(key);
    const found = wanted.map((key) => this.tiles.get(key)).filter(Boolean);
    for (const tile of found) {
      this.tiles.delete(tile.key);
      this.tiles.set(tile.key, tile);
    }
    return found;
  }

  async load(key) {
    const request = new AbortController();
    this.requests.set(key, request);
    const { revision } = this.layout;
    try {
      const tile = await this.ask(`tiles/${key}.json?v=${encodeURIComponent(revision)}`, { signal: request.signal });
      if (tile.revision !== revision) return void this.open();
      const pins = (tile.pins || []).flatMap((pin) => elementsOf(pin.element));
      const { from, to, pieces, sections = [] } = tile;
      this.tiles.set(key, { key, from, to, pieces, sections, elements: [...elementsOf(tile.elements), ...pins] });
      for (const old of this.tiles.keys()) {
        if (this.tiles.size <= 48) break;
        this.tiles.delete(old);
      }
    } catch (error) {
      if (error.name !== "AbortError") setTimeout(() => this.changed(), 1500);
    } finally {
      this.requests.delete(key);
      this.changed();
    }
  }

  /** Hits of a search, a part at a time; a server answers it, files do not. */
  async *search(text) {
    let after = "";
    do {
      const part = await this.ask(`search?text=${encodeURIComponent(text)}&after=${encodeURIComponent(after)}`);
      yield* part.hits;
      after = part.next;
    } while (after);
  }
}

/** The columns of a tile's elements, as objects: kind 0 is a cell, 1 a header or another supplementary, 2 a decoration. */
export function elementsOf(columns) {
  if (!columns) return [];
  const { numbers, frames, texts, names } = columns;
  return Array.from({ length: numbers.length / 7 }, (_, index) => {
    const [kind, name, section, item, zIndex, lap] = numbers.slice(index * 7);
    const [x, y, width, height] = frames.slice(index * 4, index * 4 + 4);
    const [key, title, detail] = texts ? texts.slice(index * 3, index * 3 + 3) : [];
    return { kind, name: names[name], section, item, zIndex, x, y, width, height, key, title, detail,
      id: `${kind}.${name}.${section}.${item}.${lap}` };
  });
}

/**
 * Shows tiles in an element of the page. Elements of the document are reused; positions are counted from the view's
 * corner, so that no browser's limit on lengths counts.
 *
 * `fill(node, element)` writes one; `node.hidden` has been reset.
 */
export class LayoutScroller {
  constructor(host, tiles, fill) {
    Object.assign(this, { host, tiles, fill, offset: 0, nodes: new Map(), spare: [], isDue: false });
    tiles.changed = () => this.draw();
    host.style.overflow = "hidden";
    host.style.position = "relative";
    host.style.touchAction = "none";
    host.tabIndex = 0;
    host.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.scrollTo(this.offset + (event.deltaY + (tiles.isDown ? 0 : event.deltaX)) * (event.deltaMode ? 18 : 1));
    }, { passive: false });
    host.addEventListener("keydown", (event) => {
      const page = this.room * 0.9;
      const step = { ArrowDown: 80, ArrowUp: -80, ArrowRight: 80, ArrowLeft: -80, PageDown: page, PageUp: -page }[event.key];
      if (step) this.scrollTo(this.offset + step);
      else if (event.key === "Home") this.scrollTo(0);
      else if (event.key === "End") this.scrollTo(Infinity);
      else return;
      event.preventDefault();
    });
    let last = null;
    const place = (event) => (tiles.isDown ? event.clientY : event.clientX);
    host.addEventListener("pointerdown", (event) => {
      last = place(event);
      host.setPointerCapture(event.pointerId);
    });
    host.addEventListener("pointermove", (event) => {
      if (last === null) return;
      this.scrollTo(this.offset + last - place(event));
      last = place(event);
    });
    for (const name of ["pointerup", "pointercancel"]) host.addEventListener(name, () => { last = null; });
    new ResizeObserver(() => this.draw()).observe(host);
  }

  get room() { return this.tiles.isDown ? this.host.clientHeight : this.host.clientWidth; }
  /** The greatest offset. */
  get end() { return Math.max(0, (this.tiles.length || 0) - this.room); }
  get fraction() { return this.end > 0 ? this.offset / this.end : 0; }
  /** The title of the section at the offset, if it is known. */
  get sectionTitle() {
    const axis = this.tiles.isDown ? 1 : 0;
    const isHere = ({ frame }) => frame[axis] <= this.offset && this.offset < frame[axis] + frame[axis + 2];
    return [...this.tiles.tiles.values()].flatMap((tile) => tile.sections).find(isHere)?.title ?? "";
  }

  scrollTo(offset) {
    this.offset = clamp(offset, 0, this.end);
    this.draw();
  }

  draw() {
    if (this.isDue || !this.tiles.layout) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      this.place();
      if (this.onscroll) this.onscroll(this);
    });
  }

  place() {
    this.offset = clamp(this.offset, 0, this.end);
    const { isDown } = this.tiles;
    const seen = new Set();
    for (const { elements } of this.tiles.between(this.offset, this.offset + this.room)) {
      for (const element of elements) {
        const [start, length] = isDown ? [element.y, element.height] : [element.x, element.width];
        if (start + length <= this.offset || start >= this.offset + this.room || seen.has(element.id)) continue;
        seen.add(element.id);
        let node = this.nodes.get(element.id);
        if (!node) {
          node = this.spare.pop() || this.host.appendChild(document.createElement("div"));
          node.hidden = false;
          node.style.cssText = `position:absolute;left:0;top:0;width:${element.width}px;height:${element.height}px;z-index:${element.zIndex}`;
          this.fill(node, element);
          this.nodes.set(element.id, node);
        }
        const [x, y] = isDown ? [element.x, element.y - this.offset] : [element.x - this.offset, element.y];
        node.style.transform = `translate(${x}px,${y}px)`;
      }
    }
    for (const [id, node] of this.nodes) {
      if (seen.has(id)) continue;
      node.hidden = true;
      this.nodes.delete(id);
      this.spare.push(node);
    }
  }
}
