// Texts that wrap: drawn as they were laid out, in a font of a fixed pitch, each piece at its line and column. They are
// selected with the mouse, and copied with the keys of the system.

import {report, say} from "./main.js";
import {moveBy} from "./moving.js";
import {cellKind, sceneOf} from "./Parts/elements.js";
import {counted, readable} from "./Parts/numbers.js";
import {searchPattern} from "./Parts/places.js";
import {controlSequence, placeAt, placeOrder, selectedParts, selectedText} from "./Parts/texts.js";
import {hits} from "./search.js";
import {source} from "./source.js";
import {drawLine, fillBox, hatchPattern, pen, widthOf} from "./stage.js";
import {configuration, page, redraw, view} from "./state.js";

const fixedFamily = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";
const fixedSample = "0".repeat(100);
/** The pitch of the font at a size of one pixel. */
let fixedPitch = 0;
/** Below this pitch, in pixels, letters cannot be read. */
const leastPitch = 2.5;

export function drawWrapped(element, box, full, family) {
  const {advance, lineHeight, inset} = view.layout.wrap;
  const [pitch, height, margin] = [advance * view.zoom, lineHeight * view.zoom, inset * view.zoom];
  if (element.isStale) fillBox(box, hatchPattern(pen));
  fixedPitch = fixedPitch || widthOf(fixedSample, `400 100px ${fixedFamily}`) / 1e4;
  const font = `400 ${pitch / fixedPitch}px ${fixedFamily}`;
  const isLegible = pitch >= leastPitch;
  pen.save();
  pen.beginPath();
  // A wide character in the last column ends one column beyond it.
  pen.rect(box.x, box.y, box.w + pitch, box.h);
  pen.clip();
  pen.fillStyle = isLegible ? page.palette.ink : family.line;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  // Browsers round the breadth of letters at some sizes.
  if (isLegible) pen.letterSpacing = `${pitch - widthOf(fixedSample, font) / fixedSample.length}px`;
  pen.font = font;
  const {wrapped} = element;
  if (page.selection && isLegible) {
    pen.fillStyle = page.palette.thumb;
    for (const {line, column, text} of selectedParts(element, page.selection.from, page.selection.to))
      pen.fillRect(full.x + margin + column * pitch, full.y + margin + line * height, [...text].length * pitch, height);
  }
  // A control sequence counts until the next one.
  let ink = page.palette.ink;
  for (let index = 0; index < wrapped.length; index += 3) {
    const [line, column, text] = wrapped.slice(index, index + 3);
    const [x, y] = [full.x + margin + column * pitch, full.y + margin + line * height];
    if (y > view.h) break;
    const sequence = controlSequence.exec(text);
    if (sequence)
      ink = inkOf(sequence[1], ink);
    else if (isLegible && y + height >= 0)
      drawPiece(text, x, y, pitch, height, ink);
    else if (y + height >= 0)
      pen.fillRect(x, y + height * 0.3, text.length * pitch, Math.max(height * 0.4, 0.5));
  }
  pen.restore();
  if (isLegible) drawNumber(element, full, margin + height / 2, pitch, font);
}

/** The words that stand for a level, by their colours. */
const levels = [
  {colour: "mark", words: /\b(FATAL|CRITICAL|ERROR|ERR|SEVERE|PANIC)\b/},
  {colour: "warn", words: /\b(WARN|WARNING)\b/},
  {colour: "quiet", words: /\b(DEBUG|TRACE|VERBOSE)\b/},
];
/** The colours of a terminal, by their numbers from 0. */
const terminalColours = ["quiet", "mark", "rebuilt", "warn", "accent", "mark", "rebuilt", "ink"];

/** The colour that the numbers of a control sequence set. */
function inkOf(numbers, before) {
  const colours = numbers.split(";").map(Number).filter((part) => part === 0 || part % 60 >= 30 && part % 60 <= 37);
  if (colours.length === 0) return before;
  const number = colours[colours.length - 1];
  return number === 0 ? page.palette.ink : page.palette[terminalColours[(number % 60) - 30]];
}

/** Draws a piece of a line: what is found is marked, and a word for a level has its colour. */
function drawPiece(text, x, y, pitch, height, ink) {
  const middle = y + height / 2;
  pen.fillStyle = page.palette.found;
  for (const [start, end] of markedIn(text)) pen.fillRect(x + start * pitch, y + 1, (end - start) * pitch, height - 2);
  const draw = (from, to, colour) => {
    pen.fillStyle = colour;
    if (to > from) pen.fillText(text.slice(from, to), x + from * pitch, middle);
  };
  const level = ink === page.palette.ink ? levels.find(({words}) => words.test(text.slice(0, 120))) : null;
  if (!level) return draw(0, text.length, ink);
  const {index, 0: word} = level.words.exec(text);
  draw(0, index, ink);
  draw(index, index + word.length, page.palette[level.colour]);
  draw(index + word.length, text.length, ink);
}

let known = {text: "", pattern: null};

/** The parts of a text that are searched for. */
function markedIn(text) {
  const wanted = hits.text || page.wall || "";
  if (known.text !== wanted) known = {text: wanted, pattern: searchPattern(wanted)};
  return known.pattern ? [...text.matchAll(known.pattern)].map((match) => [match.index, match.index + match[0].length])
                       : [];
}

/** The number of a line beside it, if there is room. */
function drawNumber(element, full, middle, pitch, font) {
  // The rows of a text file are numbered from 1, also among hits.
  const line = configuration.title ? Number(element.rowID) : element.item + 1;
  const number = [readable(line), String(line)].find(({length}) => (length + 2) * pitch <= full.x);
  if (!number) return;
  drawLine(number, font, page.palette.quiet, 0, full.x - pitch, full.y + middle, "right");
}

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
