// The zoom ladder: from one layout of a data set to another, around an item that stays under the fingers.

import {cellKind, drawingOrder, elementsOf} from "./elements.js";
import {frameBetween, frameIn, frameOf} from "./numbers.js";
import {View} from "./view.js";

/** The zoom that a view's rung rests at may differ by this factor and still be that zoom. */
const restTolerance = 1.001;
/** Cells grow by at least this factor from one rung to the next, as far as gestures are concerned. */
export const leastGrowth = 1.2;

/**
 * What zooming by a factor means: `{zoom}` at which the same layout is shown, or `{step}` to a rung with larger (−1) or
 * smaller (1) cells. A rung is left only from the zoom at which it rests, and only if there is another.
 */
export function zoomPlan(zoom, rest, factor, hasLarger, hasSmaller) {
  const isAtRest = zoom <= rest * restTolerance && zoom >= rest / restTolerance;
  const wanted = zoom * factor;
  if (isAtRest) {
    if (factor > 1 && hasLarger) return {step: -1};
    if (factor < 1 && hasSmaller) return {step: 1};
    return {zoom: wanted};
  }
  // No further than to the zoom at rest, where the ladder begins.
  const passes = (zoom - rest) * (wanted - rest) < 0;
  const isHeld = passes && (factor > 1 ? hasLarger : hasSmaller);
  return {zoom: isHeld ? rest : wanted};
}

export const breadthOf = (layout) => Math.max(layout.axis === "x" ? layout.container[1] : layout.container[0], 1);

/** The zoom at which another layout is as broad on the stage as the view's own. */
export const rungZoom = (view, rung) => (view.zoom * breadthOf(view.layout)) / breadthOf(rung);

/** The side of an average cell, in pixels. */
export const sideOf = ({content, items}, zoom) => Math.sqrt((content[0] * content[1]) / Math.max(items, 1)) * zoom;

/** The factor by which an average cell grows on the way to another rung: above 1 for a step of −1. */
export function rungGrowth(view, rung, step) {
  const own = sideOf(view.layout, view.zoom);
  const other = sideOf(rung, rungZoom(view, rung));
  const growth = own > 0 && other > 0 ? other / own : 1;
  return step < 0 ? Math.max(growth, leastGrowth) : Math.min(growth, 1 / leastGrowth);
}

/** A point of a frame, by its fractions of the frame's lengths. */
export const pointIn = (frame, fraction) => ({x: frame.x + fraction.x * frame.w, y: frame.y + fraction.y * frame.h});

/**
 * What to hold on to at a point of the stage: the cell there, or the nearest one; null: no cell is drawn.
 * Of it: section, item, the point of the stage, and that point as fractions of the cell's lengths, maybe beyond it.
 */
export function holdAt(drawn, point) {
  let best = null;
  let least = Infinity;
  for (const {element, box} of drawn) {
    if (element.kind !== cellKind) continue;
    const dx = Math.max(box.x - point.x, point.x - box.x - box.w, 0);
    const dy = Math.max(box.y - point.y, point.y - box.y - box.h, 0);
    const distance = Math.hypot(dx, dy);
    if (distance > least) continue;
    least = distance;
    best = {element, box};
  }
  if (!best) return null;
  const {element, box} = best;
  const part = (value, start, length) => (length > 0 ? (value - start) / length : 0.5);
  return {
    section: element.section,
    item: element.item,
    fraction: {x: part(point.x, box.x, box.w), y: part(point.y, box.y, box.h)},
    point,
  };
}

/** The view of another layout in which a point of its content is at a point of the stage, beyond its limits if need be. */
export function viewHolding(view, layout, zoom, place, point) {
  const other = new View();
  other.layout = layout;
  [other.w, other.h, other.zoom] = [view.w, view.h, zoom];
  const corner = {x: place.x - point.x / zoom, y: place.y - point.y / zoom};
  other.moveTo(corner.x, corner.y);
  if (!other.isFree) other[other.axis] = corner[other.axis];
  return other;
}

/** A change between two layouts, from the server's answer: its elements are ordered once, the lowest first. */
export class Climb {
  /** `from` and `to` are the views before and after; the latter is not limited yet. */
  constructor(answer, from, to) {
    this.from = from;
    this.to = to;
    /** The limited corner at the end. */
    this.end = new View();
    Object.assign(this.end, to);
    this.end.moveTo(to.x, to.y);
    const elements = elementsOf(answer.elements);
    this.elements = elements.map((element, index) => ({
                                   element: {...element, z: answer.depths[index], motion: 0, mover: null},
                                   source: frameIn(element),
                                   target: frameOf(answer.targets.slice(4 * index, 4 * index + 4)),
                                   opacities: [answer.opacities[2 * index], answer.opacities[2 * index + 1]],
                                 }));
    this.elements.sort((a, b) => drawingOrder(a.element, b.element));
  }

  /** Calls `draw(element, box, opacity)` for what the stage shows at a progress from 0 to 1, the lowest first. */
  forEach(progress, draw) {
    const {from, to, end} = this;
    // Near an end of the content the item gives way, and most of it late.
    const give = progress ** 3;
    const corner = new View();
    Object.assign(corner, to);
    corner.x += (end.x - to.x) * give;
    corner.y += (end.y - to.y) * give;
    for (const {element, source, target, opacities} of this.elements) {
      const opacity = opacities[0] * (1 - progress) + opacities[1] * progress;
      if (opacity < 0.004) continue;
      const box = frameBetween(from.onStage(source), corner.onStage(target), progress);
      if (box.x < from.w && box.y < from.h && box.x + box.w > 0 && box.y + box.h > 0) draw(element, box, opacity);
    }
  }

  /** The content's ground in between, in pixels of the stage. */
  ground(progress) {
    return frameBetween(this.from.onStage(this.from.extent), this.end.onStage(this.end.extent), progress);
  }

  /** An element as the target has it; undefined: it does not show it. */
  arrived(id) {
    const found = this.elements.find(({element, opacities}) => element.id === id && opacities[1] > 0);
    return found && {...found.element, ...found.target};
  }
}
