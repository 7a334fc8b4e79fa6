// Draws the contact sheet: pieces of the content in columns, with the names of sections, and a legend.

import {noteAddress} from "./history.js";
import {say} from "./main.js";
import {amountText, scaleColour, ValueScale} from "./Parts/colours.js";
import {relativeDensity, stripsOf, tintedSections, wheelColour} from "./Parts/fold.js";
import {tileLength} from "./Parts/grid.js";
import {clamp, lengthOf} from "./Parts/numbers.js";
import {sectionName} from "./Parts/places.js";
import {fieldText, fitted} from "./Parts/texts.js";
import {source} from "./source.js";
import {drawLine, fillBox, hatchPattern, pen, widthOf} from "./stage.js";
import {configuration, fontFamily, made, page, part, redraw, setting, view, write, written} from "./state.js";
import {age, dataAge, sentenceOf, strips} from "./tiles.js";

const legend = part("legend");
export const tintPicker = part("tint");
const valueOption = part("tint-value");
if (configuration.tint) {
  valueOption.textContent = fieldText(configuration.tint);
  valueOption.hidden = valueOption.disabled = false;
}
const tints = ["section", "density", "staleness", ...(configuration.tint ? ["value"] : [])];
export const firstTint = configuration.tint ? "value" : "section";
tintPicker.value = tints.includes(setting("tint")) ? setting("tint") : firstTint;
/** The values of the field in the whole layout, and the colours of its words: all rungs of a ladder have the first's. */
let values = new ValueScale();
let wordColours = new Map();
/** The items that they were asked for, and that they are of. */
let valuesKey = "";
let knownKey = "";
const itemsKey = () => `${dataAge} ${view.layout.dataset} ${page.wall ?? ""}`;
const piecesPerScale = 1024;
tintPicker.onchange = () => {
  setting("tint", tintPicker.value);
  noteAddress();
  redraw();
};

/** Colours the sheet as an address has it. */
export function setTint(name) {
  if (!name) return;
  if (tints.includes(name))
    tintPicker.value = name;
  else
    say(`The sheet has no colours by “${name}”; there are ${tints.join(", ")}.`);
}

/** Asks for the missing strips of a sheet; returns the loaded ones. */
export function updateStrips() {
  const wanted = stripsOf(view);
  strips.want(wanted, (strip) => strip.age !== age);
  // Until all of them have come, strips of other lengths stand in for them.
  const shown = wanted.map((place) => strips.use(place));
  if (shown.every(({pieces}) => pieces)) return shown;
  return [...strips.parts.values()].filter(({pieces}) => pieces).sort((a, b) => b.to - b.from - (a.to - a.from));
}

async function loadValues() {
  const asked = (valuesKey = itemsKey());
  const {name} = view.layout;
  const {[view.axis]: from, [lengthOf(view.axis)]: length} = view.extent;
  try {
    const pieces = await source.pieces(name, from, from + length, piecesPerScale);
    if (valuesKey !== asked) return;
    values = new ValueScale();
    values.add(pieces.values || []);
    knownKey = asked;
    wordColours = new Map(values.named.map((word, index) => [word, index]));
  } catch (error) {
    page.trouble = sentenceOf(error);
    setTimeout(() => valuesKey = "", 1500);
  }
  redraw();
}

/** Draws the sheet over what is drawn already. */
export function drawSheetOf(fold, ready, opacity) {
  if (tintPicker.value === "value" && valuesKey !== itemsKey()) loadValues();
  for (let column = 0; column < fold.count; column++) {
    const first = view[view.axis] + column * fold.length;
    const length = Math.min(view.stageLength(view.axis), (view.extent[lengthOf(view.axis)] - first) * view.zoom);
    if (length <= 0) break;
    const place = {first, at: fold.start + column * fold.pitch, length, breadth: fold.breadth};
    drawStrips(ready, place, opacity, tileLength(fold.length));
  }
}

/** Draws the pieces of a tile that holds too many elements: on a strip that is never too narrow to be seen. */
export function drawPiecesOf(tile) {
  const [along, cross] = [view.axis, view.cross];
  const {pieces} = tile.scene;
  const [from, length] = [tile.rect[along], tile.rect[lengthOf(along)]];
  if (!tile.strip || tile.strip.pieces !== pieces) tile.strip = {from, to: from + length, pieces};
  const {[cross]: at, [lengthOf(cross)]: natural} = view.onStage(view.extent);
  const breadth = Math.max(natural, Math.min(200, view.stageLength(cross) / 3));
  const place = {first: view[along], at: at - (breadth - natural) / 2, length: view.stageLength(along), breadth};
  drawStrips([tile.strip], place, 1, length);
}

/** Draws strips in a column, and the names of their sections. */
function drawStrips(strips, place, share, length) {
  const isDown = view.axis === "y";
  const box = (at, depth, long, deep) => (isDown ? [depth, at, deep, long] : [at, depth, long, deep]);
  for (const strip of strips) {
    pen.globalAlpha = share;
    const [low, high] = [strip.from, strip.to].map((end) => clamp((end - place.first) * view.zoom, 0, place.length));
    pen.fillStyle = page.palette.paper;
    pen.fillRect(...box(low, place.at, high - low, place.breadth));
    drawStrip(strip, place, box, share);
  }
  if (isDown) nameSections(joinStrips(strips, length), place, share);
  pen.globalAlpha = 1;
}

