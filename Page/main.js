// Assembles the page: draws one frame at a time, and only after a change.

const lastFrame = {
  x: 0,
  y: 0,
  zoom: 0
};

let statusAt = -Infinity;

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
  // Each change of the document costs more than drawing.
  if (!isMoved || now - statusAt > 100) {
    showStatus();
    statusAt = now;
  }
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
  const {spread, whole, length} = foldOf(view);
  const count = Math.min(whole, Math.ceil(view.extent[lengthOf(view.axis)] / length - 1e-6));
  const columns = spread > 0.5 && count > 1 ? ` · ${counted(count, view.axis === "y" ? "column" : "row")}` : "";
  const way = view.isEndless ? "endless" : `${(fraction * 100).toFixed(fraction > 0 && layout.items > 1e5 ? 3 : 1)} %`;
  const corner = view.isEndless ? view : {x: Math.max(view.x, view.extent.x), y: Math.max(view.y, view.extent.y)};
  write("place", `${readable(Math.round(corner.x))}, ${readable(Math.round(corner.y))} · ${way}${columns}`);
  const isOffline = page.trouble === offlineSentence;
  const state = isOffline ? "Offline" : page.trouble || stateTexts[layout.state];
  write("state", state);
  part("state").classList.toggle("warn", Boolean(state));
  const sentence = isOffline ? offlineSentence : emptySentence(layout, page.wall);
  write("notice", sentence);
  part("notice").hidden = sentence === "";
}

