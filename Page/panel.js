// The details of one element: a hint under the pointer, a panel for the chosen one, and its picture as large as the
// window, with the next and the previous one by index. A swipe turns, two fingers zoom, and a swipe down closes.

import {addressNow, noteAddress} from "./history.js";
import {elementList, foldingButtons, markActive, revealNearby} from "./list.js";
import {adopt, say} from "./main.js";
import {cellKind, elementFrom, frameText, kindNames, nameOf, placeOf} from "./Parts/elements.js";
import {placeNow} from "./Parts/motion.js";
import {clamp, counted, frameOf, readable} from "./Parts/numbers.js";
import {fieldText} from "./Parts/texts.js";
import {itemText} from "./rail.js";
import {imageAddress, source} from "./source.js";
import {eventPoint, stage, watchPointers} from "./stage.js";
import {buttonOf, buttonRow, configuration, made, mark, mayEdit, page, part, redraw, setting, view, write} from "./state.js";
import {sentenceOf} from "./tiles.js";
import {copyText} from "./wrapped.js";

export const viewer = part("viewer");
const frame = part("viewer-picture");
/** The element whose picture is shown. */
let viewed = null;
/** The scale and the shift of the picture, in pixels. */
const zoomed = {
  scale: 1,
  x: 0,
  y: 0
};
/** Loads the pictures of the neighbours, so that they are there when a page is turned. */
const preloaded = new Map();

/** An image of an item's picture. */
export function pictureOf(element, isOriginal = false) {
  const image = made("img");
  image.alt = "";
  image.draggable = false;
  image.src = imageAddress(view.layout, element.section, element.item, isOriginal);
  return image;
}

export function openViewer(element, details = null) {
  viewed = element;
  Object.assign(zoomed, {scale: 1, x: 0, y: 0});
  const image = pictureOf(element);
  frame.replaceChildren(image);
  if (configuration.hasOriginals) showOriginal(element, image);
  write("viewer-name", nameOf(element));
  write("viewer-detail", element.detail || (element.title ? element.key || "" : ""));
  showCount(element, details);
  if (!viewer.open) viewer.showModal();
  preloaded.clear();
  for (const step of [1, -1])
    if (element.item + step >= 0) preloaded.set(step, pictureOf({...element, item: element.item + step}));
}

/** Shows the original in place of the thumbnail once it is there. */
async function showOriginal(element, thumbnail) {
  const original = pictureOf(element, true);
  try {
    await original.decode();
  } catch {
    return;
  }
  if (thumbnail.isConnected && viewed === element) {
    original.style.transform = thumbnail.style.transform;
    frame.replaceChildren(original);
  }
}

/** Shows the number of the item, once it is known. */
async function showCount(element, known) {
  if (!known) write("viewer-count", "");
  const details = known ?? await source.item(view.layout.name, element).catch(() => null);
  if (details && viewed === element && details.rank !== null)
    write("viewer-count", `${readable(details.rank + 1)} of ${readable(view.layout.items)}`);
}

/** The item before another one or after it, over the ends of sections; null: there is none. */
async function itemBeside(element, step) {
  try {
    return await source.item(view.layout.name, element, {beside: step});
  } catch (error) {
    if (error.status !== 404) say(sentenceOf(error));
    return null;
  }
}

/** Goes to the next item or the previous one, in the viewer if it is open, and else in the panel. */
export async function turnPage(step) {
  const from = viewer.open ? viewed : page.chosen;
  const details = from && await itemBeside(from, step);
  if (!details || from !== (viewer.open ? viewed : page.chosen)) {
    moveImage();
    return;
  }
  const element = elementFrom(details);
  choose(element, true, details);
  if (viewer.open) openViewer(element, details);
  revealNearby(element);
}

viewer.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") turnPage(1);
  if (event.key === "ArrowLeft") turnPage(-1);
  if (event.key === "+" || event.key === "=") zoomImage(1.5);
  if (event.key === "-") zoomImage(1 / 1.5);
});
part("viewer-next").onclick = () => turnPage(1);
part("viewer-previous").onclick = () => turnPage(-1);

// MARK: Gestures

