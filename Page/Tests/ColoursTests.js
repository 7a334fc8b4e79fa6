// Colours: text is readable in every theme, and values have distinct colours.

import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";

import {channelsOf, makePalette, scaleColour, ValueScale, wordLimit} from "../Parts/colours.js";

/** The contrast of two colours as WCAG 2 defines it: from 1 to 21. */
function contrast(colour, other) {
  const luminance = (text) => {
    const [red, green, blue] = channelsOf(text).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [a, b] = [luminance(colour), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The colours of the style, by theme: the last declaration in page.css counts. */
function styleColours(isDark, hasMoreContrast) {
  const style = readFileSync("Page/page.css", "utf8");
  const colours = {};
  for (const [, media, body] of style.matchAll(/(?:^|\n)(?:@media ([^{]*)\{\s*)?:root \{([^}]*)\}/g)) {
    if (media && media.includes("forced-colors")) continue;
    if (media && media.includes("prefers-contrast") && !hasMoreContrast) continue;
    if (media && media.includes("prefers-color-scheme: dark") && !isDark) continue;
    for (const [, name, value] of body.matchAll(/--([a-z-]+):\s*([^;]+);/g)) colours[name] = value.trim();
  }
  return colours;
}

/** The families of the program's own pictures. */
function programFamilies() {
  const text = readFileSync("Sources/LayoutCacheTools/Rendering/SVGPalette.swift", "utf8");
  const found =
    [...text.matchAll(/pale: "(#\w+)", middle: "(#\w+)", dark: "(#\w+)"/g)].map((match) => match.slice(1, 4));
  return {neutral: found[0], families: found.slice(1)};
}

const themes = [[false, false], [true, false], [false, true], [true, true]];

test("Texts of the page have a contrast of 4.5 to 1 at least, and controls 3 to 1, in every theme", () => {
  for (const [isDark, hasMoreContrast] of themes) {
    const colours = styleColours(isDark, hasMoreContrast);
    const theme = `dark ${isDark}, more contrast ${hasMoreContrast}`;
    for (const ground of ["paper", "bar", "desk", "wash"]) {
      for (const name of ["ink", "quiet", "warn"]) {
        const found = contrast(colours[name], colours[ground]);
        assert.ok(found >= (hasMoreContrast ? 7 : 4.5), `${name} on ${ground}: ${found.toFixed(2)}, ${theme}`);
      }
    }
    assert.ok(contrast(colours["accent-ink"], colours.accent) >= 4.5, `accent-ink on accent, ${theme}`);
    for (const ground of ["paper", "bar", "desk"]) {
      for (const name of ["control", "accent", "mark", "rebuilt"]) {
        const found = contrast(colours[name], colours[ground]);
        assert.ok(found >= 3, `${name} on ${ground}: ${found.toFixed(2)}, ${theme}`);
      }
    }
  }
});

test("Texts on cells and headers have a contrast of 4.5 to 1 at least, in every theme", () => {
  const {families, neutral} = programFamilies();
  assert.ok(families.length === 8 && neutral.length === 3, "the program's families were found");
  for (const [isDark, hasMoreContrast] of themes) {
    const colours = {...styleColours(isDark, hasMoreContrast), isDark, hasMoreContrast, isForced: false};
    const palette = makePalette(colours, families, neutral);
    for (let section = -1; section < families.length; section++) {
      const shades = palette.family(section);
      const what = `section ${section}, dark ${isDark}, more contrast ${hasMoreContrast}`;
      for (const [text, ground] of [["text", shades.fill], ["quiet", shades.fill], ["strong", colours.paper]]) {
        const found = contrast(shades[text], ground);
        assert.ok(found >= 4.5, `${text}: ${found.toFixed(2)}, ${what}`);
      }
    }
  }
});

test("A system's own colours replace all colours", () => {
  const {families, neutral} = programFamilies();
  const palette = makePalette({paper: "Canvas", ink: "CanvasText", isForced: true}, families, neutral);
  for (const section of [-1, 0, 5]) {
    const shades = palette.family(section);
    assert.deepEqual([shades.fill, shades.text, shades.line], ["Canvas", "CanvasText", "CanvasText"]);
  }
});

test("Sections repeat the families, and none has a separate one", () => {
  const {families, neutral} = programFamilies();
  const colours = {...styleColours(false, false), isDark: false, hasMoreContrast: false, isForced: false};
  const palette = makePalette(colours, families, neutral);
  assert.deepEqual(palette.family(9), palette.family(1));
  assert.ok(palette.family(-1).text === neutral[2] && palette.family(0).text !== neutral[2], "the neutral family");
});

test("Numbers lie between the least and the greatest that came", () => {
  const scale = new ValueScale();
  assert.ok(!scale.hasNumbers && scale.part(3) === 0.5, "nothing came yet");
  scale.add([1900, null, 2000]);
  scale.add([1950]);
  assert.deepEqual([1900, 1950, 2000, 1800].map((year) => scale.part(year)), [0, 0.5, 1, 0]);
  const lightness = (part, isDark) => Number(/oklch\(([\d.]+)/.exec(scaleColour(part, isDark))[1]);
  assert.ok(lightness(0, false) > lightness(0.5, false) && lightness(0.5, false) > lightness(1, false), "dark is much");
  assert.ok(lightness(0, true) < lightness(1, true), "light is much on dark paper");
});

test("The most frequent words have distinct colours", () => {
  const scale = new ValueScale();
  scale.add(["oil", "ink", null, "oil", ...Array.from({length: 9}, (_, index) => `rare ${index}`), "ink", "oil"]);
  assert.deepEqual(scale.named.slice(0, 3), ["oil", "ink", "rare 0"]);
  assert.deepEqual([scale.named.length, scale.hasNumbers], [wordLimit, false]);
});
