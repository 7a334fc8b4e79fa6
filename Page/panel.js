// What is known of one element: a hint under the pointer, and a panel for the one that was chosen.

const panel = part("panel");
const tip = part("tip");

/** The highest element at a point of the stage. */
function elementAt(x, y) {
  for (let index = drawn.length - 1; index >= 0; index--) {
    const { element, box } = drawn[index];
    if (element.kind !== 2 && x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h) return element;
  }
  return null;
}

const frameText = ({ x, y, w, h }) => `${readable(w)} × ${readable(h)} at ${readable(x)}, ${readable(y)}`;

function showTip(element, x, y) {
  if (!element || (chosen && element.id === chosen.id)) {
    tip.hidden = true;
    return;
  }
  const place = placeNow(element);
  tip.replaceChildren(made("b", "", nameOf(element)),
    made("span", "", `${placeOf(element)} · ${frameText(place)}${element.isStale ? " · stale" : ""}`));
  tip.hidden = false;
  const room = part("main").getBoundingClientRect();
  const left = x + 16 + tip.offsetWidth > room.width ? x - tip.offsetWidth - 12 : x + 16;
  const top = y + 18 + tip.offsetHeight > room.height ? y - tip.offsetHeight - 10 : y + 18;
  tip.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`;
}

function choose(element) {
  chosen = element;
  tip.hidden = true;
  if (element) showPanel(element);
  else panel.hidden = true;
  redraw();
}

async function showPanel(element) {
  fillPanel(element, null);
  if (element.kind !== 0) return;
  try {
    const details = await source.item(layout.name, element.section, element.item);
    if (chosen === element) fillPanel(element, details);
  } catch (error) {
    if (chosen === element) panel.append(made("p", "outcome fault", error.message));
  }
}

function fillPanel(element, details) {
  const head = made("header");
  const close = made("button", "close", "×");
  close.type = "button";
  close.ariaLabel = "Close";
  close.onclick = () => choose(null);
  const heading = made("h2", "", nameOf(element));
  const kinds = made("div");
  kinds.append(made("span", "chip", ["cell", "supplementary", "decoration"][element.kind]));
  if (element.isStale) kinds.append(made("span", "chip warn", "stale"));
  heading.append(kinds);
  head.append(heading, close);
  const facts = made("dl");
  const fact = (name, value) => facts.append(made("dt", "", name), made("dd", "", value));
  if (element.section >= 0) {
    const title = details && details.sectionTitle;
    fact("Section", title ? `${element.section} · ${title}` : String(element.section));
  }
  if (element.kind === 0) fact("Item", String(element.item));
  if (element.kind !== 0) fact("Kind", element.name);
  if (details && details.key !== null) fact("Key", details.key);
  if (details && details.id !== null) fact("Row id", details.id);
  const place = details && details.frame ? { x: details.frame[0], y: details.frame[1], w: details.frame[2], h: details.frame[3] } : element;
  fact("Origin", `${readable(place.x)}, ${readable(place.y)}`);
  fact("Size", `${readable(place.w)} × ${readable(place.h)}`);
  fact("z-index", readable(element.z));
  if (element.lap) fact("Lap", readable(element.lap));
  if (details && "width" in details) fact("Stored size", `${readable(details.width)} × ${readable(details.height)}`);
  const parts = [head, facts];
  if (details && configuration.isEditable) parts.push(...editForm(element, details));
  if (details && details.payload !== null && details.payload !== undefined) parts.push(made("h3", "", "Payload"), payloadOf(details.payload));
  panel.replaceChildren(...parts);
  panel.hidden = false;
}

/** An object of plain values as a list, anything else as JSON. */
function payloadOf(payload) {
  const isFlat = payload && typeof payload === "object" && !Array.isArray(payload)
    && Object.values(payload).every((value) => value === null || typeof value !== "object");
  if (!isFlat) return made("pre", "", JSON.stringify(payload, null, 2));
  const list = made("dl");
  for (const [name, value] of Object.entries(payload)) list.append(made("dt", "", name), made("dd", "", value === null ? "–" : String(value)));
  return list;
}

// MARK: Another size

function editForm(element, details) {
  const form = made("form", "edit");
  const field = (label, value) => {
    const wrapper = made("label", "", label);
    const input = made("input");
    input.type = "text";
    input.inputMode = "decimal";
    input.placeholder = "not measured";
    input.value = value === null ? "" : String(value);
    wrapper.append(input);
    return [wrapper, input];
  };
  const [widthLabel, width] = field("Width", details.width);
  const [heightLabel, height] = field("Height", details.height);
  const apply = made("button", "primary", "Apply");
  apply.type = "submit";
  form.append(widthLabel, heightLabel, apply);
  const outcome = made("p", "outcome", "");
  form.onsubmit = async (event) => {
    event.preventDefault();
    const value = (input) => (input.value.trim() === "" ? null : Number(input.value));
    const sizes = { width: value(width), height: value(height) };
    if ([sizes.width, sizes.height].some((size) => size !== null && !(size >= 0 && size <= 1e9))) {
      outcome.className = "outcome fault";
      outcome.textContent = "A size is a number of points from 0, or empty for not measured yet.";
      return;
    }
    apply.disabled = true;
    try {
      const rebuilt = await source.resize({ layout: layout.name, section: element.section, item: element.item, ...sizes, rect: editedRect() });
      adopt(rebuilt.layout);
      const until = performance.now() + 2600;
      flashes = rebuilt.bands.map(({ frame: [x, y, w, h] }) => ({ frame: { x, y, w, h }, until }));
      const told = await source.item(layout.name, element.section, element.item);
      if (chosen !== element) return;
      fillPanel(element, told);
      panel.querySelector(".outcome").textContent = `Laid out again: ${counted(rebuilt.bands.length, "band")}, `
        + `${counted(rebuilt.elementsWritten, "row")} written, in ${readable(rebuilt.milliseconds, 2)} ms.`;
    } catch (error) {
      outcome.className = "outcome fault";
      outcome.textContent = error.message;
    } finally {
      apply.disabled = false;
      redraw();
    }
  };
  return [made("h3", "", "Another size"), form, outcome];
}

/** What is seen, as far as the server lays it out in one step. */
function editedRect() {
  const shown = seen();
  return [shown.x, shown.y, Math.min(shown.w, 20000), Math.min(shown.h, 20000)];
}

// MARK: The way of the query

let isExplaining = false;
let explainTimer = 0;
let explainRequest = null;

function toggleOverlay(isOn = !isExplaining) {
  isExplaining = isOn;
  part("overlay").setAttribute("aria-pressed", String(isOn));
  explanation = null;
  part("steps").hidden = true;
  if (isOn) explainSoon(0);
  redraw();
}

/** Once what is seen has come to rest. */
function explainSoon(delay = 120) {
  if (!isExplaining) return;
  clearTimeout(explainTimer);
  explainTimer = setTimeout(async () => {
    if (explainRequest) explainRequest.abort();
    explainRequest = new AbortController();
    try {
      explanation = await source.explain(layout.name, seen(), explainRequest.signal);
      if (isExplaining) showSteps(explanation.steps);
      else explanation = null;
    } catch (error) {
      if (error.name === "AbortError") return;
      explanation = null;
      part("steps").replaceChildren(made("p", "", error.message));
      part("steps").hidden = false;
    }
    redraw();
  }, delay);
}

function showSteps(steps) {
  const table = made("table");
  const row = (tag, ...texts) => {
    const line = made("tr");
    line.append(...texts.map((text) => made(tag, "", text)));
    table.append(line);
  };
  row("th", "step", "read", "kept", "ms");
  for (const step of steps) row("td", step.step, readable(step.read), readable(step.kept), readable(step.milliseconds));
  part("steps").replaceChildren(table);
  part("steps").hidden = false;
}
