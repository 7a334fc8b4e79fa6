// The source of the data: the server that sent the page, or the page itself.

import {referenceOf} from "./Parts/anchors.js";
import {searchItems} from "./Parts/hits.js";
import {configuration, editKey, page, view} from "./state.js";

/** Asks the server, about the shown wall of hits if there is one. A refusal is an error with its sentence. */
async function ask(path, parameters, options = {}) {
  const given = Object.entries({hits: page.wall, ...parameters}).filter(([, value]) => (value ?? "") !== "");
  const answer = await fetch(`/api/${path}?${new URLSearchParams(given)}`, options);
  const value = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(value.error || `${answer.status}`), {status: answer.status});
  return value;
}

/** Sends a change of the layout to the server, which lays out what shows: as much of it as it does in one step. */
function send(path, edit) {
  const {x, y, w, h} = view.shown;
  const rect = [x, y, Math.min(w, 20000), Math.min(h, 20000)].join(",");
  const options = {method: "POST", headers: {"X-Layout-Token": editKey}};
  return ask(path, {layout: view.layout.name, hits: null, rect, ...edit}, options);
}

const rectText = (rect) => [rect.x, rect.y, rect.w, rect.h].join(",");
const pointText = ({x, y}) => `${x},${y}`;
const offsetsText = (offsets) => [...offsets].map(([section, offset]) => `${section}:${offset}`).join(",");

/** The address of an item's picture. The state of the layout, which is not sent, has the browser ask for it again. */
export function imageAddress({name, revision}, section, item, isOriginal = false) {
  const query = new URLSearchParams({layout: name, section, item});
  if (isOriginal) query.set("original", "1");
  if (page.wall) query.set("hits", page.wall);
  return `/api/image?${query}#${encodeURIComponent(revision)}`;
}

const server = {
  layouts: async () => (await ask("layouts", {hits: null})).layouts,
  layout: (layout, hits, held = []) => ask("layout", {layout, hits, held: JSON.stringify(held)}),
  ladder: (layout) => ask("ladder", {layout}),
  transition: (layout, to, {section, item, fraction}, {place, goal, size, scale}) => ask("transition", {
    layout,
    to,
    section,
    item,
    fraction: pointText(fraction),
    place: pointText(place),
    goal: pointText(goal),
    size: `${size.w},${size.h}`,
    scale,
  }),
  scene: (layout, rect, offsets, signal) =>
    ask("scene", {layout, rect: rectText(rect), offsets: offsetsText(offsets)}, {signal}),
  changed: (layout, rect, since, items) =>
    ask("changed", {layout, rect: rectText(rect), since, items: JSON.stringify(items)}),
  pieces: (layout, from, to, count, signal = undefined) => ask("pieces", {layout, from, to, count}, {signal}),
  rail: (layout, count) => ask("rail", {layout, count}),
  item: (layout, element, {isContaining = false, beside = 0} = {}) => {
    const reference = referenceOf(element);
    const place = reference ? {of: reference} : {section: element.section, item: element.item};
    return ask("item", {layout, ...place, containing: isContaining ? 1 : null, beside: beside || null});
  },
  sections: (layout) => ask("sections", {layout}),
  change: (layout, known, signal) => ask("changes", {layout, known}, {signal}),
  /** Counts hits, and says where some of them are. */
  count: (layout, text, after, signal) => ask("search", {layout, text, after, brief: 1}, {signal}),
  search: (layout, text, after, signal) => ask("search", {layout, text, after}, {signal}),
  next: (layout, text, way, {of = null, from = null, after = null}, signal) =>
    ask("next", {layout, text, of, from, back: way < 0 ? 1 : null, after}, {signal}),
  explain: (layout, rect, signal) => ask("explain", {layout, rect: rectText(rect)}, {signal}),
  resize: ({section, item, width, height}) =>
    send("resize", {section, item, width: width ?? "none", height: height ?? "none"}),
  /** `state` is collapsed, expanded, or revealed: of a section, of an item, or of all if neither is named. */
  fold: (edit) => send("fold", edit),
};

/** A page that holds one rectangle and everything in it. */
function enclosed(data) {
  const refuseEdit = async () => {
    throw new Error("this page cannot be edited");
  };
  const items = new Map(data.items.map((item) => [`${item.section}/${item.item}`, item]));
  return {
    layouts: async () => [{name: data.layout.name, state: data.layout.state}],
    layout: async () => data.layout,
    ladder: async () => ({rungs: []}),
    transition: async () => {
      throw new Error("this page holds one layout");
    },
    scene: async () => data.scene,
    pieces: async () => data.rail,
    rail: async () => data.rail,
    sections: async () =>
      ({titles: Array.from({length: data.layout.sections}, (_, index) => data.rail.titles[index] ?? null)}),
    explain: async () => data.explanation,
    item: async (layout, {section, item}, {isContaining = false, beside = 0} = {}) => {
      const found = isContaining || beside ? null : items.get(`${section}/${item}`);
      if (!found) throw new Error("this page holds nothing more of the item");
      return found;
    },
    search: async (layout, text) => ({hits: searchItems([...items.values()], text), next: null, fraction: 1}),
    // The search above is complete.
    next: async () => ({hit: null, next: null, count: 0}),
    resize: refuseEdit,
    fold: refuseEdit,
  };
}

export const source = configuration.enclosed ? enclosed(configuration.enclosed) : server;
