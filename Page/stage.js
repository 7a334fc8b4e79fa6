// The canvas of the content, and how texts on it are measured.

import {widthMemory} from "./Parts/texts.js";
import {part} from "./state.js";

export const stage = part("stage");
export const pen = stage.getContext("2d", {alpha: false});

/** The sizes of canvases until they change: asking for one may lay out the whole document. */
const sizes = new Map();
const observer = new ResizeObserver((entries) => entries.forEach(({target}) => sizes.delete(target)));

/** Gives a canvas the pixels that it needs; `isNew`: its size may have changed just now. Returns the size. */
export function fitCanvas(canvas, context, isNew = false) {
  if (!sizes.has(canvas)) observer.observe(canvas);
  if (isNew || !sizes.has(canvas)) sizes.set(canvas, {w: canvas.clientWidth, h: canvas.clientHeight});
  const size = sizes.get(canvas);
  const ratio = devicePixelRatio || 1;
  const [width, height] = [Math.round(size.w * ratio), Math.round(size.h * ratio)];
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return size;
}

export const widthOf = widthMemory((text, font) => {
  pen.font = font;
  return pen.measureText(text).width;
});

/** Takes all further events of a pointer, unless it has gone already. */
export function capture(target, event) {
  try {
    target.setPointerCapture(event.pointerId);
  } catch {
    // Its events end here.
  }
}
