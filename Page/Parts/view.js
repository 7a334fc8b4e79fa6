// The visible part of the content: the point at the stage's upper left corner, and the pixels of a point. Everything
// is drawn relative to that corner, so that no coordinate of the page grows with the content.

import {foldedPlace, foldOf, sheetZoom, shownLength, shownRegion} from "./fold.js";
import {clamp, lengthOf} from "./numbers.js";

export const greatestZoom = 16;

export class View {
  constructor() {
    this.x = 0;
    this.y = 0;
    this.zoom = 1;
    /** The stage, in pixels. */
    this.w = 0;
    this.h = 0;
    /** The layout, as the server describes it; null before that. */
    this.layout = null;
    /** The only part that can be shown; null: all of it. */
    this.bounds = null;
    /** Whether sections scroll across the axis. */
    this.scrollsAcross = false;
  }

  get axis() { return this.layout && this.layout.axis === "x" && !this.layout.isFree ? "x" : "y"; }
  get cross() { return this.axis === "y" ? "x" : "y"; }
  get isFree() { return Boolean(this.layout && this.layout.isFree); }
  get isSheet() { return Boolean(this.layout && this.layout.kind === "spreadsheet"); }
  get isEndless() { return Boolean(this.layout && this.layout.lapLength > 0); }

  /** The stage's length along an axis, in pixels. */
  stageLength(name) { return name === "x" ? this.w : this.h; }

  /** The part of the content that can be shown. */
  get extent() {
    if (this.bounds) return this.bounds;
    return {x: 0, y: 0, w: this.layout ? this.layout.content[0] : 0, h: this.layout ? this.layout.content[1] : 0};
  }

  /** The part of the content that the stage shows. */
  get shown() { return {x: this.x, y: this.y, w: this.w / this.zoom, h: this.h / this.zoom}; }

  /** The zoom at which all of the content shows. */
  get minimumZoom() {
    const whole = this.extent;
    const fitting = Math.min(this.w / Math.max(whole.w, 1), this.h / Math.max(whole.h, 1));
    return clamp(sheetZoom(this) ?? fitting, 1e-9, 1);
  }

  /** The zoom at which the content's extent across the scroll axis fills the stage. */
  get fittingZoom() {
    const name = this.cross;
    return clamp(this.stageLength(name) / Math.max(this.extent[lengthOf(name)], 1), this.minimumZoom, greatestZoom);
  }

  /** The least and the greatest coordinate of the corner. */
  limits(name) {
    const whole = this.extent;
    const length = whole[lengthOf(name)];
    const shown = name === this.axis ? shownLength(this) : this.stageLength(name) / this.zoom;
    if (name === this.axis ? this.isEndless : this.layout && this.layout.crossLapLength > 0)
      return [-Infinity, Infinity];
    const first = whole[name];
    if (length > shown) return [first, first + length - shown];
    // Content that is narrower than the stage stands in its middle; content that is shorter begins at its beginning.
    const isAlong = this.layout && !this.isFree && name === this.axis;
    const rest = isAlong ? (this.layout.isMirrored ? length - shown : 0) : (length - shown) / 2;
    return [first + rest, first + rest];
  }

  /** Moves the corner within its limits; returns whether it moved. */
  moveTo(x, y) {
    const before = [this.x, this.y];
    this.x = clamp(x, ...this.limits("x"));
    this.y = clamp(y, ...this.limits("y"));
    if (!Number.isFinite(this.x)) this.x = 0;
    if (!Number.isFinite(this.y)) this.y = 0;
    return this.x !== before[0] || this.y !== before[1];
  }

  /** Zooms around a point of the stage, which keeps its place. */
  zoomTo(zoom, at = {x: this.w / 2, y: this.h / 2}) {
    const {value} = foldedPlace(this, at);
    const cross = this[this.cross] + at[this.cross] / this.zoom;
    const isFolded = foldOf(this).spread === 1;
    this.zoom = clamp(zoom, this.minimumZoom, greatestZoom);
    // Content that is about to fold becomes the first column.
    const column = isFolded ? foldedPlace(this, at).column : 0;
    const corner = {
      [this.cross]: cross - at[this.cross] / this.zoom,
      [this.axis]: value - column * foldOf(this).length - at[this.axis] / this.zoom,
    };
    this.moveTo(corner.x, corner.y);
  }

  /** Takes another size of the stage. */
  resize({w, h}) {
    [this.w, this.h] = [w, h];
    this.zoom = Math.max(this.zoom, this.minimumZoom);
    this.moveTo(this.x, this.y);
  }

  /** The fraction of the way along the scroll axis. */
  get fraction() {
    const name = this.axis;
    if (this.isEndless) {
      const lap = this.layout.lapLength;
      return (((this[name] % lap) + lap) % lap) / lap;
    }
    const [low, high] = this.limits(name);
    const part = high > low ? (this[name] - low) / (high - low) : 0;
    return this.layout && this.layout.isMirrored ? 1 - part : part;
  }

  moveToFraction(wanted) {
    const name = this.axis;
    const part = clamp(this.layout && this.layout.isMirrored ? 1 - wanted : wanted, 0, 1);
    let target;
    if (this.isEndless) {
      target = (Math.floor(this[name] / this.layout.lapLength) + part) * this.layout.lapLength;
    } else {
      const [low, high] = this.limits(name);
      target = low + part * (high - low);
    }
    return this.moveTo(name === "x" ? target : this.x, name === "y" ? target : this.y);
  }

  /** A frame of the content, in pixels from the stage's corner. */
  onStage(frame) {
    return {
      x: (frame.x - this.x) * this.zoom,
      y: (frame.y - this.y) * this.zoom,
      w: frame.w * this.zoom,
      h: frame.h * this.zoom,
    };
  }

  /** A box of the stage without its parts far outside: a box a million pixels long is slow to draw. */
  cut(box) {
    const x = Math.max(box.x, -80), y = Math.max(box.y, -80);
    return {x, y, w: Math.min(box.x + box.w, this.w + 80) - x, h: Math.min(box.y + box.h, this.h + 80) - y};
  }

  /**
   * The corner that shows a frame: its present place, if the frame is visible already. `covered` are pixels of the
   * stage's lower edge that something else covers.
   */
  cornerShowing(frame, covered = 0) {
    const shown = shownRegion(this);
    shown.h = Math.max(shown.h - covered / this.zoom, 1);
    const margin = Math.min(60 / this.zoom, shown.h / 6);
    const corner = {x: this.x, y: this.y};
    for (const name of ["x", "y"]) {
      const length = lengthOf(name);
      const isAlong = name === this.axis;
      const isIn = frame[name] >= shown[name] + (isAlong ? margin : 0) &&
        frame[name] + frame[length] <= shown[name] + shown[length];
      if (!isIn)
        corner[name] = isAlong ? frame[name] - Math.max(0, shown[length] - frame[length]) / 3 : frame[name] - margin;
    }
    return corner;
  }
}
