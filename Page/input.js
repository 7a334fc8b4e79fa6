// Wheel, fingers and mouse.

import {toggleAt} from "./folding.js";
import {endClimb, releaseClimb, releaseClimbSoon, zoomBy} from "./ladder.js";
import {elementList} from "./list.js";
import {moveBy, orthogonalAt, restSection, scrollSection, zoomInto} from "./moving.js";
import {choose, panel, tip} from "./panel.js";
import {hitAt} from "./Parts/elements.js";
import {foldShare} from "./Parts/fold.js";
import {clamp} from "./Parts/numbers.js";
import {clearSelection, maySelect, selectTo} from "./selecting.js";
import {capture, stage} from "./stage.js";
import {configuration, page, redraw, view} from "./state.js";
import {openViewer} from "./viewer.js";

const stagePoint = (event) => {
  const bounds = stage.getBoundingClientRect();
  return {x: event.clientX - bounds.left, y: event.clientY - bounds.top};
};

stage.addEventListener("wheel", (event) => {
  event.preventDefault();
  page.fling = page.glides.place = page.glides.zoom = null;
  if (!event.ctrlKey && !event.metaKey) endClimb();
  const unit = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? view.h : 1;
  let [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
  if (event.ctrlKey || event.metaKey) {
    zoomBy(Math.exp(-clamp(dy, -120, 120) * 0.0045), stagePoint(event));
    releaseClimbSoon();
    return;
  }
  if (event.shiftKey && dx === 0) [dx, dy] = [dy, 0];
  const section = orthogonalAt(stagePoint(event));
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

const pointers = new Map();
export let drag = null;
let pinch = null;

stage.addEventListener("pointerdown", (event) => {
  if (event.button > 0) return;
  // Otherwise the browser would take the focus away again.
  event.preventDefault();
  elementList.focus({preventScroll: true, focusVisible: false});
  capture(stage, event);
  const point = stagePoint(event);
  pointers.set(event.pointerId, point);
  page.fling = null;
  page.glides = {};
  if (pointers.size === 2) {
    const [a, b] = pointers.values();
    pinch = {distance: Math.hypot(a.x - b.x, a.y - b.y)};
    drag = null;
  } else {
    endClimb();
    const selects = event.pointerType === "mouse" && maySelect();
    drag =
      {start: point, last: point, time: event.timeStamp, speed: {x: 0, y: 0}, isMoving: false, section: null, selects};
    if (page.selection) clearSelection();
  }
});

stage.addEventListener("pointermove", (event) => {
  const point = stagePoint(event);
  if (!pointers.has(event.pointerId)) {
    if (event.pointerType === "mouse") page.hover = point;
    redraw();
    return;
  }
  pointers.set(event.pointerId, point);
  if (pinch && pointers.size === 2) {
    const [a, b] = pointers.values();
    const middle = {x: (a.x + b.x) / 2, y: (a.y + b.y) / 2};
    const distance = Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1);
    zoomBy(distance / Math.max(pinch.distance, 1), middle);
    pinch.distance = distance;
    return;
  }
  if (drag) dragTo(point, event.timeStamp);
});

function dragTo(point, time) {
  const [dx, dy] = [drag.last.x - point.x, drag.last.y - point.y];
  if (!drag.isMoving) {
    const [wayX, wayY] = [Math.abs(point.x - drag.start.x), Math.abs(point.y - drag.start.y)];
    if (Math.hypot(wayX, wayY) < 5) return;
    drag.isMoving = true;
    stage.classList.toggle("grabbing", !drag.selects);
    page.hover = null;
    const isAcross = view.cross === "x" ? wayX > wayY : wayY > wayX;
    drag.section = isAcross ? orthogonalAt(drag.start) : null;
  }
  if (drag.selects) return selectTo(drag, point);
  const passed = Math.max(time - drag.time, 1);
  const blend = (old, now) => old * 0.6 + (now / passed) * 0.4;
  drag.speed = {x: blend(drag.speed.x, dx), y: blend(drag.speed.y, dy)};
  drag.last = point;
  drag.time = time;
  if (drag.section)
    scrollSection(drag.section, (view.cross === "x" ? dx : dy) / view.zoom);
  else
    moveBy(dx / view.zoom, dy / view.zoom);
}

for (const name of ["pointerup", "pointercancel"]) {
  stage.addEventListener(name, (event) => {
    if (!pointers.delete(event.pointerId)) return;
    if (pinch) releaseClimb();
    pinch = null;
    stage.classList.remove("grabbing");
    if (!drag) return;
    if (!drag.isMoving && name === "pointerup") {
      if (foldShare(view) > 0.5) {
        zoomInto(drag.start);
        drag = null;
        return;
      }
      const element = hitAt(page.drawn, drag.start.x, drag.start.y);
      const isAgain = element && page.chosen && element.id === page.chosen.id && !panel.hidden;
      if (isAgain && element.picture !== null && !configuration.enclosed)
        openViewer(page.chosen);
      else if (!toggleAt(element, drag.start))
        choose(isAgain ? null : element);
    } else if (drag.section && drag.section.stops) {
      const isFlick = event.timeStamp - drag.time < 60;
      restSection(drag.section, isFlick ? (view.cross === "x" ? drag.speed.x : drag.speed.y) : 0);
    } else if (event.pointerType !== "mouse" && event.timeStamp - drag.time < 60) {
      page.fling = {x: drag.speed.x, y: drag.speed.y, section: drag.section, time: performance.now()};
      redraw();
    }
    drag = null;
  });
}
stage.addEventListener("pointerleave", () => {
  page.hover = null;
  tip.hidden = true;
});
