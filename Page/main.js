// Puts it together: one frame at a time, and only when something is to be drawn.

let isDue = false;
function redraw() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(frame);
}

const lastSeen = { x: 0, y: 0, zoom: 0, time: 0 };

function frame(now) {
  isDue = false;
  stepGlide(now);
  stepFling(now);
  const size = fitCanvas(stage, pen);
  if (size.w !== view.w || size.h !== view.h) {
    [view.w, view.h] = [size.w, size.h];
    view.zoom = Math.max(view.zoom, minimumZoom());
    moveTo(view.x, view.y);
  }
  motion.x = view.x - lastSeen.x;
  motion.y = view.y - lastSeen.y;
  const isMoved = motion.x !== 0 || motion.y !== 0 || view.zoom !== lastSeen.zoom;
  Object.assign(lastSeen, { x: view.x, y: view.y, zoom: view.zoom, time: now });
  drawStage();
  drawRail();
  showStatus();
  if (isMoved && layout) {
    noteAddress();
    if (isExplaining) { explanation = null; explainSoon(); }
  }
  if (hover && !drag) showTip(elementAt(hover.x, hover.y), hover.x, hover.y);
  else tip.hidden = true;
}

const states = {
  current: "", stale: "Parts have changed since they were laid out (hatched)",
  beginning: "Parts were never laid out: lengths are estimates (hatched)", never: "Never laid out",
};

/** Writes to the page only what is new: each change of it costs more than drawing. */
const written = new Map();
function write(id, text) {
  if (written.get(id) === text) return;
  written.set(id, text);
  part(id).textContent = text;
}

function showStatus() {
  if (!layout) return;
  write("zoom-reset", `${view.zoom < 0.0995 ? readable(view.zoom * 100, view.zoom < 0.01 ? 3 : 1) : Math.round(view.zoom * 100)}%`);
  const whole = layout.lapLength > 0 ? "endless" : `${(fraction() * 100).toFixed(fraction() > 0 && layout.items > 1e5 ? 3 : 1)} %`;
  const corner = layout.lapLength > 0 ? view : { x: Math.max(view.x, extent().x), y: Math.max(view.y, extent().y) };
  write("place", `${readable(Math.round(corner.x))}, ${readable(Math.round(corner.y))} · ${whole}`);
  const state = trouble || states[layout.state];
  write("state", state);
  part("state").classList.toggle("warn", Boolean(state));
  const isEmpty = layout.state === "never" && !configuration.isEditable;
  write("notice", isEmpty ? `“${layout.name}” was never laid out: layoutctl prepare does that, or browse --edit.` : "");
  part("notice").hidden = !isEmpty;
}

/** Takes in what the server tells of the layout; what it held before is asked for again where that is another state. */
function adopt(told) {
  const isNew = !layout || layout.name !== told.name;
  const isChanged = isNew || layout.revision !== told.revision;
  layout = told;
  if (!isChanged) return;
  age++;
  if (isNew) forgetAllTiles();
  part("main").classList.toggle("across", axis() === "x");
  document.title = `${told.name} · LayoutCache`;
  write("facts", told.state === "never" ? told.dataset
    : `${counted(told.items, "item")} · ${counted(told.sections, "section")} · ${told.kind} of ${readable(told.content[0], 0)} × ${readable(told.content[1], 0)} points`);
  redraw();
}

async function show(name, place = {}) {
  const told = await source.layout(name);
  offsets.clear();
  choose(null);
  startSearch((searchField.value = ""));
  railPieces = null;
  railAge = -1;
  flashes = [];
  adopt(told);
  const size = fitCanvas(stage, pen);
  [view.w, view.h] = [size.w, size.h];
  const whole = extent();
  // On a narrow screen, a little smaller rather than cut off.
  const fitting = layout.isFree ? 1 : (cross() === "x" ? view.w / whole.w : view.h / whole.h);
  view.zoom = fitting >= 0.6 && fitting < 1 ? fitting : 1;
  if (place.zoom) view.zoom = clamp(place.zoom, minimumZoom(), 16);
  [view.x, view.y] = [NaN, NaN];
  moveTo(place.x ?? whole.x, place.y ?? whole.y);
  if (place.x === null || place.x === undefined) { if (axis() === "x") moveToFraction(0); }
  if (isExplaining) explainSoon(0);
  part("layouts").value = name;
  noteAddress();
  redraw();
}

/** Looks whether someone changed the layout. */
async function refresh() {
  if (!layout) return;
  const name = layout.name;
  try {
    const told = await source.layout(name);
    if (layout.name !== name) return;
    if (trouble) { trouble = ""; redraw(); }
    adopt(told);
    moveTo(view.x, view.y);
  } catch (error) {
    trouble = error instanceof TypeError ? "The server does not answer any more." : error.message;
    redraw();
  }
}

async function begin() {
  const asked = readAddress();
  const layouts = await source.layouts();
  const picker = part("layouts");
  for (const { name } of layouts) picker.append(new Option(name, name));
  picker.onchange = () => show(picker.value).catch(report);
  const names = layouts.map(({ name }) => name);
  const first = [asked.layout, configuration.layout].find((name) => names.includes(name)) ?? names[0];
  await show(first, first === asked.layout || !asked.layout ? asked : {});
  if (configuration.enclosed) return;
  setInterval(() => { if (!document.hidden) refresh(); }, 1500);
}

function report(error) {
  trouble = error.message;
  part("notice").hidden = false;
  write("notice", error.message);
}

new ResizeObserver(redraw).observe(part("main"));
begin().catch(report);
