// Assembles the page: draws one frame at a time, and only after a change.

const lastFrame = {
  x: 0,
  y: 0,
  zoom: 0
};

function drawFrame(now) {
  stepGlide(now);
  stepZoomGlide(now);
  stepSectionGlide(now);
  stepFling(now);
  stepClimb(now);
  const size = fitCanvas(stage, pen);
  if (size.w !== view.w || size.h !== view.h) {
    forgetClimb();
    view.resize(size);
  }
  page.motion = {x: view.x - lastFrame.x, y: view.y - lastFrame.y};
  const isMoved = page.motion.x !== 0 || page.motion.y !== 0 || view.zoom !== lastFrame.zoom;
  Object.assign(lastFrame, {x: view.x, y: view.y, zoom: view.zoom});
  drawStage();
  drawRail();
  showStatus();
  listSoon();
  if (isMoved && view.layout) {
    noteAddress();
    if (page.isExplaining) {
      page.explanation = null;
      explainSoon();
    }
  }
  if (page.hover && !drag)
    showTip(hitAt(page.drawn, page.hover.x, page.hover.y), page.hover.x, page.hover.y);
  else
    tip.hidden = true;
}

const stateTexts = {
  current: "",
  stale: "Some parts have changed since they were laid out (hatched)",
  beginning: "Some parts were never laid out; their lengths are estimates (hatched)",
  never: "Never laid out",
};

function zoomText() {
  if (view.zoom < 0.0995) return readable(view.zoom * 100, view.zoom < 0.01 ? 3 : 1);
  return String(Math.round(view.zoom * 100));
}

function showStatus() {
  const {layout} = view;
  if (!layout) return;
  write("zoom-reset", `${zoomText()}%`);
  const {fraction} = view;
  const way = view.isEndless ? "endless" : `${(fraction * 100).toFixed(fraction > 0 && layout.items > 1e5 ? 3 : 1)} %`;
  const corner = view.isEndless ? view : {x: Math.max(view.x, view.extent.x), y: Math.max(view.y, view.extent.y)};
  write("place", `${readable(Math.round(corner.x))}, ${readable(Math.round(corner.y))} · ${way}`);
  const state = page.trouble || stateTexts[layout.state];
  write("state", state);
  part("state").classList.toggle("warn", Boolean(state));
  const isEmpty = layout.state === "never" && !configuration.isEditable;
  write("notice", isEmpty ? `“${layout.name}” was never laid out. Run layoutctl prepare, or browse with --edit.` : "");
  part("notice").hidden = !isEmpty;
}

/** Takes the server's description of the layout. Another revision makes the tiles outdated. */
function adopt(described) {
  const isNew = !view.layout || view.layout.name !== described.name;
  const isChanged = isNew || view.layout.revision !== described.revision;
  view.layout = described;
  if (!isChanged) return;
  age++;
  if (isNew) forgetAllTiles();
  page.pictured = described;
  showFacts();
  redraw();
}

function showFacts() {
  const {layout} = view;
  part("main").classList.toggle("across", view.axis === "x");
  document.title = `${layout.name} · LayoutCache`;
  write(
    "facts",
    layout.state === "never"
      ? layout.dataset
      : `${counted(layout.items, "item")} · ${counted(layout.sections, "section")} · ${layout.kind}, ` +
        `${readable(layout.content[0], 0)} × ${readable(layout.content[1], 0)} points`);
}

async function show(name, place = {}, wall = null) {
  if (wall) write("facts", "Searching…");
  const described = await source.layout(name, wall);
  page.wall = wall;
  forgetAllTiles();
  forgetClimb();
  pictures.clear();
  part("wall").hidden = !wall;
  if (wall) write("wall-text", `“${wall}”: ${counted(described.items, "hit")}`);
  page.offsets.clear();
  choose(null);
  clearSearch();
  railPieces = null;
  railAge = -1;
  page.flashes = [];
  adopt(described);
  const size = fitCanvas(stage, pen);
  [view.w, view.h] = [size.w, size.h];
  // On a narrow screen, a little smaller rather than cut off.
  const fitting = view.isFree ? 1 : view.fittingZoom;
  view.zoom = fitting >= 0.6 && fitting < 1 ? fitting : 1;
  ladder.rest = place.zoom >= view.zoom ? Math.min(place.zoom, greatestZoom) : view.zoom;
  if (place.zoom) view.zoom = clamp(place.zoom, view.minimumZoom, greatestZoom);
  [view.x, view.y] = [NaN, NaN];
  view.moveTo(place.x ?? view.extent.x, place.y ?? view.extent.y);
  const isPlaced = place.x !== null && place.x !== undefined;
  if (place.fraction)
    view.moveToFraction(place.fraction);
  else if (!isPlaced && view.axis === "x")
    view.moveToFraction(0);
  if (page.isExplaining) explainSoon(0);
  part("layouts").value = name;
  noteAddress();
  redraw();
  loadLadder(name).catch(report);
}

/** Looks whether the layout has changed. */
async function refresh() {
  if (!view.layout) return;
  const {name} = view.layout;
  try {
    const {wall} = page;
    const described = await source.layout(name, wall);
    if (view.layout.name !== name || page.wall !== wall) return;
    if (page.trouble) {
      page.trouble = "";
      redraw();
    }
    adopt(described);
    view.moveTo(view.x, view.y);
  } catch (error) {
    page.trouble = sentenceOf(error);
    redraw();
  }
}

async function begin() {
  const asked = readAddress();
  const layouts = await source.layouts();
  const picker = part("layouts");
  for (const {name} of layouts) picker.append(new Option(name, name));
  picker.onchange = () => show(picker.value).catch(report);
  const names = layouts.map(({name}) => name);
  const first = [asked.layout, configuration.layout].find((name) => names.includes(name)) ?? names[0];
  await show(first, first === asked.layout || !asked.layout ? asked : {}, asked.hits);
  if (configuration.enclosed) return;
  setInterval(() => {
    if (!document.hidden) refresh();
  }, 1500);
}

function report(error) {
  page.trouble = error.message;
  part("notice").hidden = false;
  write("notice", error.message);
}

new ResizeObserver(redraw).observe(part("main"));
begin().catch(report);
