// What lies over the elements: the chosen one, what was laid out again, and the way of the query.

let chosen = null;
/** Bands that were laid out again a moment ago: { frame, until }. */
let flashes = [];
let explanation = null;

function drawChosen() {
  if (!chosen) return;
  const found = drawn.find(({ element }) => element.id === chosen.id);
  if (!found) return;
  const box = cut(found.box);
  pen.strokeStyle = palette.accent;
  pen.lineWidth = 2.5;
  pen.beginPath();
  pen.roundRect(box.x, box.y, box.w, box.h, 5);
  pen.stroke();
}

/** What was laid out again glows, and fades. */
function drawFlashes() {
  const now = performance.now();
  flashes = flashes.filter((flash) => flash.until > now);
  for (const flash of flashes) {
    const box = cut(onScreen(flash.frame));
    const strength = Math.min(1, (flash.until - now) / 1200);
    pen.fillStyle = pen.strokeStyle = palette.rebuilt;
    pen.globalAlpha = 0.16 * strength;
    pen.fillRect(box.x, box.y, box.w, box.h);
    pen.globalAlpha = strength;
    pen.lineWidth = 2;
    pen.strokeRect(box.x + 1, box.y + 1, box.w - 2, box.h - 2);
    pen.globalAlpha = 1;
  }
  if (flashes.length > 0) redraw();
}

/** Bands as strips with their facts beside them, blocks as thin boxes. */
function drawOverlay() {
  if (!explanation) return;
  pen.lineWidth = 1;
  pen.strokeStyle = palette.accent;
  pen.globalAlpha = 0.75;
  pen.setLineDash([3, 3]);
  const { blocks } = explanation;
  for (let index = 0; index < blocks.length; index += 4) {
    const box = cut(onScreen({ x: blocks[index], y: blocks[index + 1], w: blocks[index + 2], h: blocks[index + 3] }));
    if (box.w > 0 && box.h > 0) pen.strokeRect(box.x, box.y, box.w, box.h);
  }
  pen.setLineDash([]);
  pen.globalAlpha = 1;
  for (const band of explanation.bands) {
    const [x, y, w, h] = band.frame;
    const box = cut(onScreen({ x, y, w, h }));
    if (box.w <= 0 || box.h <= 0) continue;
    pen.strokeStyle = pen.fillStyle = band.isStale ? palette.mark : palette.accent;
    pen.lineWidth = 2;
    pen.strokeRect(box.x - 3, box.y + 1, box.w + 6, box.h - 2);
    if (box.h < 14 && box.w < 60) continue;
    const words = `band of ${counted(band.elements, "element")}${band.isEstimated ? ", estimated" : band.isStale ? ", stale" : ""}`;
    const font = `600 11px ${fontFamily}`;
    const width = widthOf(words, font) + 12;
    // Beside the content where there is room, and else on it.
    const left = axis() === "y" && box.x > width + 10 ? box.x - width - 6 : Math.max(box.x, 0) + 4;
    const top = Math.max(box.y, 0) + 5;
    pen.beginPath();
    pen.roundRect(left, top, width, 18, 5);
    pen.fill();
    pen.fillStyle = palette.isDark ? "#0b1118" : "#ffffff";
    pen.font = font;
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    pen.fillText(words, left + 6, top + 9.5);
  }
}
