// Wheel, fingers, mouse and keys.

const stagePoint = (event) => {
  const bounds = stage.getBoundingClientRect();
  return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
};

/** The section that scrolls across the axis under a point of the stage, if there is one. */
function orthogonalAt(point) {
  if (!layout || layout.isFree) return null;
  const along = axis();
  const value = view[along] + point[along] / view.zoom;
  for (const section of merged.sections.values()) {
    if (section.orthogonal !== 0 && value >= section[along] && value < section[along] + section[lengthOf(along)]) return section;
  }
  return null;
}

/** Scrolls a section across the axis; returns whether it went anywhere. */
function scrollSection(section, distance) {
  const now = offsets.get(section.index) ?? section.offset;
  const next = clamp(now + distance * section.orthogonal, 0, section.greatestOffset);
  if (next === now) return false;
  offsets.set(section.index, next);
  redraw();
  return true;
}

stage.addEventListener("wheel", (event) => {
  event.preventDefault();
  glide = fling = null;
  const unit = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? view.h : 1;
  let [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
  if (event.ctrlKey || event.metaKey) {
    zoomTo(view.zoom * Math.exp(-clamp(dy, -120, 120) * 0.0045), stagePoint(event));
    return;
  }
  if (event.shiftKey && dx === 0) [dx, dy] = [dy, 0];
  const section = orthogonalAt(stagePoint(event));
  const across = cross() === "x" ? dx : dy;
  if (section && Math.abs(across) > Math.abs(cross() === "x" ? dy : dx)) {
    scrollSection(section, across / view.zoom);
    return;
  }
  // A wheel that turns one way only scrolls the way that there is.
  if (axis() === "x" && dx === 0 && limits("y")[0] === limits("y")[1]) [dx, dy] = [dy, 0];
  moveBy(dx / view.zoom, dy / view.zoom);
}, { passive: false });

// MARK: Pointers

const pointers = new Map();
let drag = null;
let pinch = null;
let fling = null;

stage.addEventListener("pointerdown", (event) => {
  if (event.button > 0) return;
  stage.focus({ preventScroll: true });
  stage.setPointerCapture(event.pointerId);
  const point = stagePoint(event);
  pointers.set(event.pointerId, point);
  glide = fling = null;
  if (pointers.size === 2) {
    const [a, b] = pointers.values();
    pinch = { distance: Math.hypot(a.x - b.x, a.y - b.y), zoom: view.zoom };
    drag = null;
  } else {
    drag = { start: point, last: point, time: event.timeStamp, speed: { x: 0, y: 0 }, isMoving: false, section: null };
  }
});

stage.addEventListener("pointermove", (event) => {
  const point = stagePoint(event);
  if (!pointers.has(event.pointerId)) {
    if (event.pointerType === "mouse") hover = point;
    redraw();
    return;
  }
  pointers.set(event.pointerId, point);
  if (pinch && pointers.size === 2) {
    const [a, b] = pointers.values();
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    zoomTo((pinch.zoom * Math.hypot(a.x - b.x, a.y - b.y)) / Math.max(pinch.distance, 1), middle);
    return;
  }
  if (drag) dragTo(point, event.timeStamp);
});

function dragTo(point, time) {
  const [dx, dy] = [drag.last.x - point.x, drag.last.y - point.y];
  if (!drag.isMoving) {
    if (Math.hypot(point.x - drag.start.x, point.y - drag.start.y) < 5) return;
    drag.isMoving = true;
    stage.classList.add("grabbing");
    hover = null;
    const across = cross() === "x" ? Math.abs(point.x - drag.start.x) > Math.abs(point.y - drag.start.y)
      : Math.abs(point.y - drag.start.y) > Math.abs(point.x - drag.start.x);
    drag.section = across ? orthogonalAt(drag.start) : null;
  }
  const passed = Math.max(time - drag.time, 1);
  const blend = (old, now) => old * 0.6 + (now / passed) * 0.4;
  drag.speed = { x: blend(drag.speed.x, dx), y: blend(drag.speed.y, dy) };
  drag.last = point;
  drag.time = time;
  if (drag.section) scrollSection(drag.section, (cross() === "x" ? dx : dy) / view.zoom);
  else moveBy(dx / view.zoom, dy / view.zoom);
}

for (const name of ["pointerup", "pointercancel"]) {
  stage.addEventListener(name, (event) => {
    if (!pointers.delete(event.pointerId)) return;
    pinch = null;
    stage.classList.remove("grabbing");
    if (!drag) return;
    if (!drag.isMoving && name === "pointerup") {
      const element = elementAt(drag.start.x, drag.start.y);
      choose(element && chosen && element.id === chosen.id ? null : element);
    } else if (event.pointerType !== "mouse" && event.timeStamp - drag.time < 60) {
      fling = { x: drag.speed.x, y: drag.speed.y, section: drag.section, time: performance.now() };
      redraw();
    }
    drag = null;
  });
}
stage.addEventListener("pointerleave", () => { hover = null; tip.hidden = true; });

/** What a finger set going goes on, slower and slower. */
function stepFling(now) {
  if (!fling) return;
  const passed = Math.min(now - fling.time, 40);
  fling.time = now;
  const isMoved = fling.section
    ? scrollSection(fling.section, ((cross() === "x" ? fling.x : fling.y) * passed) / view.zoom)
    : moveBy((fling.x * passed) / view.zoom, (fling.y * passed) / view.zoom);
  const friction = Math.exp(-passed / 340);
  fling.x *= friction;
  fling.y *= friction;
  if (!isMoved || Math.hypot(fling.x, fling.y) < 0.02) fling = null;
  else redraw();
}

let hover = null;

// MARK: Keys

addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || part("keys").open) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof HTMLButtonElement && (event.key === " " || event.key === "Enter")) return;
  if (runKey(event.key, event.shiftKey)) event.preventDefault();
});

