// Colours: of the page, which are in page.css, of sections, which are in the program, since it draws pictures in them
// too, and of the values of a field: a scale from light to dark for numbers, and hues for words.

import {clamp, readable} from "./numbers.js";

/** The red, green and blue of "#rrggbb" or "rgb(r g b)". */
export function channelsOf(colour) {
  if (colour.startsWith("#")) return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return (colour.match(/[\d.]+/g) || []).slice(0, 3).map(Number);
}

/** Some of one colour and some of another: `share` is the other's. */
export function mixed(colour, other, share) {
  const [a, b] = [channelsOf(colour), channelsOf(other)];
  return `rgb(${a.map((value, index) => Math.round(value * (1 - share) + b[index] * share)).join(" ")})`;
}

/**
 * The colours of one section: its cells, headers and texts.
 *
 * - Parameter family: a pale, a middle and a dark colour.
 */
function shadesOf([pale, middle, dark], paper, isDark, hasMoreContrast) {
  if (isDark) {
    return {
      fill: mixed(middle, paper, 0.78),
      line: mixed(middle, paper, hasMoreContrast ? 0.1 : 0.45),
      text: hasMoreContrast ? "#ffffff" : mixed(pale, paper, 0.06),
      quiet: mixed(pale, paper, hasMoreContrast ? 0.05 : 0.2),
      strong: mixed(pale, paper, 0.06),
      rail: middle,
    };
  }
  return {
    fill: mixed(pale, paper, hasMoreContrast ? 0.8 : 0.35),
    line: hasMoreContrast ? dark : mixed(middle, paper, 0.25),
    text: hasMoreContrast ? mixed(dark, "#000000", 0.5) : dark,
    quiet: hasMoreContrast ? dark : mixed(dark, paper, 0.06),
    strong: hasMoreContrast ? mixed(dark, "#000000", 0.5) : dark,
    rail: middle,
  };
}

/** The stage's colours, derived from the page's and the sections' families. */
export function makePalette(page, families, neutral) {
  // A system with few colours replaces all colours.
  const system = {fill: page.paper, line: page.ink, text: page.ink, quiet: page.ink, strong: page.ink, rail: page.ink};
  const shades = (family) => (page.isForced ? system : shadesOf(family, page.paper, page.isDark, page.hasMoreContrast));
  const shaded = families.map(shades);
  const own = shades(neutral);
  return {
    ...page,
    family: (section) => (section >= 0 ? shaded[section % shaded.length] : own),
    neutral: own,
  };
}

/** The most words with distinct colours; further ones share a grey. */
export const wordLimit = 8;

/** The known values of a field; colours of numbers depend on the least and the greatest. */
export class ValueScale {
  constructor() {
    this.least = Infinity;
    this.most = -Infinity;
    /** The words, in the order in which they were found. */
    this.words = new Map();
  }

  /** Takes values in: numbers, texts and nulls. */
  add(values) {
    for (const value of values) {
      if (typeof value === "number") {
        this.least = Math.min(this.least, value);
        this.most = Math.max(this.most, value);
      } else if (value !== null) {
        this.words.set(value, (this.words.get(value) ?? 0) + 1);
      }
    }
  }

  get hasNumbers() { return this.most >= this.least; }

  /** The words with distinct colours: the most frequent ones, the first found before the others. */
  get named() { return [...this.words].sort(([, a], [, b]) => b - a).slice(0, wordLimit).map(([word]) => word); }

  /** The place of a number from 0 to 1. */
  part(number) { return this.most > this.least ? clamp((number - this.least) / (this.most - this.least), 0, 1) : 0.5; }
}

/** A number of a scale; years have no groups of digits. */
export function amountText(number, {least, most}) {
  const areYears = least >= 1000 && most < 2200 && most - least < 1200;
  return areYears ? String(Math.round(number)) : readable(number);
}

/** The colour of a place on the scale of numbers: lightness runs away from the paper's, so that it is read as amount. */
export function scaleColour(part, isDark) {
  const lightness = isDark ? 0.32 + 0.5 * part : 0.9 - 0.52 * part;
  return `oklch(${lightness.toFixed(3)} ${(0.05 + 0.09 * part).toFixed(3)} ${Math.round(230 + 70 * part)})`;
}