/** Shows the picture at its place, with a shift that a gesture adds. */
function moveImage(x = 0, y = 0) {
  const image = frame.firstElementChild;
  if (image) image.style.transform = `translate(${zoomed.x + x}px, ${zoomed.y + y}px) scale(${zoomed.scale})`;
}

/** Zooms around a point, in pixels from the middle. */
function zoomImage(factor, x = 0, y = 0) {
  const scale = clamp(zoomed.scale * factor, 1, 8);
  const growth = scale / zoomed.scale;
  const [mostX, mostY] = [frame.clientWidth * (scale - 1) / 2, frame.clientHeight * (scale - 1) / 2];
  Object.assign(zoomed, {
    scale,
    x: clamp(x - (x - zoomed.x) * growth, -mostX, mostX),
    y: clamp(y - (y - zoomed.y) * growth, -mostY, mostY)
  });
  moveImage();
}

/** The meaning of a swipe: 1 and −1 turn, "down" closes; null: nothing. */
export function swipeOf(x, y, time) {
  const isFar = (way) => Math.abs(way) > 70 || Math.abs(way) > 24 && Math.abs(way) / time > 0.35;
  if (Math.abs(x) > Math.abs(y)) return isFar(x) ? (x < 0 ? 1 : -1) : null;
  return y > 0 && isFar(y) ? "down" : null;
}

/** Watches one finger on an element: `move` gets the way that it has gone, and `act` what it meant. */
export function watchSwipes(element, act, move = (x, y) => {}, further = {}) {
  const way = ({start}, point) => [point.x - start.x, point.y - start.y];
  watchPointers(element, {
    takes: (event) => !event.target.closest("button, input, a"),
    move: (drag, point) => move(...way(drag, point)),
    end: (drag, event, isCancelled) => {
      const [x, y] = isCancelled ? [0, 0] : way(drag, drag.last);
      act(swipeOf(x, y, Math.max(event.timeStamp - drag.begun, 1)), x, y);
    },
    ...further,
  });
}

const fromMiddle = ({x, y}) => [x - frame.clientWidth / 2, y - frame.clientHeight / 2];

watchSwipes(
  frame,
  (swipe, x, y) => {
    if (zoomed.scale > 1) {
      Object.assign(zoomed, {x: zoomed.x + x, y: zoomed.y + y});
      zoomImage(1);
    } else if (swipe === "down") {
      viewer.close();
    } else if (swipe) {
      turnPage(swipe);
    } else {
      moveImage();
    }
  },
  (x, y) => {
    const isAcross = Math.abs(x) > Math.abs(y);
    if (zoomed.scale > 1)
      moveImage(x, y);
    else
      moveImage(isAcross ? x : 0, isAcross ? 0 : Math.max(y, 0));
  },
  {pinch: (factor, middle) => zoomImage(factor, ...fromMiddle(middle))});
frame.addEventListener("dblclick", () => zoomImage(zoomed.scale > 1 ? 1 / 8 : 3));
frame.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoomImage(Math.exp(-clamp(event.deltaY, -120, 120) * 0.004), ...fromMiddle(eventPoint(frame, event)));
}, {passive: false});

export const panel = part("panel");
export const tip = part("tip");

