// Pictures: how they fill boxes, and what stands for them.

import {clamp} from "./numbers.js";

/** Widths of decoded pictures are powers of two, so that zooming a little keeps them. */
export const pictureWidth = (pixels) => clamp(2 ** Math.ceil(Math.log2(Math.max(pixels, 1))), 32, 2048);

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
