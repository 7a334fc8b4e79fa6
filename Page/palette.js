// The colours of the pictures that the program draws: a family for each section, neighbours well apart.
const families = [
  ["#D3E5F8", "#84B1DE", "#24517F"], ["#FCE0CA", "#E8A774", "#8A4B17"], ["#D2EDD8", "#7FC290", "#22643A"],
  ["#E6DDF7", "#AC95DD", "#513A8C"], ["#FBEDBE", "#DBBD52", "#6F5A0B"], ["#F6D5E4", "#DA90B4", "#86335D"],
  ["#CFEEEC", "#70BFBA", "#135F5B"], ["#F8D7D4", "#DF9089", "#853029"],
];
const neutral = ["#E7EAEE", "#A9B2BD", "#4A5561"];

function mixed(colour, other, share) {
  const parse = (text) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
  const [a, b] = [parse(colour), parse(other)];
  return `rgb(${a.map((value, index) => Math.round(value * (1 - share) + b[index] * share)).join(" ")})`;
}

/** Light and dark: what a section's cells, headers and texts are drawn in. */
function makePalette(isDark) {
  const paper = isDark ? "#1a1f26" : "#ffffff";
  const shade = ([pale, middle, dark]) => (isDark
    ? { fill: mixed(middle, paper, 0.74), line: mixed(middle, paper, 0.45), text: mixed(pale, paper, 0.06), quiet: mixed(middle, paper, 0.15),
        strong: mixed(middle, paper, 0.35), onStrong: "#ffffff", rail: middle }
    : { fill: mixed(pale, paper, 0.35), line: mixed(middle, paper, 0.25), text: dark, quiet: mixed(dark, paper, 0.35),
        strong: dark, onStrong: "#ffffff", rail: middle });
  return {
    isDark, paper, desk: isDark ? "#11151a" : "#f0f2f5", ink: isDark ? "#e6eaef" : "#1d242c",
    quiet: isDark ? "#98a3af" : "#66717d", edge: isDark ? "#343c46" : "#d9dee4", accent: isDark ? "#64b0ff" : "#0a67c2",
    hatch: isDark ? "rgb(255 255 255 / .2)" : "rgb(30 40 52 / .24)", mark: isDark ? "#ffcf5c" : "#d6336c",
    rebuilt: isDark ? "#5fe0a2" : "#12915a",
    families: families.map(shade), neutral: shade(neutral),
  };
}

const darkQuery = matchMedia("(prefers-color-scheme: dark)");
let palette = makePalette(darkQuery.matches);
darkQuery.addEventListener("change", () => {
  palette = makePalette(darkQuery.matches);
  forgetPatterns();
  redraw();
});

const familyOf = (section) => (section >= 0 ? palette.families[section % palette.families.length] : palette.neutral);

let hatch = null;
function forgetPatterns() { hatch = null; }

/** The pattern of what is stale. */
function hatchPattern(context) {
  if (hatch) return hatch;
  const tile = document.createElement("canvas");
  tile.width = tile.height = 8;
  const pen = tile.getContext("2d");
  pen.strokeStyle = palette.hatch;
  pen.lineWidth = 1.6;
  pen.beginPath();
  for (const at of [-8, 0, 8]) { pen.moveTo(at, 8); pen.lineTo(at + 8, 0); }
  pen.stroke();
  return (hatch = context.createPattern(tile, "repeat"));
}
