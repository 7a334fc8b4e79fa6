// The address of a place: what a link or a bookmark leads back to.

/** A text for each part of an address that is set: items are named as `referenceOf` does. */
export function addressText(state) {
  const rounded = (value) => String(Math.round(value * 100) / 100);
  const query = new URLSearchParams({layout: state.layout});
  const set = (name, value) => {
    if (value !== null && value !== undefined && value !== "") query.set(name, value);
  };
  set("hits", state.hits);
  if (state.at) {
    set("at", state.at.reference);
    set("by", `${rounded(state.at.x)},${rounded(state.at.y)}`);
  }
  // For a layout in which that item is missing.
  set("x", rounded(state.x));
  set("y", rounded(state.y));
  if (state.zoom !== 1) set("zoom", String(+state.zoom.toPrecision(6)));
  set("chosen", state.chosen);
  set("search", state.search);
  set("colour", state.colour);
  set("offsets", [...state.offsets].map(([section, offset]) => `${section}:${rounded(offset)}`).join(","));
  if (state.isExplaining) set("explain", "1");
  return `?${query}`;
}

/** The parts of an address; null where it has none, or nothing that can be read. */
export function addressFrom(text) {
  const query = new URLSearchParams(text);
  const number = (name) => (query.get(name) && Number.isFinite(+query.get(name)) ? +query.get(name) : null);
  const [x, y] = (query.get("by") ?? "").split(",").map(Number);
  const offsets = new Map();
  for (const pair of (query.get("offsets") ?? "").split(",")) {
    const [section, offset] = pair.split(":").map(Number);
    if (pair && section >= 0 && Number.isFinite(offset)) offsets.set(section, offset);
  }
  const reference = (name) => (/^(k:|i:-?\d+$)/.test(query.get(name) ?? "") ? query.get(name) : null);
  return {
    layout: query.get("layout"),
    hits: query.get("hits") || null,
    at: reference("at") && Number.isFinite(x) && Number.isFinite(y) ? {reference: reference("at"), x, y} : null,
    x: number("x"),
    y: number("y"),
    zoom: number("zoom"),
    fraction: number("fraction"),
    chosen: reference("chosen"),
    search: query.get("search") ?? "",
    colour: query.get("colour"),
    offsets,
    isExplaining: query.get("explain") === "1",
  };
}
