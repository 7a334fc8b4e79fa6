// The colours in use, taken from the style, again whenever the system's theme changes.

import {makePalette} from "./Parts/colours.js";
import {configuration, page, redraw} from "./state.js";

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