export function showTip(element, x, y) {
  if (!element || (page.chosen && element.id === page.chosen.id)) {
    tip.hidden = true;
    return;
  }
  const place = placeNow(element, page.offsets, view.cross);
  const second = page.isExplaining ? [placeOf(element), frameText(place)]
                                   : [element.detail || (element.title ? element.key : ""), itemText(element)];
  tip.replaceChildren(
    made("b", "", nameOf(element)),
    made("span", "", [...second, element.isStale ? "stale" : ""].filter(Boolean).join(" · ")));
  tip.hidden = false;
  const room = part("main").getBoundingClientRect();
  const left = x + 16 + tip.offsetWidth > room.width ? x - tip.offsetWidth - 12 : x + 16;
  const top = y + 18 + tip.offsetHeight > room.height ? y - tip.offsetHeight - 10 : y + 18;
  tip.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`;
}

/** Chooses an element, or none; `opens` shows what is known about it. */
export function choose(element, opens = true, details = null) {
  page.chosen = element;
  tip.hidden = true;
  if (element && opens)
    showPanel(element, details);
  else
    hidePanel();
  markActive();
  noteAddress();
  redraw();
}

export function hidePanel() {
  const hadFocus = panel.contains(document.activeElement);
  panel.hidden = true;
  if (hadFocus) elementList.focus({preventScroll: true});
}

/** Opens the panel of the chosen element and goes into it. */
export function enterPanel() {
  if (!page.chosen) return;
  if (panel.hidden) showPanel(page.chosen);
  panel.focus({preventScroll: true});
}

/** The pixels of the stage that the panel covers from below: a phone's sheet. */
export function coveredHeight() {
  if (panel.hidden || !matchMedia("(max-width: 700px)").matches) return 0;
  return Math.max(0, stage.getBoundingClientRect().bottom - panel.getBoundingClientRect().top);
}

async function showPanel(element, known = null) {
  fillPanel(element, known);
  uncover(element);
  if (element.kind !== cellKind || known) return;
  try {
    const details = await source.item(view.layout.name, element);
    if (page.chosen !== element || panel.hidden) return;
    fillPanel(element, details);
    uncover(element);
  } catch (error) {
    if (page.chosen === element) panel.append(made("p", "outcome fault", error.message));
  }
}

/** Scrolls the element out from under the sheet. */
function uncover(element) {
  if (coveredHeight() > 0) revealNearby(placeNow(element, page.offsets, view.cross));
}

/** Whether the part about the layout is open; it stays so from item to item. */
let isGeometryOpen = setting("geometry") === "open";

/** The content of the panel: { id, text }. */
let filled = {id: "", text: ""};

/** Fills the panel again if something is new; a size that is being typed stays. */
export function refillPanel(element, details) {
  if (filled.id === element.id && filled.text === JSON.stringify(details)) return;
  if (panel.contains(document.activeElement) && document.activeElement instanceof HTMLInputElement) return;
  fillPanel(element, details);
}

export function fillPanel(element, details) {
  filled = {id: element.id, text: JSON.stringify(details)};
  const close = Object.assign(buttonOf("×", () => choose(null), "close"), {ariaLabel: "Close"});
  const kind = element.kind !== cellKind && made("span", "chip", kindNames[element.kind]);
  const chips = made("div", "", kind, element.isStale && made("span", "chip warn", "stale"));
  const head = made("header", "", Object.assign(made("h2", "", nameOf(element), chips), {id: "panel-name"}), close);
  watchSwipes(head, (swipe) => {
    if (swipe === "down")
      choose(null);
    else if (swipe)
      turnPage(swipe);
  });
  const parts = [head];
  if (element.picture !== null && element.picture !== undefined && !configuration.enclosed) {
    const show = buttonOf(pictureOf(element), () => openViewer(element), "picture");
    parts.push(Object.assign(show, {ariaLabel: `Show “${nameOf(element)}” large`}));
  }
  if (element.detail) parts.push(made("p", "second", element.detail));
  if (details && details.payload !== null && details.payload !== undefined) parts.push(payloadOf(details.payload));
  parts.push(...foldingButtons(element), ...copyButtons(element));
  if (details && mayEdit) parts.push(...editForm(element, details));
  const technical = details && details.payload && payloadOf(details.payload, true);
  const geometry = made("details", "", made("summary", "", "Layout"), factsOf(element, details), technical);
  geometry.open = isGeometryOpen;
  geometry.ontoggle = () => {
    isGeometryOpen = geometry.open;
    setting("geometry", isGeometryOpen ? "open" : "closed");
  };
  parts.push(geometry);
  const focused = panel.contains(document.activeElement);
  panel.replaceChildren(...parts);
  panel.hidden = false;
  if (focused && !panel.contains(document.activeElement)) panel.focus({preventScroll: true});
}

/** The buttons that copy what an item is called, and the address that leads to it. */
function copyButtons(element) {
  if (element.kind !== cellKind || configuration.enclosed || !navigator.clipboard) return [];
  const text = [nameOf(element), element.detail].filter(Boolean).join("\n");
  return [buttonRow({
    "Copy text": () => copyText(text, "The text is"),
    "Copy link": () => copyText(new URL(addressNow(), location.href).href, "The link is"),
  })];
}

function factsOf(element, details) {
  const facts = made("dl");
  const fact = (name, value) => facts.append(made("dt", "", name), made("dd", "", value));
  if (element.section >= 0) {
    const title = details && details.sectionTitle;
    fact("Section", title ? `${element.section} · ${title}` : String(element.section));
  }
  if (element.kind === cellKind)
    fact("Item", String(element.item));
  else
    fact("Kind", element.name);
  if (details && details.key !== null) fact("Key", details.key);
  const place = details && details.frame ? frameOf(details.frame) : element;
  fact("Origin", `${readable(place.x)}, ${readable(place.y)}`);
  fact("Size", `${readable(place.w)} × ${readable(place.h)}`);
  fact("z-index", readable(element.z));
  if (element.lap) fact("Lap", readable(element.lap));
  if (details && "width" in details) fact("Stored size", `${readable(details.width)} × ${readable(details.height)}`);
  return facts;
}

/** Whether a field is for programs: a path, or a colour. */
const isTechnical = (name) =>
  (configuration.technical ?? []).some((field) => field === name || fieldText(field) === fieldText(name));

/** An object of plain values as a list, without the technical ones or of them alone; anything else as JSON. */
function payloadOf(payload, showsTechnical = false) {
  const isFlat = payload && typeof payload === "object" && !Array.isArray(payload) &&
    Object.values(payload).every((value) => value === null || typeof value !== "object");
  if (!isFlat) return made("pre", "", showsTechnical ? "" : JSON.stringify(payload, null, 2));
  const list = made("dl");
  for (const [name, value] of Object.entries(payload))
    if (isTechnical(name) === showsTechnical)
      list.append(made("dt", "", fieldText(name)), made("dd", "", value === null ? "–" : String(value)));
  return list;
}

// MARK: Another size

function editForm(element, details) {
  const field = (value) =>
    Object.assign(made("input"), {type: "text", inputMode: "decimal", placeholder: "not measured", value: value ?? ""});
  const [width, height] = [field(details.width), field(details.height)];
  const apply = Object.assign(made("button", "primary", "Apply"), {type: "submit"});
  const form = made("form", "edit", made("label", "", "Width", width), made("label", "", "Height", height), apply);
  const outcome = made("p", "outcome");
  mark(outcome, {role: "status"});
  const fail = (sentence) => {
    outcome.className = "outcome fault";
    outcome.textContent = sentence;
  };
  form.onsubmit = async (event) => {
    event.preventDefault();
    const value = (input) => (input.value.trim() === "" ? null : Number(input.value));
    const sizes = {width: value(width), height: value(height)};
    if ([sizes.width, sizes.height].some((size) => size !== null && !(size >= 0 && size <= 1e9)))
      return fail("Enter a number of points from 0, or nothing for “not measured yet”.");
    apply.disabled = true;
    try {
      await resizeItem(element, sizes, details);
    } catch (error) {
      fail(error.message);
    } finally {
      apply.disabled = false;
      redraw();
    }
  };
  return [made("h3", "", "Try another size"), form, outcome];
}

/** Gives an item another size; `before` is what a button leads back to. */
async function resizeItem(element, {width, height}, before = null) {
  const rebuilt = await source.resize({section: element.section, item: element.item, width, height});
  adopt(rebuilt.layout);
  const until = performance.now() + 2600;
  page.flashes = rebuilt.bands.map(({frame}) => ({frame: frameOf(frame), until}));
  const details = await source.item(view.layout.name, element);
  // A change of the layout that was noticed since then makes a new element of it.
  if (!page.chosen || page.chosen.id !== element.id) return;
  fillPanel(page.chosen, details);
  const outcome = panel.querySelector(".outcome");
  outcome.textContent = `Laid out again: ${counted(rebuilt.bands.length, "band")}, ` +
    `${counted(rebuilt.elementsWritten, "row")} written, in ${readable(rebuilt.milliseconds, 2)} ms. `;
  if (!before) return;
  const undo = () => resizeItem(element, before).catch((error) => outcome.textContent = error.message);
  outcome.append(buttonOf("Undo", undo, "link"));
}
