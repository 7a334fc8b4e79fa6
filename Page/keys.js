// The keyboard. Keys of one letter can be switched off, since speech input types letters.

import {leaveFor} from "./address.js";
import {foldAll, mayFold, stepOutline, toggleFold} from "./folding.js";
import {endClimb, restAt, zoomStep} from "./ladder.js";
import {chooseNeighbour, elementList} from "./list.js";
import {glideTo, moveToFraction, zoomTo} from "./moving.js";
import {toggleOverlay} from "./overlay.js";
import {choose, enterPanel, hidePanel, panel} from "./panel.js";
import {lengthOf} from "./Parts/numbers.js";
import {sectionBeside} from "./Parts/places.js";
import {rail, railPieces} from "./rail.js";
import {cancelNext, clearSearch, closeHits, hitList, hits, nextRequest, searchField, stepHit} from "./search.js";
import {clearSelection} from "./selecting.js";
import {page, part, setting, view} from "./state.js";
import {viewer} from "./viewer.js";

const keysDialog = part("keys");
const letterSwitch = part("letters");
letterSwitch.checked = setting("letters") !== "off";
letterSwitch.onchange = () => setting("letters", letterSwitch.checked ? "on" : "off");

const ways = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0]
};

/** Scrolls a screen along the scroll axis, from where a glide leads. */
function scrollScreen(way) {
  const name = view.axis;
  const length = view.shown[lengthOf(name)] * 0.9 * way * (view.layout && view.layout.isMirrored ? -1 : 1);
  const base = page.glides.place?.to ?? view;
  glideTo(base.x + (name === "x" ? length : 0), base.y + (name === "y" ? length : 0));
}

/** Scrolls some pixels, from where a glide leads. */
function scrollStep([wayX, wayY], pixels) {
  const base = page.glides.place?.to ?? view;
  glideTo(base.x + (wayX * pixels) / view.zoom, base.y + (wayY * pixels) / view.zoom);
}

function jumpTo(fraction) {
  leaveFor("end");
  moveToFraction(fraction);
}

function showAll() {
  leaveFor("sheet");
  endClimb();
  zoomTo(view.minimumZoom);
}

/** Closes what was opened last. */
function closeSomething() {
  if (nextRequest)
    cancelNext();
  else if (!hitList.hidden)
    closeHits();
  else if (!panel.hidden)
    hidePanel();
  else if (page.chosen)
    choose(null);
  else if (page.selection)
    clearSelection();
  else if (page.isExplaining)
    toggleOverlay(false);
  else if (hits.text)
    clearSearch();
  else
    return false;
  return true;
}

/** Keys that scroll and zoom, wherever the focus is. */
const commonKeys = {
  PageUp: () => scrollScreen(-1),
  PageDown: () => scrollScreen(1),
  Home: () => jumpTo(0),
  End: () => jumpTo(1),
  "+": () => zoomStep(1.25),
  "=": () => zoomStep(1.25),
  "-": () => zoomStep(1 / 1.25),
  "_": () => zoomStep(1 / 1.25),
  "0": () => restAt(1),
  all: () => showAll(),
  Escape: closeSomething,
};

const letterKeys = {
  "/": () => {
    searchField.focus();
    searchField.select();
  },
  n: () => stepHit(1),
  p: () => stepHit(-1),
  N: () => stepHit(-1),
  o: () => toggleOverlay(),
  c: () => toggleFold(page.chosen),
  C: () => mayFold() && foldAll(true),
  E: () => mayFold() && foldAll(false),
  "?": () => keysDialog.showModal(),
};

/** Signs and letters: speech input types them. */
const isTyped = (key) => key.length === 1 && key !== " ";

addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement || keysDialog.open || viewer.open)
    return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target instanceof HTMLButtonElement && (event.key === " " || event.key === "Enter")) return;
  if (isTyped(event.key) && !letterSwitch.checked) return;
  const key = event.shiftKey && event.code === "Digit1" ? "all" : event.key;
  if (runKey(key, event.shiftKey, target)) event.preventDefault();
});

/** Does what a key means; returns whether it means anything. */
function runKey(key, hasShift, target) {
  const isInList = target === elementList;
  if (target === rail && (key === "PageUp" || key === "PageDown")) {
    const fraction = sectionBeside(railPieces, view.fraction, key === "PageDown" ? 1 : -1);
    if (fraction !== null) jumpTo(fraction);
    return true;
  }
  if (ways[key]) {
    if (target === rail && !view.isFree)
      moveToFraction(view.fraction + ((ways[key][0] + ways[key][1]) * (hasShift ? 5 : 1)) / 100);
    else if (isInList && !hasShift && ways[key][0] !== 0 && stepOutline(ways[key][0]))
      return true;
    else if (isInList && !hasShift)
      chooseNeighbour(ways[key]);
    else
      scrollStep(ways[key], hasShift && !isInList ? 480 : 80);
    return true;
  }
  if (isInList && key === "Enter") {
    if (page.chosen) enterPanel();
    return true;
  }
  if (key === " ") {
    scrollScreen(hasShift ? -1 : 1);
    return true;
  }
  const action = commonKeys[key] || letterKeys[key];
  if (!action) return false;
  return action() !== false;
}

part("zoom-in").onclick = () => zoomStep(1.25);
part("zoom-out").onclick = () => zoomStep(1 / 1.25);
part("zoom-reset").onclick = () => restAt(1);
part("zoom-all").onclick = showAll;
part("zoom-fit").onclick = () => restAt(view.fittingZoom);
part("overlay").onclick = () => toggleOverlay();
part("help").onclick = () => keysDialog.showModal();
