// The source of the data: the server that sent the page, or the page itself.

import {referenceOf} from "./Parts/anchors.js";
import {searchItems} from "./Parts/places.js";
import {configuration, editKey, page, view} from "./state.js";

/** A value as the server reads it: the numbers of a rectangle, a point or a size, the pairs of a map, or JSON. */
function parameterText(value) {
  if (value === true) return "1";
  if (Array.isArray(value)) return JSON.stringify(value);
  if (value instanceof Map) return [...value].map((pair) => pair.join(":")).join(",");
  return String(typeof value === "object" ? Object.values(value) : value);
}

/** Asks the server, about the shown wall of hits if there is one. A refusal is an error with its sentence. */
async function ask(path, parameters, options = {}) {
  const given = Object.entries({hits: page.wall, ...parameters})
                  .filter(([, value]) => (value || value === 0) && value !== "")
                  .map(([name, value]) => [name, parameterText(value)]);
  const answer = await fetch(`/api/${path}?${new URLSearchParams(given)}`, options);
  const value = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(value.error || `${answer.status}`), {status: answer.status});
  return value;
}

/** Sends a change of the layout to the server, which lays out what shows: as much of it as it does in one step. */
function send(path, edit) {
  const {x, y, w, h} = view.shown;
  const rect = {x, y, w: Math.min(w, 20000), h: Math.min(h, 20000)};
  const options = {method: "POST", headers: {"X-Layout-Token": editKey}};
  return ask(path, {layout: view.layout.name, hits: null, rect, ...edit}, options);
}

/** The address of an item's picture. The state of the layout, which is not sent, has the browser ask for it again. */
export function imageAddress({name, revision}, section, item, isOriginal = false) {
  const query = new URLSearchParams({layout: name, section, item});
  if (isOriginal) query.set("original", "1");
  if (page.wall) query.set("hits", page.wall);
  return `/api/image?${query}#${encodeURIComponent(revision)}`;
}

const server = {
  layouts: async () => (await ask("layouts", {hits: null})).layouts,
  layout: (layout, hits, held = []) => ask("layout", {layout, hits, held}),
  ladder: (layout) => ask("ladder", {layout}),
  transition: (layout, to, {section, item, fraction}, ends) =>
    ask("transition", {layout, to, section, item, fraction, ...ends}),
  scene: (layout, rect, offsets, signal) => ask("scene", {layout, rect, offsets}, {signal}),
  changed: (layout, rect, since, items) => ask("changed", {layout, rect, since, items}),
  pieces: (layout, from, to, count, values = true, signal = undefined) =>
    ask("pieces", {layout, from, to, count, values}, {signal}),
  item: (layout, element, {isContaining = false, beside = 0} = {}) => {
    const reference = referenceOf(element);
    const place = reference ? {of: reference} : {section: element.section, item: element.item};
    return ask("item", {layout, ...place, containing: isContaining, beside: beside || null});
  },
  sections: (layout) => ask("sections", {layout}),
  change: (layout, known, signal) => ask("changes", {layout, known}, {signal}),
  /** Counts hits, and says where some of them are. */
  count: (layout, text, after, signal) => ask("search", {layout, text, after, brief: true}, {signal}),
  search: (layout, text, after, signal) => ask("search", {layout, text, after}, {signal}),
  next: (layout, text, way, start, signal) => ask("next", {layout, text, back: way < 0, ...start}, {signal}),
  explain: (layout, rect, signal) => ask("explain", {layout, rect}, {signal}),
  resize: ({section, item, width, height}) =>
    send("resize", {section, item, width: width ?? "none", height: height ?? "none"}),
  /** `state` is collapsed, expanded, or revealed: of a section, of an item, or of all if neither is named. */
  fold: (edit) => send("fold", edit),
};

/** The answers of a page that holds one rectangle and everything in it. */
function enclosed(data) {
  const items = new Map(data.items.map((item) => [`${item.section}/${item.item}`, item]));
  const answers = {
    layouts: () => [{name: data.layout.name, state: data.layout.state}],
    layout: () => data.layout,
    ladder: () => ({rungs: []}),
    scene: () => data.scene,
    pieces: () => data.rail,
    sections: () =>
      ({titles: Array.from({length: data.layout.sections}, (_, index) => data.rail.titles[index] ?? null)}),
    explain: () => data.explanation,
    item: (layout, {section, item}, further) => further ? null : items.get(`${section}/${item}`),
    search: (layout, text) => ({hits: searchItems([...items.values()], text), next: null, fraction: 1}),
    // The search above is complete.
    next: () => ({hit: null, next: null, count: 0}),
  };
  const ask = (name) => async (...given) => {
    const answer = answers[name]?.(...given);
    if (!answer) throw new Error("this page holds nothing more");
    return answer;
  };
  return Object.fromEntries(Object.keys(server).map((name) => [name, ask(name)]));
}

export const source = configuration.enclosed ? enclosed(configuration.enclosed) : server;
