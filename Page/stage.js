// The canvas of the content: how texts on it are measured, and the colours in use, which come from the style.

import {makePalette} from "./Parts/colours.js";
import {readsRightToLeft, widthMemory} from "./Parts/texts.js";
import {configuration, page, part, redraw} from "./state.js";

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

/** Fills a box, maybe with round corners; it stays the path, for a line around it. */
export function fillBox({x, y, w, h}, colour, radius = 0, context = pen) {
  context.beginPath();
  context.roundRect(x, y, w, h, radius);
  context.fillStyle = colour;
  context.fill();
}

/** A line of text in a room, from the side at which its writing begins unless another one is given. */
export function drawLine(
  text, font, ink, x, room, middle, side = readsRightToLeft(text) ? "right" : "left", context = pen) {
  context.font = font;
  context.fillStyle = ink;
  context.textBaseline = "middle";
  context.direction = readsRightToLeft(text) ? "rtl" : "ltr";
  context.textAlign = /** @type {CanvasTextAlign} */ (side);
  context.fillText(text, x + {left: 0, center: room / 2, right: room}[side], middle);
  context.direction = "ltr";
}

/** The point of an event, in pixels from an element's corner. */
export function eventPoint(element, {clientX, clientY}) {
  const {left, top} = element.getBoundingClientRect();
  return {x: clientX - left, y: clientY - top};
}

/**
 * Watches fingers and the mouse on an element. `takes` may refuse the first event of each; `begin` gets it with its
 * point and whether it is alone. One alone makes a drag: { start, last, time, begun }. `move` gets it with each further
 * point, and `end` once it is over. Of two fingers `pinch` gets the factor by which they moved apart, and their middle;
 * `release` is called once one of them is gone.
 */
export function watchPointers(element, {
  takes = (event) => true,
  begin = (event, point, isAlone) => {},
  move,
  end,
  pinch = (factor, middle) => {},
  release = () => {}
}) {
  const pointers = new Map();
  let drag = null;
  let apart = 0;
  const take = (event) => {
    pointers.set(event.pointerId, eventPoint(element, event));
    const [a, b] = pointers.values();
    const former = apart;
    apart = b ? Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1) : 0;
    if (former > 0 && apart > 0) pinch(apart / former, {x: (a.x + b.x) / 2, y: (a.y + b.y) / 2});
    return pointers.get(event.pointerId);
  };
  element.addEventListener("pointerdown", (event) => {
    if (event.button > 0 || !takes(event)) return;
    begin(event, eventPoint(element, event), pointers.size === 0);
    try {
      element.setPointerCapture(event.pointerId);
    } catch {
      // It has gone already: its events end here.
    }
    const {timeStamp: time} = event;
    const start = take(event);
    drag = pointers.size === 1 ? {start, last: start, time, begun: time} : null;
  });
  element.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) return;
    const point = take(event);
    if (!drag) return;
    move(drag, point, event);
    Object.assign(drag, {last: point, time: event.timeStamp});
  });
  for (const name of ["pointerup", "pointercancel"]) {
    element.addEventListener(name, (event) => {
      if (!pointers.delete(event.pointerId)) return;
      if (apart > 0) release();
      apart = 0;
      const ended = drag;
      drag = null;
      if (ended) end(ended, event, name === "pointercancel");
    });
  }
}

const themeQueries = {
  isDark: matchMedia("(prefers-color-scheme: dark)"),
  hasMoreContrast: matchMedia("(prefers-contrast: more)"),
  isForced: matchMedia("(forced-colors: active)"),
};

function readPalette() {
  const style = getComputedStyle(document.documentElement);
  const colours = {};
  for (const name of
         ["paper", "desk", "ink", "quiet", "line", "wash", "warn", "found", "accent", "accent-ink", "mark", "rebuilt",
          "hatch", "thumb"])
    colours[name] = style.getPropertyValue(`--${name}`).trim();
  for (const [name, query] of Object.entries(themeQueries)) colours[name] = query.matches;
  page.palette = makePalette(colours, configuration.families, configuration.neutral);
  hatch = null;
}

let hatch = null;

/** The pattern of stale elements. */
export function hatchPattern(context) {
  if (hatch) return hatch;
  const tile = document.createElement("canvas");
  tile.width = tile.height = 8;
  const pen = tile.getContext("2d");
  pen.strokeStyle = page.palette.hatch;
  pen.lineWidth = 1.6;
  pen.beginPath();
  for (const at of [-8, 0, 8]) {
    pen.moveTo(at, 8);
    pen.lineTo(at + 8, 0);
  }
  pen.stroke();
  return (hatch = context.createPattern(tile, "repeat"));
}

readPalette();
for (const query of Object.values(themeQueries)) {
  query.addEventListener("change", () => {
    readPalette();
    redraw();
  });
}
