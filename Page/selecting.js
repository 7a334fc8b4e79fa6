// Text that wraps is selected with the mouse, and copied with the keys of the system.

import {report, say} from "./main.js";
import {moveBy} from "./moving.js";
import {cellKind, sceneOf} from "./Parts/elements.js";
import {counted} from "./Parts/numbers.js";
import {placeAt, placeOrder, selectedText} from "./Parts/wrapping.js";
import {source} from "./source.js";
import {page, redraw, view} from "./state.js";

/** Whether a drag with the mouse selects text. */
export const maySelect = () => Boolean(view.layout && view.layout.wrap) && view.zoom > 0.4;

/** The end of a selection at a point of the stage: a place in a text with its row's frame; null: nothing is near. */
function endAt({x, y}) {
  const rows = page.drawn.filter(({element}) => element.kind === cellKind && element.wrapped);
  const row = rows.filter(({box}) => box.y <= y).pop() ?? rows[0];
  if (!row) return null;
  const {advance, lineHeight, inset} = view.layout.wrap;
  const [left, top] = [row.box.x + inset * view.zoom, row.box.y + inset * view.zoom];
  const place = placeAt(row.element, (x - left) / (advance * view.zoom), (y - top) / (lineHeight * view.zoom));
  return {...place, y: row.element.y, end: row.element.y + row.element.h};
}

/** Selects from where a drag began to a point; beyond the stage's edges the text scrolls. */
export function selectTo(drag, point) {
  drag.anchor ??= endAt(drag.start);
  const beyond = Math.min(point.y, 0) + Math.max(point.y - view.h, 0);
  if (beyond !== 0) moveBy(0, beyond / view.zoom);
  const focus = endAt(point);
  if (!drag.anchor || !focus) return;
  const [from, to] = [drag.anchor, focus].sort(placeOrder);
  page.selection = {from, to};
  redraw();
}

export function clearSelection() {
  page.selection = null;
  redraw();
}

/** Copies a text, and reports that. */
export async function copyText(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied.`);
  } catch {
    say("The browser did not let the page copy.");
  }
}

async function copySelection({from, to}) {
  const {extent, layout} = view;
  const rect = {x: extent.x, y: from.y, w: extent.w, h: to.end - from.y};
  const lines = selectedText(sceneOf(await source.scene(layout.name, rect, new Map(), undefined)).elements, from, to);
  if (lines.length === 0) return say("These are too many lines to copy at once.");
  await copyText(lines.join("\n"), lines.length === 1 ? "The text is" : `${counted(lines.length, "line")} are`);
}

document.addEventListener("copy", (event) => {
  if (!page.selection || !getSelection().isCollapsed) return;
  event.preventDefault();
  copySelection(page.selection).catch(report);
});
