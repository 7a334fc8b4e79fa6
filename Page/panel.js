// The details of one element: a hint under the pointer, and a panel for the chosen one.

import {foldingButtons} from "./folding.js";
import {addressNow, noteAddress} from "./history.js";
import {elementList, markActive, revealNearby} from "./list.js";
import {adopt} from "./main.js";
import {cellKind, frameText, kindNames, nameOf, placeOf} from "./Parts/elements.js";
import {placeNow} from "./Parts/motion.js";
import {counted, frameOf, readable} from "./Parts/numbers.js";
import {fieldText} from "./Parts/texts.js";
import {itemText} from "./rail.js";
import {source} from "./source.js";
import {stage} from "./stage.js";
import {buttonOf, buttonRow, configuration, made, mark, mayEdit, page, part, redraw, setting, view} from "./state.js";
import {openViewer, pictureOf, turnPage, watchSwipes} from "./viewer.js";
import {copyText} from "./wrapped.js";

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
