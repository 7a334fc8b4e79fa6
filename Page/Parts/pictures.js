// Pictures: which are loaded, in which order, and which are kept.

import {clamp} from "./numbers.js";

/** The most pixels that are kept of pictures, decoded: 96 megabytes. */
const pictureLimit = 24 * 2 ** 20;
/** The rest of the six connections that a browser opens is for tiles. */
const pictureRequestLimit = 3;

/** Widths of decoded pictures are powers of two, so that zooming a little keeps them. */
export const pictureWidth = (pixels) => clamp(2 ** Math.ceil(Math.log2(Math.max(pixels, 1))), 32, 2048);

/**
 * Loads pictures, the nearest first, and cancels loads that were scrolled past. `load(key, width, signal)` promises
 * `{image, pixels}`; `forget(image)` frees one.
 */
export class Pictures {
  constructor(load, forget, changed, limit = pictureLimit) {
    this.load = load;
    this.forget = forget;
    this.changed = changed;
    this.limit = limit;
    this.entries = new Map();
    this.pixels = 0;
    this.loading = 0;
    this.clock = 0;
  }

  /** The picture for a key, as far as it came; undefined: it did not. */
  find(key) {
    const entry = this.entries.get(key);
    if (entry) entry.use = ++this.clock;
    return entry && entry.image;
  }

  hasFailed(key) {
    const entry = this.entries.get(key);
    return Boolean(entry && entry.hasFailed);
  }

  /** Sets the pictures that are wanted now: a list of `{key, width, distance}`. */
  want(list) {
    const wanted = new Set(list.map(({key}) => key));
    for (const [key, entry] of this.entries)
      if (entry.request && !wanted.has(key)) this.cancel(key, entry);
    for (const {key, width} of list.sort((a, b) => a.distance - b.distance)) {
      if (this.loading >= pictureRequestLimit) break;
      const entry = this.entries.get(key);
      if (!entry || (!entry.request && !entry.hasFailed && entry.width < width)) this.start(key, width);
    }
    this.shrink(wanted);
  }

  async start(key, width) {
    const entry =
      this.entries.get(key) || {image: undefined, pixels: 0, width: 0, use: 0, request: null, hasFailed: false};
    const request = new AbortController();
    entry.request = request;
    this.entries.set(key, entry);
    this.loading++;
    try {
      const {image, pixels} = await this.load(key, width, request.signal);
      if (entry.request !== request) {
        this.forget(image);
        return;
      }
      this.release(entry);
      Object.assign(entry, {image, pixels, width, use: ++this.clock});
      this.pixels += pixels;
    } catch {
      if (entry.request === request) entry.hasFailed = true;
    } finally {
      this.loading--;
      if (entry.request === request) entry.request = null;
      this.changed();
    }
  }

  cancel(key, entry) {
    const {request} = entry;
    entry.request = null;
    request.abort();
    if (!entry.image) this.entries.delete(key);
  }

  release(entry) {
    if (!entry.image) return;
    this.forget(entry.image);
    this.pixels -= entry.pixels;
    entry.image = undefined;
  }

  /** Forgets the pictures that were not used for longest, until the rest is small enough. */
  shrink(wanted) {
    const spare = [...this.entries].filter(([key, entry]) => !wanted.has(key) && !entry.request);
    if (this.pixels <= this.limit && spare.length < 20000) return;
    spare.sort(([, a], [, b]) => a.use - b.use);
    for (const [key, entry] of spare) {
      if (this.pixels <= this.limit * 0.75 && this.entries.size < 10000) break;
      this.release(entry);
      this.entries.delete(key);
    }
  }

  clear() {
    for (const [key, entry] of [...this.entries]) {
      if (entry.request) this.cancel(key, entry);
      this.release(entry);
    }
    this.entries.clear();
  }
}

/** The part of a picture that fills a box without distorting it: x, y, width and height in the picture. */
export function coveringPart(image, box) {
  const scale = Math.max(box.w / image.width, box.h / image.height);
  const [w, h] = [box.w / scale, box.h / scale];
  return [(image.width - w) / 2, (image.height - h) / 2, w, h];
}

// MARK: Placeholders

/** The kind of a placeholder: a colour, a blur hash, or neither. */
export function placeholderKind(text) {
  if (/^#[0-9a-f]{6}$/i.test(text)) return "colour";
  if (isBlurHash(text)) return "hash";
  return "none";
}

export const hashDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~";

function hashNumber(text) {
  let number = 0;
  for (const letter of text) number = number * 83 + hashDigits.indexOf(letter);
  return number;
}

function isBlurHash(text) {
  if (text.length < 6 || [...text].some((letter) => !hashDigits.includes(letter))) return false;
  const size = hashNumber(text[0]);
  return text.length === 4 + 2 * ((size % 9) + 1) * (Math.floor(size / 9) + 1);
}

/** The red, green, blue and opacity of the pixels of a blur hash, as woltapp/blurhash defines it, row by row. */
export function blurHashPixels(text, width, height) {
  const size = hashNumber(text[0]);
  const [columns, rows] = [(size % 9) + 1, Math.floor(size / 9) + 1];
  const most = (hashNumber(text[1]) + 1) / 166;
  const linear = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const encoded = (value) => {
    const part = clamp(value, 0, 1);
    return Math.round(255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055));
  };
  const average = hashNumber(text.slice(2, 6));
  const colours = [[average >> 16, (average >> 8) & 255, average & 255].map(linear)];
  for (let index = 1; index < columns * rows; index++) {
    const number = hashNumber(text.slice(4 + index * 2, 6 + index * 2));
    const parts = [Math.floor(number / 361), Math.floor(number / 19) % 19, number % 19];
    colours.push(parts.map((part) => Math.sign(part - 9) * ((part - 9) / 9) ** 2 * most));
  }
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sum = [0, 0, 0];
      colours.forEach((colour, index) => {
        const wave = Math.cos((Math.PI * x * (index % columns)) / width) *
          Math.cos((Math.PI * y * Math.floor(index / columns)) / height);
        for (let channel = 0; channel < 3; channel++) sum[channel] += colour[channel] * wave;
      });
      pixels.set([...sum.map(encoded), 255], (y * width + x) * 4);
    }
  }
  return pixels;
}
