// The pictures on cells: loaded and decoded beside the page, and drawn once they are there.

import {Loads} from "./Parts/loads.js";
import {blurHashPixels, coveringPart, pictureWidth, placeholderKind} from "./Parts/pictures.js";
import {imageAddress} from "./source.js";
import {fillBox, pen} from "./stage.js";
import {configuration, page, redraw, view} from "./state.js";
import {merged} from "./tiles.js";

const decodesAside = typeof createImageBitmap === "function" && !configuration.allowsNetwork;

/** Loads a picture and decodes it at about the width that it is shown in. */
async function loadPicture({key: address}, {width}, signal) {
  const image = await imageAt(address, width, signal);
  return {image, width, size: image.width * image.height};
}

async function imageAt(address, width, signal) {
  if (!decodesAside) return loadElement(address, signal);
  const answer = await fetch(address, {signal});
  if (!answer.ok) throw new Error(`${answer.status}`);
  const blob = await answer.blob();
  // Only an element draws SVG, as a picture without scripts.
  if (blob.type === "image/svg+xml") return loadElement(URL.createObjectURL(blob), signal, width);
  return createImageBitmap(blob, {resizeWidth: width, resizeQuality: "medium"});
}

async function loadElement(address, signal, width = 0) {
  const element = new Image();
  element.decoding = "async";
  element.referrerPolicy = "no-referrer";
  signal.addEventListener("abort", () => {
    element.src = "";
  });
  element.src = address;
  try {
    await element.decode();
  } finally {
    if (address.startsWith("blob:")) URL.revokeObjectURL(address);
  }
  if (width === 0) return element;
  const height = Math.max(1, Math.round((width * (element.height || 1)) / (element.width || 1)));
  return createImageBitmap(element, {resizeWidth: width, resizeHeight: Math.min(height, 4096)});
}

/** Decoded pictures take 96 megabytes at most. A picture that cannot be had counts as a thousand pixels. */
export const pictures = new Loads({
  load: loadPicture,
  changed: redraw,
  // The rest of the six connections that a browser opens is for tiles.
  requests: {count: 0, limit: 3},
  limit: 24 * 2 ** 20,
  leastSize: 1000,
  free: ({image}) => image?.close?.(),
});

/** The pictures that this frame needs. */
let wantedPictures = [];

/** The address of a cell's picture. Each frame asks for it: it is made once, and again if the cell's tile changes. */
const pictureAddress = (element) => (element.address ??= imageAddress(page.pictured, element.section, element.item));

/** Draws the picture of a cell, or what stands for it; returns whether there is anything. */
export function drawPicture(element, full) {
  if (element.picture === null || full.w < 8 || full.h < 8) return false;
  const address = pictureAddress(element);
  // While it zooms, requests would take the time of frames.
  if (!page.motion.zooms) {
    const distance = Math.abs(full.x + full.w / 2 - view.w / 2) + Math.abs(full.y + full.h / 2 - view.h / 2);
    wantedPictures.push(
      {key: address, width: pictureWidth(Math.min(full.w, view.w) * (devicePixelRatio || 1)), distance});
  }
  const known = pictures.parts.get(address);
  if (!known?.image) return known?.retryAt !== Infinity && drawPlaceholder(element, full);
  const {image} = pictures.use(known);
  pen.drawImage(image, ...coveringPart(image, full), full.x, full.y, full.w, full.h);
  return true;
}

/** The kind of what stands for an element's picture; each frame asks for it. */
export const placeholderOf = (element) => (element.placeholder ??= placeholderKind(element.picture ?? ""));

function drawPlaceholder(element, full) {
  const [text, kind] = [element.picture, placeholderOf(element)];
  if (kind === "none") return false;
  if (kind === "colour") {
    fillBox(full, text);
    return true;
  }
  pen.drawImage(hashPicture(text), full.x, full.y, full.w, full.h);
  return true;
}

const hashPictures = new Map();

function hashPicture(text) {
  let picture = hashPictures.get(text);
  if (!picture) {
    if (hashPictures.size > 4000) hashPictures.clear();
    picture = document.createElement("canvas");
    picture.width = picture.height = 16;
    picture.getContext("2d").putImageData(new ImageData(blurHashPixels(text, 16, 16), 16, 16), 0, 0);
    hashPictures.set(text, picture);
  }
  return picture;
}

/** The least time between two looks at what is wanted, in milliseconds: sorting some thousand takes part of a frame. */
const pictureInterval = 50;
let picturesWantedAt = 0;
let pictureTimer = 0;

/** Asks for the pictures of a frame, and for the next ones. */
export function updatePictures() {
  if (configuration.enclosed) return;
  const now = performance.now();
  if (now - picturesWantedAt < pictureInterval || page.motion.zooms) {
    wantedPictures = [];
    if (pictureTimer === 0) {
      pictureTimer = setTimeout(() => {
        pictureTimer = 0;
        redraw();
      }, pictureInterval);
    }
    return;
  }
  picturesWantedAt = now;
  const ahead = 0.75 * view.stageLength(view.axis);
  const drawn = new Set(page.drawn.map(({element}) => element.id));
  for (const element of merged.elements) {
    if (element.picture === null || drawn.has(element.id) || element.mover) continue;
    const box = view.onStage(element);
    if (
      box.w < 8 || box.y > view.h + ahead || box.y + box.h < -ahead || box.x > view.w + ahead || box.x + box.w < -ahead)
      continue;
    const distance = 1e4 + Math.abs(box.x + box.w / 2 - view.w / 2) + Math.abs(box.y + box.h / 2 - view.h / 2);
    wantedPictures.push({key: pictureAddress(element), width: pictureWidth(box.w * (devicePixelRatio || 1)), distance});
  }
  // A picture that is passed within a few frames would be cancelled before it came.
  const isFast = Math.hypot(page.motion.x, page.motion.y) * view.zoom > view.h / 4;
  wantedPictures.sort((a, b) => a.distance - b.distance);
  pictures.want(isFast ? [] : wantedPictures, (part, {width}) => !part.image || part.width < width);
  wantedPictures = [];
}
