// Loading of parts as they are wanted: tiles of the content, strips of a sheet, and pictures.

/**
 * Loads parts in the order in which they are wanted, a few at a time, cancels loads that are not wanted any more, and
 * forgets the parts that were not used for longest.
 *
 * `load(part, place, signal)` promises the content of a part, maybe with its size, or null to be asked again.
 * `free` gets what is not needed any more. `requests` are shared by several loads: { count, limit }.
 */
export class Loads {
  constructor(
    {load, changed, requests, limit, leastSize = 1, pause = Infinity, free = (content) => {}, fail = (error) => {}}) {
    this.settings = {load, changed, requests, limit, leastSize, pause, free, fail};
    this.parts = new Map();
    this.size = 0;
    this.clock = 0;
  }

  /** The part at a place; it has the place's members until it holds others. */
  use(place) {
    let part = this.parts.get(place.key);
    if (!part) this.parts.set(place.key, (part = {...place, request: null, retryAt: 0, size: 0}));
    part.use = ++this.clock;
    return part;
  }

  /** Sets the places that are wanted now, the first first. */
  want(places, isMissing) {
    const {requests, limit} = this.settings;
    const keys = new Set(places.map(({key}) => key));
    for (const part of this.parts.values())
      if (part.request && !keys.has(part.key)) this.cancel(part);
    const now = performance.now();
    for (const place of places) {
      if (requests.count >= requests.limit) break;
      const part = this.use(place);
      if (!part.request && now >= part.retryAt && isMissing(part, place)) this.start(part, place);
    }
    if (this.size <= limit) return;
    const spare = [...this.parts.values()].filter(({key}) => !keys.has(key)).sort((a, b) => a.use - b.use);
    while (spare.length > 0 && this.size > limit * 0.75) this.forget(spare.shift());
  }

  async start(part, place) {
    const {load, changed, requests, leastSize, pause, free, fail} = this.settings;
    const request = (part.request = new AbortController());
    requests.count++;
    try {
      const content = await load(part, place, request.signal);
      if (part.request === request)
        this.fill(part, content);
      else if (content)
        free(content);
    } catch (error) {
      if (part.request !== request) return;
      part.retryAt = performance.now() + pause;
      this.resize(part, Math.max(part.size, leastSize));
      fail(error);
    } finally {
      requests.count--;
      if (part.request === request) part.request = null;
      changed();
    }
  }

  /** Has a part hold something else. */
  fill(part, content) {
    if (!content) return;
    this.settings.free(part);
    this.resize(part, content.size ?? this.settings.leastSize);
    Object.assign(part, content);
  }

  resize(part, size) {
    this.size += size - part.size;
    part.size = size;
  }

  cancel(part) {
    const {request} = part;
    part.request = null;
    request.abort();
    if (part.size === 0) this.parts.delete(part.key);
  }

  forget(part) {
    if (part.request) this.cancel(part);
    this.settings.free(part);
    this.resize(part, 0);
    this.parts.delete(part.key);
  }

  clear() {
    for (const part of [...this.parts.values()]) this.forget(part);
  }
}