/** Does what a key means; returns whether it means anything. */
function runKey(key, isFar) {
  const step = (isFar ? 480 : 80) / view.zoom;
  const page = (way) => {
    const name = axis();
    const shown = seen()[lengthOf(name)] * 0.9 * way * (layout && layout.isMirrored ? -1 : 1);
    const base = glide ? glide.to : view;
    glideTo(base.x + (name === "x" ? shown : 0), base.y + (name === "y" ? shown : 0));
  };
  const by = (x, y) => {
    const base = glide ? glide.to : view;
    glideTo(base.x + x * step, base.y + y * step);
  };
  switch (key) {
    case "ArrowUp": by(0, -1); break;
    case "ArrowDown": by(0, 1); break;
    case "ArrowLeft": by(-1, 0); break;
    case "ArrowRight": by(1, 0); break;
    case "PageUp": page(-1); break;
    case "PageDown": page(1); break;
    case " ": page(isFar ? -1 : 1); break;
    case "Home": glide = null; moveToFraction(0); break;
    case "End": glide = null; moveToFraction(1); break;
    case "+": case "=": zoomTo(view.zoom * 1.25); break;
    case "-": case "_": zoomTo(view.zoom / 1.25); break;
    case "0": zoomTo(1); break;
    case "/": searchField.focus(); searchField.select(); break;
    case "n": goToHit(search.index + 1); break;
    case "p": case "N": goToHit(search.index - 1); break;
    case "o": toggleOverlay(); break;
    case "?": part("keys").showModal(); break;
    case "Escape":
      if (!hitList.hidden) hitList.hidden = true;
      else if (chosen) choose(null);
      else if (isExplaining) toggleOverlay(false);
      else if (search.text) startSearch((searchField.value = ""));
      break;
    default: return false;
  }
  return true;
}

part("zoom-in").onclick = () => zoomTo(view.zoom * 1.25);
part("zoom-out").onclick = () => zoomTo(view.zoom / 1.25);
part("zoom-reset").onclick = () => zoomTo(1);
part("overlay").onclick = () => toggleOverlay();
part("help").onclick = () => part("keys").showModal();
document.addEventListener("pointerdown", (event) => {
  if (!hitList.hidden && !event.target.closest(".search")) hitList.hidden = true;
});
