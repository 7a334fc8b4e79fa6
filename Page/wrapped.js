// Draws texts that wrap as they were laid out: in a font of a fixed pitch, each piece at its line and column.

const fixedFamily = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";
const fixedSample = "0".repeat(100);
/** The pitch of the font at a size of one pixel. */
let fixedPitch = 0;
/** Below this pitch, in pixels, letters cannot be read. */
const leastPitch = 2.5;

function drawWrapped(element, box, full, family) {
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
  pen.rect(box.x, box.y, box.w, box.h);
  pen.clip();
  pen.fillStyle = isLegible ? family.text : family.line;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  // Browsers round the breadth of letters at some sizes.
  if (isLegible) pen.letterSpacing = `${pitch - widthOf(fixedSample, font) / fixedSample.length}px`;
  pen.font = font;
  const {wrapped} = element;
  for (let index = 0; index < wrapped.length; index += 3) {
    const [line, column, text] = wrapped.slice(index, index + 3);
    const [x, y] = [full.x + margin + column * pitch, full.y + margin + line * height];
    if (y > view.h) break;
    if (y + height < 0) continue;
    if (isLegible)
      pen.fillText(text, x, y + height / 2);
    else
      pen.fillRect(x, y + height * 0.3, text.length * pitch, Math.max(height * 0.4, 0.5));
  }
  pen.restore();
}
