// How cells move by their place in the viewport: the formulas of ElementMotion.swift.

import {clamp, lengthOf} from "./numbers.js";

/** The part of the content by which cells move; a page of one rectangle has that, where it is smaller. */
export function motionViewport(view) {
  const {shown, bounds} = view;
  if (!bounds) return shown;
  const range = (name) => shown[lengthOf(name)] > bounds[lengthOf(name)] ? [bounds[name], bounds[lengthOf(name)]]
                                                                         : [shown[name], shown[lengthOf(name)]];
  const [[x, w], [y, h]] = [range("x"), range("y")];
  return {x, y, w, h};
}

/**
 * An element as it is drawn, by its place and the viewport: its box before it is turned, the angle, the opacity, and the
 * box around all of it. A badge is as if painted on its cell, whose place is the host.
 */
export function drawingOf(motion, place, viewport, host = place) {
  const kind = motion & 7;
  const along = (motion & 8) !== 0 ? "x" : "y";
  const isMirrored = (motion & 16) !== 0;
  const length = host[lengthOf(along)];
  const whole = viewport[lengthOf(along)];
  const start = host[along] - viewport[along];
  const middle = clamp((2 * start + length - whole) / (whole + length), -1, 1);
  let scale = 1, rotation = 0, opacity = 1;
  const shift = {x: 0, y: 0};
  if (kind === 1) {
    const isReversed = isMirrored && along === "x";
    const passed = clamp((2 * (isReversed ? start + length - whole : -start)) / whole, 0, 1);
    scale = 1 - 0.2 * passed;
    opacity = 1 - passed;
    shift[along] = (isReversed ? -0.5 : 0.5) * whole * passed;
  } else if (kind === 2) {
    scale = 1 - 0.5 * Math.abs(middle);
    shift[along] = -0.125 * whole * middle * Math.abs(middle);
  } else if (kind === 3) {
    rotation = (along === "y" && !isMirrored ? -0.5 : 0.5) * middle;
    shift[along === "x" ? "y" : "x"] = (along === "y" && isMirrored ? -0.125 : 0.125) * whole * middle * middle;
  } else if (kind === 4) {
    opacity = 1 - middle * middle;
  }
  const sine = Math.sin(rotation), cosine = Math.cos(rotation);
  const away = {x: place.x + place.w / 2 - (host.x + host.w / 2), y: place.y + place.h / 2 - (host.y + host.h / 2)};
  shift.x += scale * (away.x * cosine - away.y * sine) - away.x;
  shift.y += scale * (away.x * sine + away.y * cosine) - away.y;
  const around = (w, h) => ({
    x: place.x + shift.x + (place.w - w) / 2,
    y: place.y + shift.y + (place.h - h) / 2,
    w,
    h,
  });
  const [w, h] = [scale * place.w, scale * place.h];
  const turn = Math.abs(sine);
  return {box: around(w, h), whole: around(w * cosine + h * turn, h * cosine + w * turn), rotation, opacity};
}
