// How cells move by their place in the viewport: the formulas of ElementMotion.swift.

/** The part of the content by which cells move; a page of one rectangle has that, where it is smaller. */
function motionViewport(view) {
  const {shown, bounds} = view;
  if (!bounds) return shown;
  const range = (name) => shown[lengthOf(name)] > bounds[lengthOf(name)] ? [bounds[name], bounds[lengthOf(name)]]
                                                                         : [shown[name], shown[lengthOf(name)]];
  const [[x, w], [y, h]] = [range("x"), range("y")];
  return {x, y, w, h};
}

/**
 * A cell as it is drawn, by its place and the viewport: its box before it is turned, the angle, the opacity, and the
 * box around all of it.
 */
function drawingOf(motion, place, viewport) {
  const kind = motion & 7;
  const along = (motion & 8) !== 0 ? "x" : "y";
  const isMirrored = (motion & 16) !== 0;
  const length = place[lengthOf(along)];
  const whole = viewport[lengthOf(along)];
  const start = place[along] - viewport[along];
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
  const around = (w, h) => ({
    x: place.x + shift.x + (place.w - w) / 2,
    y: place.y + shift.y + (place.h - h) / 2,
    w,
    h,
  });
  const sine = Math.abs(Math.sin(rotation)), cosine = Math.cos(rotation);
  const [w, h] = [scale * place.w, scale * place.h];
  return {box: around(w, h), whole: around(w * cosine + h * sine, h * cosine + w * sine), rotation, opacity};
}
