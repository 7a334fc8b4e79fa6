// The overlay: the chosen element, bands that were laid out again, and the query's bands and blocks.

import {noteAddress} from "./address.js";
import {showFacts} from "./main.js";
import {framesOf} from "./Parts/elements.js";
import {counted, frameOf, readable} from "./Parts/numbers.js";
import {source} from "./source.js";
import {pen, widthOf} from "./stage.js";
import {fontFamily, made, page, part, redraw, view} from "./state.js";

export function drawChosen() {
  if (!page.chosen) return;
  const found = page.drawn.find(({element}) => element.id === page.chosen.id);
  if (!found) return;
  const box = view.cut(found.box);
  // A light ring inside a dark one: one of them stands out from any ground.
  for (const [colour, width, inset] of [[page.palette.paper, 5, 0], [page.palette.accent, 2.5, 0]]) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    pen.roundRect(box.x + inset, box.y + inset, box.w - 2 * inset, box.h - 2 * inset, 5);
    pen.stroke();
  }
}

/** Bands that were laid out again glow, and fade. */
export function drawFlashes() {
  const now = performance.now();
  page.flashes = page.flashes.filter((flash) => flash.until > now);
  for (const flash of page.flashes) {
    const box = view.cut(view.onStage(flash.frame));
    const strength = Math.min(1, (flash.until - now) / 1200);
    pen.fillStyle = pen.strokeStyle = page.palette.rebuilt;
    pen.globalAlpha = 0.16 * strength;
    pen.fillRect(box.x, box.y, box.w, box.h);
    pen.globalAlpha = strength;
    pen.lineWidth = 2;
    pen.strokeRect(box.x + 1, box.y + 1, box.w - 2, box.h - 2);
    pen.globalAlpha = 1;
  }
  if (page.flashes.length > 0) redraw();
}

/** Bands as strips with their facts, blocks as thin boxes. */
export function drawOverlay() {
  if (!page.explanation) return;
  pen.lineWidth = 1;
  pen.strokeStyle = page.palette.accent;
  pen.globalAlpha = 0.75;
  pen.setLineDash([3, 3]);
  const {blocks, bands} = page.explanation;
  for (const frame of framesOf(blocks)) {
    const box = view.cut(view.onStage(frame));
    if (box.w > 0 && box.h > 0) pen.strokeRect(box.x, box.y, box.w, box.h);
  }
  pen.setLineDash([]);
  pen.globalAlpha = 1;
  for (const band of bands) drawBand(band);
}

function drawBand(band) {
  const box = view.cut(view.onStage(frameOf(band.frame)));
  if (box.w <= 0 || box.h <= 0) return;
  pen.strokeStyle = pen.fillStyle = band.isStale ? page.palette.mark : page.palette.accent;
  pen.lineWidth = 2;
  pen.strokeRect(box.x - 3, box.y + 1, box.w + 6, box.h - 2);
  if (box.h < 14 && box.w < 60) return;
  const state = band.isEstimated ? ", estimated" : band.isStale ? ", stale" : "";
  const words = `band of ${counted(band.elements, "element")}${state}`;
  const font = `600 11px ${fontFamily}`;
  const width = widthOf(words, font) + 12;
  // Beside the content if there is room, and else in its corner, where no title begins.
  const hasRoom = view.axis === "y" && box.x > width + 10;
  const left = hasRoom ? box.x - width - 6 : Math.min(box.x + box.w, view.w) - width - 4;
  const top = hasRoom ? Math.max(box.y, 0) + 5 : Math.min(box.y + box.h, view.h) - 22;
  pen.beginPath();
  pen.roundRect(left, top, width, 18, 5);
  pen.fill();
  pen.fillStyle = page.palette["accent-ink"];
  pen.font = font;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.fillText(words, left + 6, top + 9.5);
}

// MARK: The query

let explainTimer = 0;
let explainRequest = null;

export function toggleOverlay(isOn = !page.isExplaining) {
  page.isExplaining = isOn;
  part("overlay").setAttribute("aria-pressed", String(isOn));
  page.explanation = null;
  part("steps").hidden = true;
  noteAddress();
  showFacts();
  if (isOn) explainSoon(0);
  redraw();
}

/** Asks once the view has stopped. */
export function explainSoon(delay = 120) {
  if (!page.isExplaining) return;
  clearTimeout(explainTimer);
  explainTimer = setTimeout(async () => {
    if (explainRequest) explainRequest.abort();
    explainRequest = new AbortController();
    try {
      page.explanation = await source.explain(view.layout.name, view.shown, explainRequest.signal);
      if (page.isExplaining)
        showSteps(page.explanation.steps);
      else
        page.explanation = null;
    } catch (error) {
      if (error.name === "AbortError") return;
      page.explanation = null;
      part("steps").replaceChildren(made("p", "", error.message));
      part("steps").hidden = false;
    }
    redraw();
  }, delay);
}

function showSteps(steps) {
  const table = made("table");
  const row = (tag, ...texts) => {
    const line = made("tr");
    line.append(...texts.map((text) => made(tag, "", text)));
    table.append(line);
  };
  row("th", "step", "read", "kept", "ms");
  for (const step of steps) row("td", step.step, readable(step.read), readable(step.kept), readable(step.milliseconds));
  part("steps").replaceChildren(table);
  part("steps").hidden = false;
}
