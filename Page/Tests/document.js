// As much of a browser as the page's modules need: elements without markup, a canvas that draws nothing, and a server
// whose answers a test sets. Nothing here measures or paints: scripts/browse-check does that in Chromium.

const ignored = () => {};

class StubElement {
  constructor(tagName = "div") {
    Object.assign(this, {
      tagName,
      id: "",
      className: "",
      textContent: "",
      value: "",
      hidden: false,
      open: false,
      disabled: false,
      clientWidth: 800,
      clientHeight: 600,
      children: [],
      options: [],
      attributes: new Map(),
      style: {setProperty: ignored},
      classList: {toggle: ignored, add: ignored, remove: ignored}
    });
  }
  set innerHTML(text) { throw new Error("text became markup"); }
  get text() { return this.textContent + this.children.map((child) => child.text ?? child).join(""); }
  append(...children) { this.children.push(...children); }
  replaceChildren(...children) { this.children = children; }
  setAttribute(name, value) { this.attributes.set(name, value); }
  getAttribute(name) { return this.attributes.get(name) ?? null; }
  removeAttribute(name) { this.attributes.delete(name); }
  addEventListener() {}
  scrollIntoView() {}
  focus() { stubDocument.activeElement = this; }
  contains(other) { return this === other || this.children.some((child) => child.contains?.(other)); }
  querySelector(selector) {
    const wanted = selector.replace(".", "");
    for (const child of this.children) {
      if (child.className?.split(" ").includes(wanted)) return child;
      const found = child.querySelector?.(selector);
      if (found) return found;
    }
    return null;
  }
  getBoundingClientRect() { return {left: 0, top: 0, right: 800, bottom: 600, width: 800, height: 600}; }
  getContext() {
    return new Proxy({}, {
      get: (target, name) => name in target ? target[name]
        : name === "measureText"            ? (text) => ({width: text.length * 7})
                                            : ignored,
      set: (target, name, value) => ((target[name] = value), true)
    });
  }
  matches() { return false; }
  showModal() { this.open = true; }
}

const stubElements = new Map();
const stubDocument = {
  activeElement: null,
  hidden: false,
  title: "",
  documentElement: new StubElement("html"),
  createElement: (tag) => new StubElement(tag),
  addEventListener: ignored,
  getElementById(id) {
    if (!stubElements.has(id)) stubElements.set(id, Object.assign(new StubElement(), {id}));
    return stubElements.get(id);
  }
};
const family = ["#ddeeff", "#88aacc", "#224466"];
stubDocument.getElementById("configuration").textContent = JSON.stringify(
  {layout: "wall", isEditable: true, hasPictures: false, tint: null, families: [family], neutral: family});

/** Entries of the history, and requests of the page. */
const asked = {
  entries: [],
  requests: []
};
/** The server's answers by path; null: it does not answer. */
let answers = null;

const stubLocation = {
  search: "?layout=wall",
  hash: "#key=secret",
  pathname: "/",
  href: "http://127.0.0.1/"
};
Object.assign(globalThis, {
  document: stubDocument,
  location: stubLocation,
  history: {
    replaceState: (state, title, address) => stubLocation.search = address.slice(address.indexOf("?")),
    pushState: (state, title, address) => asked.entries.push(address)
  },
  matchMedia: () => ({matches: false, addEventListener: ignored}),
  getComputedStyle: () => ({getPropertyValue: () => "#ffffff"}),
  localStorage: {setItem: ignored, getItem: () => null},
  sessionStorage: {setItem: ignored, getItem: () => null},
  addEventListener: ignored,
  requestAnimationFrame: ignored,
  setInterval: ignored,
  devicePixelRatio: 1,
  ResizeObserver: class {observe() {}},
  Option: class extends StubElement{},
                        HTMLInputElement: class {},
                        HTMLSelectElement: class {},
                        HTMLButtonElement: class {},
                        async fetch(address, options = {}) {
                          const [path, query] = address.split("?");
                          asked.requests.push({path, query: new URLSearchParams(query), ...options});
                          if (!answers) throw new TypeError("no connection");
                          const answer = answers[path];
                          return {
                            ok: answer !== undefined,
                            status: answer === undefined ? 404 : 200,
                            json: async () => answer ?? {}
                          };
                        }
});
