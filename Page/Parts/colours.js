// Colours. The page's colours are in page.css, and the sections' in the program, which draws pictures in them too.

/** The red, green and blue of "#rrggbb" or "rgb(r g b)". */
export function channelsOf(colour) {
  if (colour.startsWith("#")) return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return (colour.match(/[\d.]+/g) || []).slice(0, 3).map(Number);
}

/** Some of one colour and some of another: `share` is the other's. */
export function mixed(colour, other, share) {
  const [a, b] = [channelsOf(colour), channelsOf(other)];
  return `rgb(${a.map((value, index) => Math.round(value * (1 - share) + b[index] * share)).join(" ")})`;
}

/**
 * The colours of one section: its cells, headers and texts.
 *
 * - Parameter family: a pale, a middle and a dark colour.
 */
function shadesOf([pale, middle, dark], paper, isDark, hasMoreContrast) {
  if (isDark) {
    return {
      fill: mixed(middle, paper, 0.78),
      line: mixed(middle, paper, hasMoreContrast ? 0.1 : 0.45),
      text: hasMoreContrast ? "#ffffff" : mixed(pale, paper, 0.06),
      quiet: mixed(pale, paper, hasMoreContrast ? 0.05 : 0.2),
      strong: mixed(pale, paper, 0.06),
      rail: middle,
    };
  }
  return {
    fill: mixed(pale, paper, hasMoreContrast ? 0.8 : 0.35),
    line: hasMoreContrast ? dark : mixed(middle, paper, 0.25),
    text: hasMoreContrast ? mixed(dark, "#000000", 0.5) : dark,
    quiet: hasMoreContrast ? dark : mixed(dark, paper, 0.06),
    strong: hasMoreContrast ? mixed(dark, "#000000", 0.5) : dark,
    rail: middle,
  };
}

/** The stage's colours, derived from the page's and the sections' families. */
export function makePalette(page, families, neutral) {
  // A system with few colours replaces all colours.
  const system = {fill: page.paper, line: page.ink, text: page.ink, quiet: page.ink, strong: page.ink, rail: page.ink};
  const shades = (family) => (page.isForced ? system : shadesOf(family, page.paper, page.isDark, page.hasMoreContrast));
  const shaded = families.map(shades);
  const own = shades(neutral);
  return {
    ...page,
    family: (section) => (section >= 0 ? shaded[section % shaded.length] : own),
    neutral: own,
  };
}