/** The part of a strip that a column shows. */
function drawStrip(strip, place, box, share) {
  const {places, cells, flags} = strip.pieces;
  const colours = coloursOf(strip);
  const step = (strip.to - strip.from) / cells.length;
  const average = view.layout.items / Math.max(view.extent[lengthOf(view.axis)], 1e-9);
  const low = Math.max(0, Math.floor((place.first - strip.from) / step));
  const high = Math.min(cells.length, Math.ceil((place.first + place.length / view.zoom - strip.from) / step));
  for (let index = low; index < high; index++) {
    if (cells[index] === 0 && places[index] < 0) continue;
    // Edges on whole pixels: neighbours that overlap a little would make stripes.
    const top = Math.max(0, Math.round((strip.from + index * step - place.first) * view.zoom));
    const bottom =
      Math.min(Math.round(place.length), Math.round((strip.from + (index + 1) * step - place.first) * view.zoom));
    if (bottom <= top) continue;
    const density = relativeDensity(cells[index] / step, average);
    const area = box(top, place.at, bottom - top, place.breadth);
    pen.fillStyle = colours[index];
    pen.globalAlpha = share * pieceOpacity(density);
    pen.fillRect(...area);
    if (!flags[index]) continue;
    pen.globalAlpha = share;
    pen.fillStyle = tintPicker.value === "staleness" ? page.palette.mark : hatchPattern(pen);
    pen.fillRect(...area);
  }
}

/** The colours of a strip's pieces, made again only if what they depend on is new. */
function coloursOf(strip) {
  const {sections, places, values: found} = strip.pieces;
  const basis = [page.palette, tintPicker.value, values, strip.pieces];
  if (!strip.basis || basis.some((part, index) => part !== strip.basis[index])) {
    strip.basis = basis;
    strip.colours = sections.map((section, index) => pieceColour(section, places[index], found?.[index]));
  }
  return strip.colours;
}

function pieceOpacity(density) {
  if (tintPicker.value === "value") return 0.95;
  return tintPicker.value === "density" ? 0.06 + 0.94 * density : 0.45 + 0.5 * density;
}

function pieceColour(section, place, value) {
  if (tintPicker.value === "value" && value !== undefined) return valueColour(value);
  if (tintPicker.value === "density") return page.palette.accent;
  if (tintPicker.value === "staleness") return page.palette.neutral.rail;
  if (view.layout.sections > tintedSections && !page.palette.isForced)
    return wheelColour(place / view.layout.sections, page.palette.isDark);
  return page.palette.family(section >= 0 ? section : place).rail;
}

function valueColour(value) {
  if (typeof value === "number") return scaleColour(values.part(value), page.palette.isDark);
  const index = value === null ? undefined : wordColours.get(value);
  return (index === undefined ? page.palette.neutral : page.palette.family(index)).rail;
}

/** The runs of one section in strips of one length, which follow one another: { section, from, to, title }. */
function joinStrips(ready, length) {
  const runs = [];
  for (const {from, to, pieces} of ready.filter((strip) => strip.to - strip.from === length)
         .sort((a, b) => a.from - b.from)) {
    const step = (to - from) / pieces.sections.length;
    pieces.sections.forEach((section, index) => {
      const last = runs[runs.length - 1];
      const start = from + index * step;
      if (last && last.section === section && Math.abs(last.to - start) < step / 2)
        last.to = start + step;
      else
        runs.push({section, from: start, to: start + step, title: sectionName(section, pieces.titles)});
    });
  }
  return runs.filter(({section}) => section >= 0);
}

/** Names the sections in a column that are long enough. */
function nameSections(runs, place, share) {
  const font = `600 11px ${fontFamily}`;
  let last = -Infinity;
  for (const {from, to, title} of runs) {
    const [low, high] = [(from - place.first) * view.zoom, (to - place.first) * view.zoom];
    const at = Math.max(low, 0) + 10;
    if (Math.min(high, place.length) - Math.max(low, 0) < 18 || at - last <= 16) continue;
    const text = fitted(title, font, place.breadth - 14, widthOf);
    if (!text) continue;
    pen.globalAlpha = share * 0.82;
    fillBox({x: place.at + 3, y: at - 8, w: widthOf(text, font) + 8, h: 16}, page.palette.paper);
    pen.globalAlpha = share;
    drawLine(text, font, page.palette.ink, place.at + 7, place.breadth, at + 0.5, "left");
    last = at;
  }
}

/** The text of the legend. */
export function showLegend(share) {
  legend.hidden = share < 0.5;
  if (legend.hidden) return;
  part("legend-values").hidden = tintPicker.value !== "value";
  if (tintPicker.value === "value") showValues();
  const isWheel = view.layout.sections > tintedSections;
  write("legend-key", {
    value: values.hasNumbers || wordColours.size > 0 || knownKey !== valuesKey ? "" : "no item has a value",
    section: isWheel ? "hues follow the order of the sections; darker: denser"
                     : "a colour for each section; darker: denser",
    density: "darker: more items in the same length",
    staleness: "coloured: has changed, or was never laid out",
  }[tintPicker.value]);
}

/** The key of a field's values: a scale with its ends, or swatches with words. */
function showValues() {
  const signature = JSON.stringify([page.palette.isDark, values.least, values.most, [...wordColours.keys()]]);
  if (written.get("legend-values") === signature) return;
  written.set("legend-values", signature);
  const swatch = (colour) => {
    const box = made("i");
    box.style.background = colour;
    return box;
  };
  const parts = [];
  if (values.hasNumbers) {
    parts.push(made("span", "", amountText(values.least, values)));
    for (let step = 0; step < 7; step++) parts.push(swatch(scaleColour(step / 6, page.palette.isDark)));
    parts.push(made("span", "", amountText(values.most, values)));
  }
  for (const word of wordColours.keys()) parts.push(swatch(valueColour(word)), made("span", "", word));
  part("legend-values").replaceChildren(...parts);
}
