// Draws texts that wrap as they were laid out: in a font of a fixed pitch, each piece at its line and column.

import {searchPattern} from "./Parts/hits.js";
import {readable} from "./Parts/numbers.js";
import {controlSequence, selectedParts} from "./Parts/wrapping.js";
import {hits} from "./search.js";
import {pen, widthOf} from "./stage.js";
import {configuration, page, view} from "./state.js";
import {hatchPattern} from "./theme.js";

const fixedFamily = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";
const fixedSample = "0".repeat(100);
/** The pitch of the font at a size of one pixel. */
let fixedPitch = 0;
/** Below this pitch, in pixels, letters cannot be read. */
const leastPitch = 2.5;

export function drawWrapped(element, box, full, family) {
  const {advance, lineHeight, inset} = view.layout.wrap;
  const [pitch, height, margin] = [advance * view.zoom, lineHeight * view.zoom, inset * view.zoom];
  if (element.isStale) {
    pen.fillStyle = hatchPattern(pen);
    pen.fillRect(box.x, box.y, box.w, box.h);
  }
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
  const number = readable(configuration.title ? Number(element.rowID) : element.item + 1);
  if (full.x < (number.length + 2) * pitch) return;
  pen.font = font;
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  pen.fillStyle = page.palette.quiet;
  pen.fillText(number, full.x - pitch, full.y + middle);
}
