// What is seen: the point of the content at the stage's upper left corner, and the pixels of a point. Everything is
// drawn relative to that corner, so that no coordinate of the page ever grows with the content.

const view = { x: 0, y: 0, zoom: 1, w: 0, h: 0 };
/** How fast it moves, in points for each frame: what is asked for goes ahead of it. */
const motion = { x: 0, y: 0 };
/** What the server tells of the layout. */
let layout = null;
/** Where orthogonal sections are scrolled to, by section. */
const offsets = new Map();

const axis = () => (layout && layout.axis === "x" && !layout.isFree ? "x" : "y");
const cross = () => (axis() === "y" ? "x" : "y");
const lengthOf = (name) => (name === "x" ? "w" : "h");

/** What can be scrolled through. */
function extent() {
  if (configuration.enclosed) return configuration.enclosed.rect;
  return { x: 0, y: 0, w: layout ? layout.content[0] : 0, h: layout ? layout.content[1] : 0 };
}

/** The part of the content that the stage shows. */
const seen = () => ({ x: view.x, y: view.y, w: view.w / view.zoom, h: view.h / view.zoom });

const minimumZoom = () => {
  const whole = extent();
  const fitting = Math.min(view.w / Math.max(whole.w, 1), view.h / Math.max(whole.h, 1));
  // All of it may be seen at once, but for what would be a line.
  return clamp(fitting, 1e-6, 0.2);
};

/** Where the corner may be, along x or y. */
function limits(name) {
  const whole = extent();
  const length = whole[lengthOf(name)];
  const shown = (name === "x" ? view.w : view.h) / view.zoom;
  if (layout && layout.lapLength > 0 && name === axis()) return [-Infinity, Infinity];
  const first = whole[name];
  if (length > shown) return [first, first + length - shown];
  // What is narrower than the stage stands in its middle; what is shorter begins at its beginning.
  const isAlong = layout && !layout.isFree && name === axis();
  const rest = isAlong ? (layout.isMirrored ? length - shown : 0) : (length - shown) / 2;
  return [first + rest, first + rest];
}

/** Moves the corner, as far as that goes; returns whether it went anywhere. */
function moveTo(x, y) {
  const before = [view.x, view.y];
  view.x = clamp(x, ...limits("x"));
  view.y = clamp(y, ...limits("y"));
  if (!Number.isFinite(view.x)) view.x = 0;
  if (!Number.isFinite(view.y)) view.y = 0;
  const isMoved = view.x !== before[0] || view.y !== before[1];
  if (isMoved) redraw();
  return isMoved;
}

const moveBy = (x, y) => moveTo(view.x + x, view.y + y);

/** Zooms around a point of the stage, which stays where it is. */
function zoomTo(zoom, at = { x: view.w / 2, y: view.h / 2 }) {
  const [x, y] = [view.x + at.x / view.zoom, view.y + at.y / view.zoom];
  view.zoom = clamp(zoom, minimumZoom(), 16);
  moveTo(x - at.x / view.zoom, y - at.y / view.zoom);
  redraw();
}

/** At which fraction of the way the view is, along the scroll axis. */
function fraction() {
  const name = axis();
  if (layout && layout.lapLength > 0) {
    const lap = layout.lapLength;
    return (((view[name] % lap) + lap) % lap) / lap;
  }
  const [low, high] = limits(name);
  const part = high > low ? (view[name] - low) / (high - low) : 0;
  return layout && layout.isMirrored ? 1 - part : part;
}

function moveToFraction(wanted) {
  const name = axis();
  const part = layout && layout.isMirrored ? 1 - wanted : wanted;
  let target;
  if (layout && layout.lapLength > 0) {
    target = (Math.floor(view[name] / layout.lapLength) + clamp(part, 0, 1)) * layout.lapLength;
  } else {
    const [low, high] = limits(name);
    target = low + clamp(part, 0, 1) * (high - low);
  }
  moveTo(name === "x" ? target : view.x, name === "y" ? target : view.y);
}

/** Goes somewhere within a few frames; at once where that is far, or motion is not wanted. */
let glide = null;
function glideTo(x, y) {
  const target = { x: clamp(x, ...limits("x")), y: clamp(y, ...limits("y")) };
  const isFar = Math.abs(target.y - view.y) * view.zoom > 4 * view.h || Math.abs(target.x - view.x) * view.zoom > 4 * view.w;
  if (isFar || matchMedia("(prefers-reduced-motion: reduce)").matches) {
    glide = null;
    moveTo(target.x, target.y);
    return;
  }
  glide = { from: { x: view.x, y: view.y }, to: target, start: performance.now() };
  redraw();
}

function stepGlide(now) {
  if (!glide) return;
  const part = clamp((now - glide.start) / 160, 0, 1);
  const eased = 1 - (1 - part) ** 3;
  moveTo(glide.from.x + (glide.to.x - glide.from.x) * eased, glide.from.y + (glide.to.y - glide.from.y) * eased);
  if (part < 1) redraw();
  else glide = null;
}

/** Shows a frame of the content, near the stage's beginning. */
function reveal(frame) {
  const shown = seen();
  const margin = Math.min(60 / view.zoom, shown.h / 6);
  const along = axis();
  const targets = { x: view.x, y: view.y };
  for (const name of ["x", "y"]) {
    const length = lengthOf(name);
    const isIn = frame[name] >= shown[name] + (name === along ? margin : 0) && frame[name] + frame[length] <= shown[name] + shown[length];
    if (!isIn) targets[name] = name === along ? frame[name] - shown[length] / 3 : frame[name] - margin;
  }
  glideTo(targets.x, targets.y);
}

// MARK: The address

function readAddress() {
  const query = new URLSearchParams(location.search);
  const number = (name) => (query.has(name) && Number.isFinite(+query.get(name)) ? +query.get(name) : null);
  return { layout: query.get("layout"), x: number("x"), y: number("y"), zoom: number("zoom") };
}

let addressTimer = 0;
function noteAddress() {
  if (configuration.enclosed) return;
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    const rounded = (value) => String(Math.round(value * 100) / 100);
    const query = new URLSearchParams({ layout: layout.name, x: rounded(view.x), y: rounded(view.y) });
    if (view.zoom !== 1) query.set("zoom", String(+view.zoom.toPrecision(6)));
    history.replaceState(null, "", `?${query}`);
  }, 250);
}
