// Goes from rung to rung of the zoom ladder: with two fingers, with Ctrl and the wheel, or with keys.

import {drawElement} from "./cells.js";
import {leaveFor, noteAddress} from "./history.js";
import {updatePictures} from "./images.js";
import {showFacts} from "./main.js";
import {keepDrawn, slowAtEnds, startGlide, zoomTo} from "./moving.js";
import {choose, panel} from "./panel.js";
import {cellKind} from "./Parts/elements.js";
import {clamp, frameOf} from "./Parts/numbers.js";
import {breadthOf, Climb, holdAt, pointIn, rungGrowth, rungZoom, sideOf, viewHolding, zoomPlan} from "./Parts/rungs.js";
import {View} from "./Parts/view.js";
import {forgetRail} from "./rail.js";
import {drawChosen, drawGround, explainSoon} from "./scene.js";
import {clearSearch} from "./search.js";
import {source} from "./source.js";
import {pen} from "./stage.js";
import {page, part, prefersLessMotion, redraw, view} from "./state.js";
import {forgetAllTiles, noteChange, sentenceOf} from "./tiles.js";

/**
 * The rungs that the shown layout belongs to; `rest` is the zoom at which it is shown; `hold` is what the last gesture
 * held, with the corner that it left. `climb` is a change of rung that goes on: its step, the amount that the gesture
 * asks for, the growth (both logarithms), and its elements once they came.
 */
export const ladder = {
  rungs: [],
  rest: 1,
  hold: null,
  climb: null,
  timer: 0
};

const climbDuration = 300;
const wheelPause = 140;
/** A gesture that let go beyond this share of the way goes on. */
const decisiveShare = 0.3;

export async function loadLadder(name) {
  ladder.rungs = [];
  const {wall} = page;
  const {rungs} = await source.ladder(name);
  if (view.layout && view.layout.name === name && page.wall === wall) ladder.rungs = rungs;
}

/** The nearest rung whose cells are large enough on a narrow stage; null: the shown one will do. */
export function fittingRung() {
  const index = ladder.rungs.findIndex(({name}) => name === view.layout.name);
  const isLarge = (rung) => sideOf(rung, view.stageLength(view.cross) / breadthOf(rung)) >= 88;
  if (index < 1 || view.fittingZoom >= 1 || isLarge(view.layout)) return null;
  return (ladder.rungs.slice(0, index).reverse().find(isLarge) ?? ladder.rungs[0]).name;
}

/** The rung beside the shown one; undefined: there is none. */
function rungBeside(step) {
  if (!view.layout) return undefined;
  const index = ladder.rungs.findIndex(({name}) => name === view.layout.name);
  return index < 0 ? undefined : ladder.rungs[index + step];
}

/** Zooms around a point of the stage by a factor, or begins to climb; returns whether it climbs. */
function zoomOrClimb(factor, point = undefined) {
  const plan = zoomPlan(view.zoom, ladder.rest, factor, Boolean(rungBeside(-1)), Boolean(rungBeside(1)));
  if (plan.step) return startClimb(plan.step, point ?? keyPoint());
  zoomTo(plan.zoom, point);
  return false;
}

/** Zooms around a point of the stage by a factor, or goes on the ladder. */
export function zoomBy(factor, point) {
  page.glides.place = page.glides.zoom = null;
  if (!ladder.climb && !zoomOrClimb(factor, point)) return;
  page.glides.climb = ladder.climb.goal = null;
  ladder.climb.amount += Math.log(factor);
  followAmount(point);
}

/** Goes one rung, or zooms a little if there is none: keys and buttons call it. */
export function zoomStep(factor) {
  const step = factor > 1 ? -1 : 1;
  const {climb} = ladder;
  if (climb && climb.step !== step) {
    settleClimb(0);
    return;
  }
  if (climb && climb.goal === 0) {
    settleClimb(1);
    return;
  }
  if (climb) finishClimb();
  if (zoomOrClimb(factor)) settleClimb(1);
}

/** Shows the rung at a zoom, from where the ladder goes on. */
export function restAt(zoom) {
  endClimb();
  zoomTo(zoom);
  ladder.rest = view.zoom;
}

/** The point that keys zoom around: the chosen element's middle, or the stage's. */
function keyPoint() {
  const found = page.chosen && page.drawn.find(({element}) => element.id === page.chosen.id);
  if (!found) return {x: view.w / 2, y: view.h / 2};
  const {box} = found;
  return {x: clamp(box.x + box.w / 2, 0, view.w), y: clamp(box.y + box.h / 2, 0, view.h)};
}

/** Begins a change of rung; returns whether there is something to hold. */
function startClimb(step, point) {
  const rung = rungBeside(step);
  const hold = holdFor(point);
  if (!rung || !hold) return false;
  page.fling = page.glides.section = null;
  const climb = {step, rung, hold, amount: 0, growth: Math.log(rungGrowth(view, rung, step)), goal: null, scene: null};
  ladder.climb = climb;
  loadClimb(climb);
  return true;
}

/** The last gesture's hold, if nothing has moved since and the point is about the same; else a new one. */
function holdFor(point) {
  const {hold} = ladder;
  const isSame = hold && hold.layout === view.layout.name && hold.corner.x === view.x && hold.corner.y === view.y &&
    Math.hypot(hold.point.x - point.x, hold.point.y - point.y) < 48;
  return isSame ? hold : holdAt(page.drawn, point);
}

