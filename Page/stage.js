// The canvas of the content, and how texts on it are measured.

import {widthMemory} from "./Parts/texts.js";
import {part} from "./state.js";

export const stage = part("stage");
export const pen = stage.getContext("2d", {alpha: false});

export function fitCanvas(canvas, context) {
  const ratio = devicePixelRatio || 1;
  const {clientWidth, clientHeight} = canvas;
  const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return {w: clientWidth, h: clientHeight};
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
