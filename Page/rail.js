// The whole layout at a glance, at the side: what it holds, what is stale, where the hits are, and what is seen.

const rail = part("rail");
const railPen = rail.getContext("2d");
let railPieces = null;
let railAge = -1;
let isRailAsked = false;

async function loadRail() {
  if (isRailAsked || !layout) return;
  isRailAsked = true;
  const asked = age;
  const name = layout.name;
  try {
    const pieces = await source.rail(name, 400);
    if (layout.name === name) [railPieces, railAge] = [pieces, asked];
  } catch (error) {
    trouble = error.message;
  } finally {
    isRailAsked = false;
    redraw();
  }
}

/** Where on the rail what is seen begins, and how much of it that is: never less than a finger can take. */
function thumb(length) {
  const name = axis();
  const whole = layout.lapLength > 0 ? layout.lapLength : extent()[lengthOf(name)];
  const shown = seen()[lengthOf(name)];
  const size = clamp((shown / Math.max(whole, 1e-9)) * length, 22, length);
  return { at: fraction() * (length - size), size };
}

/** A place of the content on the rail. */
function railPlace(value, length) {
  const whole = extent();
  const name = axis();
  const part = clamp((value - whole[name]) / Math.max(whole[lengthOf(name)], 1e-9), 0, 1);
  return (layout.isMirrored ? 1 - part : part) * length;
}

function drawRail() {
  const size = fitCanvas(rail, railPen);
  railPen.clearRect(0, 0, size.w, size.h);
  if (!layout) return;
  if (railAge !== age) loadRail();
  const isDown = axis() === "y";
  const [length, breadth] = isDown ? [size.h, size.w] : [size.w, size.h];
  // Edges on whole pixels: neighbours that overlap a little would make stripes.
  const box = (at, depth, long, deep) => (isDown ? [depth, at, deep, long] : [at, depth, long, deep]);
  if (railPieces) drawRailPieces(railPieces, length, breadth, box);
  railPen.fillStyle = palette.mark;
  // Of several on one line, one.
  const marks = new Set(search.hits.map((hit) => Math.round(railPlace(hit.frame[isDown ? 1 : 0], length))));
  for (const place of search.places) marks.add(Math.round(place / railLines * length));
  for (const at of marks) {
    railPen.fillRect(...box(at - 1, breadth * 0.6, 2, breadth * 0.4 - 2));
  }
  const seenNow = thumb(length);
  railPen.beginPath();
  railPen.roundRect(...box(seenNow.at + 1, 2, seenNow.size - 2, breadth - 4), 6);
  railPen.fillStyle = palette.isDark ? "rgb(100 176 255 / .2)" : "rgb(10 103 194 / .13)";
  railPen.fill();
  railPen.lineWidth = 2;
  railPen.strokeStyle = palette.accent;
  railPen.stroke();
}

function drawRailPieces({ sections, cells, flags }, length, breadth, box) {
  const most = Math.max(...cells, 1e-9);
  const count = cells.length;
  const step = length / count;
  // Where sections are thinner than what can be told apart, their colours would be noise.
  const changes = sections.reduce((sum, section, index) => sum + (index > 0 && section !== sections[index - 1] ? 1 : 0), 0);
  const isTinted = changes * 6 < length;
  for (let index = 0; index < count; index++) {
    const place = layout.isMirrored ? count - 1 - index : index;
    if (cells[index] === 0 && sections[index] < 0) continue;
    const share = cells[index] / most;
    const margin = 7;
    const deep = (breadth - 2 * margin) * (0.25 + 0.75 * share);
    railPen.fillStyle = (isTinted ? familyOf(sections[index]) : palette.families[0]).rail;
    railPen.globalAlpha = palette.isDark ? 0.55 : 0.7;
    const [from, to] = [Math.round(place * step), Math.round((place + 1) * step)];
    railPen.fillRect(...box(from, margin, to - from, deep));
    railPen.globalAlpha = 1;
    if (flags[index] & 2) {
      railPen.fillStyle = palette.quiet;
      if (index % 3 === 0) railPen.fillRect(...box(place * step, 2, step * 1.5, 3));
    }
    if (flags[index] & 1) {
      railPen.fillStyle = hatchPattern(railPen);
      railPen.fillRect(...box(from, margin, to - from, breadth - 2 * margin));
    }
  }
}

// MARK: Dragging it

let railGrip = null;

function railPosition(event) {
  const bounds = rail.getBoundingClientRect();
  return axis() === "y" ? [event.clientY - bounds.top, bounds.height] : [event.clientX - bounds.left, bounds.width];
}

rail.addEventListener("pointerdown", (event) => {
  if (!layout) return;
  const [at, length] = railPosition(event);
  const now = thumb(length);
  // Where it is touched beside the thumb, its middle goes there.
  railGrip = at >= now.at && at <= now.at + now.size ? at - now.at : now.size / 2;
  rail.setPointerCapture(event.pointerId);
  dragRail(event);
});
rail.addEventListener("pointermove", (event) => { if (railGrip !== null) dragRail(event); });
for (const name of ["pointerup", "pointercancel"]) rail.addEventListener(name, () => { railGrip = null; });

function dragRail(event) {
  const [at, length] = railPosition(event);
  const { size } = thumb(length);
  glide = null;
  moveToFraction(length > size ? (at - railGrip) / (length - size) : 0);
}
