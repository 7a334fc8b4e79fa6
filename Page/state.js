// The state of the page, and what all of its scripts use.

import {View} from "./Parts/view.js";

/** The program writes the configuration into the page. */
export const configuration = JSON.parse(document.getElementById("configuration").textContent);

/** The key of edits comes with the address that the program prints. It stays out of links that are passed on. */
export const editKey = (() => {
  const given = new URLSearchParams(location.hash.slice(1)).get("key");
  try {
    if (given) sessionStorage.setItem("layoutcache.key", given);
    return given || sessionStorage.getItem("layoutcache.key");
  } catch {
    return given;
  }
})();
if (location.hash.includes("key=")) history.replaceState(null, "", location.pathname + location.search);
export const mayEdit = configuration.isEditable && Boolean(editKey);

export const view = new View();
view.bounds = configuration.enclosed ? configuration.enclosed.rect : null;

export const page = {
  /** The speed of the view, in points for each frame: requests go ahead of it. */
  motion: {x: 0, y: 0, zooms: false},
  /** The offsets of orthogonal sections, by section. */
  offsets: new Map(),
  palette: null,
  /** The boxes on the screen now, the lowest first: { element, box }. */
  drawn: [],
  /** The chosen element; null: none. */
  chosen: null,
  /** The selected text: { from, to }, places with the frames of their rows; null: none. */
  selection: null,
  /** The pointer's place on the stage; null: it is elsewhere, or it drags. */
  hover: null,
  /** The state of a layout in which pictures are asked for: { name, revision }. */
  pictured: null,
  /** Why an answer is missing, as a sentence; empty: all is well. */
  trouble: "",
  /** The boxes from before the content moved under the view, until its new tiles come: { drawn, x, y, zoom, until }. */
  still: null,
  /** The search whose hits are shown as a wall; null: none. */
  wall: null,
  /** Whether a row of the layout lies below another: it is an outline. */
  isOutline: false,
  isExplaining: false,
  explanation: null,
  /** Bands that were laid out again a moment ago: { frame, until }. */
  flashes: [],
  /** Items on their way from another order: { boxes by row id, share }. */
  sorting: null,
  /** Movements that go on, by what moves: the place, the zoom, a section, a climb, or items. */
  glides: {},
  fling: null,
};

export const part = (id) => /** @type {any} */ (document.getElementById(id));

/** A new element with a class, texts and elements. Nothing that comes out of a file becomes markup. */
export function made(tag, className = "", ...content) {
  const element = /** @type {any} */ (document.createElement(tag));
  if (className) element.className = className;
  element.append(...content.filter((part) => part || part === 0));
  return element;
}

/** Sets attributes of an element; null takes one away. */
export function mark(element, attributes) {
  for (const [name, value] of Object.entries(attributes))
    if (value === null)
      element.removeAttribute(name);
    else
      element.setAttribute(name, String(value));
}

export const buttonOf = (text, action, className = "") =>
  Object.assign(made("button", className, text), {type: "button", onclick: action});

/** A row of buttons, by their texts and actions. */
export const buttonRow = (actions) =>
  made("div", "folding", ...Object.entries(actions).map(([text, action]) => buttonOf(text, action)));

/** Writes to the document only what is new: each change of it costs more than drawing. */
export const written = new Map();
export function write(id, text) {
  if (written.get(id) === text) return;
  written.set(id, text);
  part(id).textContent = text;
}

let isFrameDue = false;
let draw = (now) => {};

/** Sets what draws a frame. */
export const drawWith = (body) => (draw = body);

export function redraw() {
  if (isFrameDue) return;
  isFrameDue = true;
  requestAnimationFrame((now) => {
    isFrameDue = false;
    draw(now);
  });
}

// MARK: Preferences

export const prefersLessMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** A setting that outlives the page, where the browser keeps any. */
export function setting(name, value = undefined) {
  try {
    if (value !== undefined) localStorage.setItem(`layoutcache.${name}`, String(value));
    return localStorage.getItem(`layoutcache.${name}`);
  } catch {
    return null;
  }
}

export const fontFamily =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";
