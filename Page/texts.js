// What is written on elements: as much as fits, as large as it can be read.

const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";
const widths = new Map();

function widthOf(text, font) {
  const key = font + text;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size > 20000) widths.clear();
    pen.font = font;
    width = pen.measureText(text).width;
    widths.set(key, width);
  }
  return width;
}

/** As much of a text as fits, with an ellipsis where something is missing. */
function fitted(text, font, room) {
  const full = widthOf(text, font);
  if (full <= room) return text;
  const letters = [...text];
  let count = Math.floor((room / full) * letters.length);
  while (count > 0 && widthOf(letters.slice(0, count).join("") + "…", font) > room) count--;
  return count > 0 ? letters.slice(0, count).join("") + "…" : "";
}

/** A text in as many lines as there may be, broken between words; the last one is cut where something is left. */
function lines(text, font, room, most) {
  const found = [];
  let rest = text;
  while (rest && found.length < most - 1 && widthOf(rest, font) > room) {
    const words = rest.split(" ");
    let line = words.shift();
    if (widthOf(line, font) > room) break;
    while (words.length > 0 && widthOf(`${line} ${words[0]}`, font) <= room) line += ` ${words.shift()}`;
    found.push(line);
    rest = words.join(" ");
  }
  if (rest) found.push(fitted(rest, font, room));
  return found.filter((line) => line && line !== "…");
}

function drawLabel(element, full, family) {
  // In the part that shows.
  const x = Math.max(full.x, 0), y = Math.max(full.y, 0);
  const w = Math.min(full.x + full.w, view.w) - x, h = Math.min(full.y + full.h, view.h) - y;
  if (w < 20 || h < 10) return;
  const isHeader = element.kind === 1;
  const size = clamp(Math.min(full.h * 0.55, 13 * clamp(view.zoom, 0.65, 1)), 8, 13);
  const font = `${isHeader || element.title ? 600 : 400} ${size}px ${fontFamily}`;
  const padding = Math.min(9, w * 0.08 + 2);
  const isRoomy = !isHeader && full.h >= 40 && full.w >= 50 && (element.title || element.key);
  pen.textBaseline = "middle";
  if (isRoomy) return drawParagraph(element, { x: x + padding, y: full.y + padding, w: w - 2 * padding, h: full.h - 2 * padding }, font, size, family);
  const label = fitted(nameOf(element), font, w - 2 * padding);
  if (!label || label === "…") return;
  pen.fillStyle = isHeader ? family.onStrong : family.text;
  pen.font = font;
  pen.textAlign = isHeader ? "left" : "center";
  pen.fillText(label, isHeader ? x + padding : x + w / 2, y + h / 2 + 0.5);
}

/** The name, and under it what else the item is called. */
function drawParagraph(element, box, font, size, family) {
  const pitch = size + 3;
  const rows = Math.floor((box.h + 3) / pitch);
  const name = lines(nameOf(element), font, box.w, clamp(rows - 1, 1, 3));
  pen.textAlign = "left";
  pen.fillStyle = family.text;
  pen.font = font;
  let middle = box.y + size / 2;
  for (const line of name) {
    pen.fillText(line, box.x, middle);
    middle += pitch;
  }
  if (rows <= name.length) return;
  const second = `400 ${size - 2}px ${fontFamily}`;
  const place = placeOf(element);
  const both = element.title && element.key ? `${element.key} · ${place}` : place;
  const rest = widthOf(both, second) <= box.w ? both : place;
  pen.fillStyle = family.quiet;
  pen.font = second;
  pen.fillText(fitted(rest, second, box.w), box.x, middle);
}