async function loadClimb(climb) {
  const {rung, hold} = climb;
  const zoom = rungZoom(view, rung);
  const own = page.drawn.find(
    ({element}) => element.kind === cellKind && element.section === hold.section && element.item === hold.item);
  const place = own ? pointIn(own.box, hold.fraction) : hold.point;
  const before = new View();
  Object.assign(before, view);
  try {
    const answer = await source.transition(view.layout.name, rung.name, hold, {
      place: {x: place.x / view.zoom, y: place.y / view.zoom},
      goal: {x: hold.point.x / zoom, y: hold.point.y / zoom},
      size: {w: view.w / view.zoom, h: view.h / view.zoom},
      scale: zoom / view.zoom,
    });
    if (ladder.climb !== climb) return;
    const target = viewHolding(before, answer.layout, zoom, pointIn(frameOf(answer.to), hold.fraction), hold.point);
    climb.scene = new Climb(answer, before, target);
    if (climb.goal !== null) settleClimb(climb.goal);
    followAmount(hold.point);
  } catch (error) {
    if (ladder.climb === climb) ladder.climb = null;
    page.trouble = sentenceOf(error);
  }
  redraw();
}

/** How far a climb is, from 0 to 1; beyond: the gesture asks for another rung. */
const climbShare = (climb) => climb.amount / climb.growth;

/** Does what the amount of a gesture asks for: a part of the way, this rung, the next, or the other way. */
function followAmount(point) {
  const {climb} = ladder;
  if (!climb || !climb.scene) return;
  const share = climbShare(climb);
  if (climb.goal !== null) {
    redraw();
  } else if (share >= 1) {
    const rest = climb.amount - climb.growth;
    finishClimb();
    if (Math.abs(rest) > 1e-6 && startClimb(climb.step, point)) ladder.climb.amount = rest;
  } else if (share < 0) {
    const rest = climb.amount;
    noteHold(climb.hold);
    ladder.climb = null;
    if (startClimb(-climb.step, point)) ladder.climb.amount = rest;
  }
  redraw();
}

/** The gesture pauses or ends: the climb goes on to the nearer rung. */
export function releaseClimb() {
  clearTimeout(ladder.timer);
  if (ladder.climb && !page.glides.climb) settleClimb(climbShare(ladder.climb) > decisiveShare ? 1 : 0);
}

export function releaseClimbSoon() {
  clearTimeout(ladder.timer);
  ladder.timer = setTimeout(releaseClimb, wheelPause);
}

/** Goes to one end of a climb, once its elements have come. */
function settleClimb(to) {
  const {climb} = ladder;
  climb.goal = to;
  if (!climb.scene) return;
  const from = clamp(climbShare(climb), 0, 1);
  startGlide("climb", climbDuration * Math.max(Math.abs(to - from), 0.3), (part) => {
    climb.amount = climb.growth * (from + (to - from) * slowAtEnds(part));
    if (part < 1 || ladder.climb !== climb) return;
    if (to === 1) return finishClimb();
    noteHold(climb.hold);
    ladder.climb = null;
  });
}

/** Ends a climb at once, at the end that it is on the way to. */
export function endClimb() {
  const {climb} = ladder;
  if (!climb) return;
  clearTimeout(ladder.timer);
  if (climb.goal === null ? climbShare(climb) > decisiveShare : climb.goal === 1)
    finishClimb();
  else
    ladder.climb = null;
}

/** Shows the rung that a climb leads to; without its elements, at the place that is known. */
function finishClimb() {
  const {climb} = ladder;
  ladder.climb = null;
  if (!climb || !climb.scene) return;
  const {scene} = climb;
  const {end} = scene;
  leaveFor("rung");
  forgetAllTiles();
  page.offsets.clear();
  clearSearch();
  forgetRail();
  page.flashes = [];
  Object.assign(view, {layout: end.layout, zoom: end.zoom, x: end.x, y: end.y});
  ladder.rungs = ladder.rungs.map((rung) => (rung.name === end.layout.name ? end.layout : rung));
  ladder.rest = end.zoom;
  const drawn = [];
  scene.forEach(1, (element, box) => drawn.push({element, box}));
  keepDrawn(drawn);
  noteChange();
  showFacts();
  noteAddress();
  part("layouts").value = end.layout.name;
  noteHold(climb.hold);
  if (page.chosen) choose(scene.arrived(page.chosen.id) ?? null, !panel.hidden);
  if (page.isExplaining) explainSoon(0);
  redraw();
}

/** Remembers what was held, for a gesture that goes on from here. */
function noteHold(hold) { ladder.hold = {...hold, layout: view.layout.name, corner: {x: view.x, y: view.y}}; }

export function forgetClimb() {
  clearTimeout(ladder.timer);
  Object.assign(ladder, {climb: null, hold: null});
}

/** Draws a climb, if there is one; returns whether it did. */
export function drawClimb() {
  const {climb} = ladder;
  if (!climb || !climb.scene) return false;
  const share = clamp(climbShare(climb), 0, 1);
  const progress = prefersLessMotion.matches ? Math.round(share) : share;
  drawGround(view.cut(climb.scene.ground(progress)));
  climb.scene.forEach(progress, (element, box, opacity) => {
    pen.globalAlpha = opacity;
    drawElement(element, box);
  });
  pen.globalAlpha = 1;
  updatePictures();
  drawChosen();
  return true;
}