/** Why nothing shows, and what to do; an empty text if something does. */
function emptySentence(layout, wall) {
  if (layout.state === "never" && !configuration.isEditable)
    return `${quoted(layout.name)} was never laid out. Run “layoutctl prepare”, or browse with --try-sizes.`;
  if (layout.state !== "never" && layout.items === 0)
    return wall
      ? `Nothing is found for ${quoted(wall)}. Show everything, or search for other words.`
      : `${quoted(layout.dataset)} has no items yet. “layoutctl import” loads some; this page shows them then.`;
  return "";
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

/** Shows a layout at a place of an address, or at its beginning; `wall` is a search whose hits alone are shown. */
async function show(name, place = addressFrom(""), wall = null) {
  if (wall) write("facts", "Searching…");
  const isSame = view.layout && view.layout.name === name && page.wall === wall;
  const described = await source.layout(name, wall, place.at ? [place.at.reference] : []);
  endClimb();
  page.wall = wall;
  if (!isSame) leaveLayout();
  part("wall").hidden = !wall;
  if (wall) write("wall-text", `${quoted(wall)}: ${counted(described.items, "item")}`);
  page.offsets = new Map(place.offsets);
  choose(null);
  adopt(described);
  const size = fitCanvas(stage, pen);
  [view.w, view.h] = [size.w, size.h];
  // On a narrow screen, a little smaller rather than cut off.
  const fitting = view.isFree ? 1 : view.fittingZoom;
  view.zoom = fitting >= 0.35 && fitting < 1 ? fitting : 1;
  ladder.rest = place.zoom >= view.zoom ? Math.min(place.zoom, greatestZoom) : view.zoom;
  if (place.zoom) view.zoom = clamp(place.zoom, view.minimumZoom, greatestZoom);
  goTo(place, described.held);
  isArriving = false;
  toggleOverlay(place.isExplaining);
  part("layouts").value = name;
  noteAddress();
  redraw();
  if (!isSame) await loadLadder(name).catch(report);
}

/** Forgets what belongs to another layout. */
function leaveLayout() {
  page.isOutline = false;
  forgetAllTiles();
  forgetClimb();
  pictures.clear();
  clearSearch();
  railPieces = null;
  railAge = -1;
  page.flashes = [];
  page.still = page.sorting = null;
}

/** Moves the view to the place of an address: to its item, if the server found that, and else to its coordinates. */
function goTo(place, held) {
  [view.x, view.y] = [NaN, NaN];
  const [x, y, w, h] = held ? held.frame : [];
  const corner = held ? cornerAt(view, {x, y, w, h}, place.at) : {x: null, y: null};
  view.moveTo(corner.x ?? place.x ?? view.extent.x, corner.y ?? place.y ?? view.extent.y);
  if (place.fraction)
    view.moveToFraction(place.fraction);
  else if (place.x === null && !held && view.axis === "x")
    view.moveToFraction(0);
}

/** Goes to an address, and reports what it names and is not there. */
async function visit(asked) {
  const names = [...part("layouts").options].map(({value}) => value);
  const isKnown = !asked.layout || names.includes(asked.layout);
  const name = isKnown && asked.layout ? asked.layout : configuration.layout ?? names[0];
  if (!isKnown) {
    await show(name);
    say(`There is no layout ${quoted(asked.layout)} in this store. This is ${quoted(name)}.`);
    return;
  }
  await show(name, asked, asked.hits);
  const fitting = asked.layout ? null : fittingRung();
  if (fitting) await show(fitting, asked, asked.hits);
  setTint(asked.colour);
  if (asked.search !== hits.text) {
    searchField.value = asked.search;
    startSearch(asked.search);
  }
  if (!asked.chosen) return;
  try {
    const details = await source.item(name, elementNamed(asked.chosen));
    choose(elementFrom(details), true, details);
  } catch (error) {
    say(error.status === 404 ? `The item ${quoted(asked.chosen.slice(2))} is not in this layout.` : sentenceOf(error));
  }
}

const elementNamed = (reference) =>
  reference.startsWith("k:") ? {key: reference.slice(2)} : {key: null, rowID: reference.slice(2)};

/** Looks whether the layout has changed. If it has, what is shown stays where it is. */
async function refresh() {
  if (!view.layout || ladder.climb) return;
  const {name} = view.layout;
  try {
    const {wall} = page;
    const anchors = anchorsNow();
    const described = await source.layout(name, wall, anchors.map(({reference}) => reference));
    if (view.layout.name !== name || page.wall !== wall || ladder.climb) return;
    if (page.trouble) {
      page.trouble = "";
      redraw();
    }
    if (view.layout.revision === described.revision) return;
    const drawn = [...page.drawn];
    adopt(described);
    if (described.held) follow(anchors[described.held.place], described.held, drawn);
    view.moveTo(view.x, view.y);
    if (wall) write("wall-text", `${quoted(wall)}: ${counted(described.items, "item")}`);
    searchAgain();
    await refreshChosen();
  } catch (error) {
    if (error.status === 404 && view.layout.name === name)
      say(`The layout ${quoted(name)} was removed. Choose another one.`, true);
    page.trouble = sentenceOf(error);
    redraw();
  }
}

/** Moves the view with the item that it is remembered by. Until the new tiles come, what was drawn stays. */
function follow(anchor, {frame: [x, y, w, h]}, drawn) {
  const shift = shiftOf(view, anchor.frame, {x, y, w, h});
  if (shift.x === 0 && shift.y === 0) return;
  forgetAllTiles();
  railAge = -1;
  if (page.glide) {
    for (const end of [page.glide.from, page.glide.to]) [end.x, end.y] = [end.x + shift.x, end.y + shift.y];
  }
  view.moveTo(view.x + shift.x, view.y + shift.y);
  page.still = {drawn, x: view.x, y: view.y, zoom: view.zoom, until: performance.now() + 3000};
}

/** Shows what has become of the chosen item; a deleted one is closed. */
async function refreshChosen() {
  const {chosen} = page;
  if (!chosen || chosen.kind !== cellKind) return;
  try {
    const details = await source.item(view.layout.name, chosen);
    if (page.chosen !== chosen) return;
    page.chosen = {...chosen, ...elementFrom(details), mover: chosen.mover};
    if (!panel.hidden) refillPanel(page.chosen, details);
  } catch (error) {
    if (page.chosen !== chosen || error.status !== 404) return;
    const name = nameOf(chosen);
    choose(null);
    say(`${quoted(name)} was deleted or collapsed.`);
  }
  markActive();
  redraw();
}

async function begin() {
  const layouts = await source.layouts();
  const picker = part("layouts");
  // Orders of the same items are in one group.
  const groups = new Map();
  for (const {name, items} of layouts) groups.set(items, [...(groups.get(items) ?? []), name]);
  for (const [items, names] of groups) {
    const group = made("optgroup");
    group.label = items ?? "";
    group.append(...names.map((name) => new Option(name, name)));
    picker.append(...(groups.size > 1 ? [group] : group.children));
  }
  picker.onchange = () => {
    leaveFor("layout");
    const isOrder =
      [...groups.values()].some((names) => names.includes(view.layout.name) && names.includes(picker.value));
    (isOrder && !page.wall ? sort(picker.value) : show(picker.value)).catch(report);
  };
  await visit(readAddress());
  if (configuration.isEditable && !mayEdit) say("Sizes can be changed at the address that layoutctl printed.");
  if (configuration.enclosed) return;
  setInterval(() => {
    if (!document.hidden) refresh();
  }, 1500);
}

let sayingTimer = 0;

/** Shows a sentence over the stage, for some seconds or until it is answered. */
function say(sentence, stays = false) {
  clearTimeout(sayingTimer);
  write("saying", sentence);
  part("saying").hidden = false;
  if (!stays) sayingTimer = setTimeout(() => part("saying").hidden = true, 8000);
}

function report(error) {
  isArriving = false;
  page.trouble = error.message;
  part("notice").hidden = false;
  write("notice", error.message);
}

new ResizeObserver(redraw).observe(part("main"));
begin().catch(report);
