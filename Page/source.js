// Where the page's data comes from: the server that sent it, or the page itself.

/** Asks the server; what it refuses is an error with its sentence. */
async function ask(path, parameters, options) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== null && value !== ""));
  const answer = await fetch(`${path}?${query}`, options);
  const value = await answer.json();
  if (!answer.ok) throw new Error(value.error || `${answer.status}`);
  return value;
}

const rectText = (rect) => [rect.x, rect.y, rect.w, rect.h].join(",");

const server = {
  layouts: async () => (await ask("/api/layouts", {})).layouts,
  layout: (layout) => ask("/api/layout", { layout }),
  scene: (layout, rect, offsets, signal) => ask("/api/scene", {
    layout, rect: rectText(rect), offsets: [...offsets].map(([section, offset]) => `${section}:${offset}`).join(","),
  }, { signal }),
  rail: (layout, count) => ask("/api/rail", { layout, count }),
  item: (layout, section, item) => ask("/api/item", { layout, section, item }),
  search: (layout, text, after, signal) => ask("/api/search", { layout, text, after }, { signal }),
  explain: (layout, rect, signal) => ask("/api/explain", { layout, rect: rectText(rect) }, { signal }),
  resize: (edit) => ask("/api/resize", {}, {
    method: "POST", body: JSON.stringify(edit),
    headers: { "Content-Type": "application/json", "X-Layout-Token": configuration.token },
  }),
};

/** A page that holds one rectangle and everything in it. */
function enclosed(data) {
  const items = new Map(data.items.map((item) => [`${item.section}/${item.item}`, item]));
  return {
    layouts: async () => [{ name: data.layout.name, state: data.layout.state }],
    layout: async () => data.layout,
    scene: async () => data.scene,
    rail: async () => data.rail,
    explain: async () => data.explanation,
    item: async (layout, section, item) => {
      const found = items.get(`${section}/${item}`);
      if (!found) throw new Error("this page holds nothing more of the item");
      return found;
    },
    search: async (layout, text) => {
      const wanted = text.toLowerCase();
      const hits = [...items.values()].filter((item) => [item.key, item.payload && item.payload.title]
        .some((value) => typeof value === "string" && value.toLowerCase().includes(wanted)));
      return {
        hits: hits.map((item) => ({ ...item, title: (item.payload && item.payload.title) || null })), next: null, fraction: 1,
      };
    },
  };
}

const source = configuration.enclosed ? enclosed(configuration.enclosed) : server;

/** The columns of a list of elements, as objects. */
function elementsOf(columns) {
  if (!columns) return [];
  const { names, numbers, frames, texts } = columns;
  const elements = new Array(numbers.length / 7);
  for (let index = 0; index < elements.length; index++) {
    const at = index * 7;
    const frame = index * 4;
    const [kind, name, section, item, z, lap, flags] = numbers.slice(at, at + 7);
    elements[index] = {
      kind, name: name < 0 ? "cell" : names[name], section, item, z, lap, isStale: (flags & 1) !== 0, moves: (flags & 2) !== 0,
      x: frames[frame], y: frames[frame + 1], w: frames[frame + 2], h: frames[frame + 3],
      key: texts ? texts[index * 2] : null, title: texts ? texts[index * 2 + 1] : null,
      id: `${kind}.${name < 0 ? "" : names[name]}.${section}.${item}.${lap}`, shift: 0,
    };
  }
  return elements;
}
