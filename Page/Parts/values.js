// Colours for the values of a field: a scale from light to dark for numbers, and hues for words.

import {clamp, readable} from "./numbers.js";

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
