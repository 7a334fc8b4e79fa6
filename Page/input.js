// Wheel, fingers, mouse and keys. Keys of one letter can be switched off, since speech input types letters.

import {leaveFor} from "./history.js";
import {endClimb, releaseClimb, releaseClimbSoon, restAt, zoomBy, zoomStep} from "./ladder.js";
import {chooseNeighbour, elementList, foldAll, mayFold, stepOutline, toggleAt, toggleFold} from "./list.js";
import {glideTo, moveBy, moveToFraction, orthogonalAt, restSection, scrollSection, zoomInto, zoomTo} from "./moving.js";
import {choose, enterPanel, hidePanel, openViewer, panel, tip, viewer} from "./panel.js";
import {hitAt} from "./Parts/elements.js";
import {foldShare} from "./Parts/fold.js";
import {clamp, lengthOf} from "./Parts/numbers.js";
import {sectionBeside} from "./Parts/places.js";
import {rail, railPieces} from "./rail.js";
import {toggleOverlay} from "./scene.js";
import {cancelNext, clearSearch, closeHits, hitList, hits, nextRequest, searchField, stepHit} from "./search.js";
import {eventPoint, stage, watchPointers} from "./stage.js";
import {configuration, page, part, redraw, setting, view} from "./state.js";
import {clearSelection, maySelect, selectTo} from "./wrapped.js";

stage.addEventListener("wheel", (event) => {
  event.preventDefault();
  page.fling = page.glides.place = page.glides.zoom = null;
  if (!event.ctrlKey && !event.metaKey) endClimb();
  const unit = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? view.h : 1;
  let [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
  if (event.ctrlKey || event.metaKey) {
    zoomBy(Math.exp(-clamp(dy, -120, 120) * 0.0045), eventPoint(stage, event));
    releaseClimbSoon();
    return;
  }
  if (event.shiftKey && dx === 0) [dx, dy] = [dy, 0];
  const section = orthogonalAt(eventPoint(stage, event));
  const across = view.cross === "x" ? dx : dy;
  if (section && Math.abs(across) > Math.abs(view.cross === "x" ? dy : dx)) {
    scrollSection(section, across / view.zoom);
    return;
  }
  // A wheel that turns one way only scrolls the way that there is.
  if (view.axis === "x" && dx === 0 && view.limits("y")[0] === view.limits("y")[1]) [dx, dy] = [dy, 0];
  moveBy(dx / view.zoom, dy / view.zoom);
}, {passive: false});

// MARK: Pointers

watchPointers(stage, {
  begin: (event, point, isAlone) => {
    // Otherwise the browser would take the focus away again.
    event.preventDefault();
    elementList.focus({preventScroll: true, focusVisible: false});
    page.fling = page.hover = null;
    page.glides = {sorting: page.glides.sorting};
    if (!isAlone) return;
    endClimb();
    if (page.selection) clearSelection();
  },
  move: dragTo,
  end: endDrag,
  pinch: zoomBy,
  release: releaseClimb,
});

stage.addEventListener("pointermove", (event) => {
  if (event.pointerType !== "mouse" || event.buttons > 0) return;
  page.hover = eventPoint(stage, event);
  redraw();
});

function dragTo(drag, point, event) {
  const [dx, dy] = [drag.last.x - point.x, drag.last.y - point.y];
  if (!drag.isMoving) {
    const [wayX, wayY] = [Math.abs(point.x - drag.start.x), Math.abs(point.y - drag.start.y)];
    if (Math.hypot(wayX, wayY) < 5) return;
    const isAcross = view.cross === "x" ? wayX > wayY : wayY > wayX;
    Object.assign(drag, {
      isMoving: true,
      selects: event.pointerType === "mouse" && maySelect(),
      section: isAcross ? orthogonalAt(drag.start) : null,
      speed: {x: 0, y: 0},
    });
    stage.classList.toggle("grabbing", !drag.selects);
  }
  if (drag.selects) return selectTo(drag, point);
  const passed = Math.max(event.timeStamp - drag.time, 1);
  const blend = (old, now) => old * 0.6 + (now / passed) * 0.4;
  drag.speed = {x: blend(drag.speed.x, dx), y: blend(drag.speed.y, dy)};
  if (drag.section)
    scrollSection(drag.section, (view.cross === "x" ? dx : dy) / view.zoom);
  else
    moveBy(dx / view.zoom, dy / view.zoom);
}

function endDrag({start, isMoving, section, speed, time}, event, isCancelled) {
  stage.classList.remove("grabbing");
  const isFlick = event.timeStamp - time < 60;
  if (!isMoving) {
    if (!isCancelled) choosePoint(start);
  } else if (section && section.stops) {
    restSection(section, isFlick ? speed[view.cross] : 0);
  } else if (event.pointerType !== "mouse" && isFlick) {
    page.fling = {...speed, section, time: performance.now()};
    redraw();
  }
}

/** Does what a click or a tap asks for. */
function choosePoint(point) {
  if (foldShare(view) > 0.5) return zoomInto(point);
  const element = hitAt(page.drawn, point.x, point.y);
  const isAgain = element && page.chosen && element.id === page.chosen.id && !panel.hidden;
  if (isAgain && element.picture !== null && !configuration.enclosed)
    openViewer(page.chosen);
  else if (!toggleAt(element, point))
    choose(isAgain ? null : element);
}

stage.addEventListener("pointerleave", () => {
  page.hover = null;
  tip.hidden = true;
});

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
