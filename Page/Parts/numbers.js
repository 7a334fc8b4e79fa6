// The files of this folder are the parts of the page that need no document: each is tested by itself.

export const clamp = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));

/** Formatters by their digits: making one takes longer than a frame has. */
const formatters = new Map();

function formatterOf(digits) {
  if (!formatters.has(digits)) formatters.set(digits, new Intl.NumberFormat("en", {maximumFractionDigits: digits}));
  return formatters.get(digits);
}

/** A number without the noise of binary fractions, in groups of three digits. */
export function readable(number, digits = 3) {
  if (number === null || number === undefined) return "–";
  return formatterOf(Math.abs(number) >= 1e6 ? 0 : digits).format(number);
}

export function counted(number, one, many = one + "s") { return `${readable(number)} ${number === 1 ? one : many}`; }

// Frames are objects with x, y, w and h.

export const overlaps = (a, b) => a.x < b.x + b.w && a.x + a.w > b.x && a.y < b.y + b.h && a.y + a.h > b.y;

export const frameOf = ([x, y, w, h]) => ({x, y, w, h});

/** The frame of something that has more members. */
export const frameIn = ({x, y, w, h}) => ({x, y, w, h});

/** A frame on the way from one to another; `share` goes from 0 to 1. */
export function frameBetween(from, to, share) {
  const at = (name) => from[name] * (1 - share) + to[name] * share;
  return {x: at("x"), y: at("y"), w: at("w"), h: at("h")};
}

/** The name of the extent along an axis. */
export const lengthOf = (axis) => (axis === "x" ? "w" : "h");
