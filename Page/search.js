// Keys and titles: the server looks a little at a time, and what it finds is marked on the rail as it comes.

const search = { text: "", hits: [], index: -1, request: null, fraction: 0, known: new Set(), count: 0, places: new Set() };
const searchField = part("search");
const hitList = part("hits");
// So many hits can be gone to. Of further ones only the places are kept, for the rail: as many as it has lines at most.
const hitLimit = 5000;
const railLines = 8192;
let searchTimer = 0;

searchField.addEventListener("input", () => {
  clearTimeout(searchTimer);
  searchTimer = setTimeout(() => startSearch(searchField.value.trim()), 180);
});
searchField.addEventListener("focus", () => { if (search.text) hitList.hidden = false; });
searchField.addEventListener("keydown", (event) => {
  if (event.key === "Enter") {
    event.preventDefault();
    const text = searchField.value.trim();
    if (text !== search.text) startSearch(text, true);
    else goToHit(search.index + (event.shiftKey ? -1 : 1));
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    goToHit(search.index + (event.key === "ArrowDown" ? 1 : -1));
  } else if (event.key === "Escape") {
    event.stopPropagation();
    if (!hitList.hidden) hitList.hidden = true;
    else startSearch((searchField.value = ""));
    stage.focus();
  }
});

async function startSearch(text, goes = false) {
  if (search.request) search.request.abort();
  Object.assign(search, { text, hits: [], index: -1, request: null, fraction: 0, known: new Set(), count: 0, places: new Set() });
  showHits();
  redraw();
  if (!text || !layout) return;
  const request = (search.request = new AbortController());
  let after = null;
  try {
    do {
      const slice = await source.search(layout.name, text, after, request.signal);
      if (search.request !== request) return;
      for (const hit of slice.hits) {
        const id = `${hit.section}/${hit.item}`;
        if (search.known.has(id)) continue;
        search.count += 1;
        if (search.hits.length < hitLimit) {
          search.known.add(id);
          search.hits.push(hit);
        } else {
          search.places.add(Math.round(railPlace(hit.frame[axis() === "y" ? 1 : 0], railLines)));
        }
      }
      after = slice.next;
      search.fraction = slice.fraction;
      if (goes && search.hits.length > 0 && search.index < 0) goToHit(0);
      showHits();
      redraw();
    } while (after !== null);
    search.fraction = 1;
  } catch (error) {
    if (error.name === "AbortError") return;
    hitList.replaceChildren(made("p", "", error.message));
    hitList.hidden = false;
    return;
  }
  showHits();
}

function showHits() {
  if (!search.text) {
    hitList.hidden = true;
    return;
  }
  const isDone = search.fraction >= 1;
  const first = search.count > search.hits.length ? `; the first ${readable(search.hits.length)} can be gone to` : "";
  const summary = search.hits.length === 0 && isDone ? "Nothing found."
    : `${counted(search.count, "hit")}${first}${isDone ? "" : ` · ${Math.floor(search.fraction * 100)} % searched`}`;
  const rows = search.hits.slice(0, 60).map((hit, index) => {
    const row = made("button", index === search.index ? "chosen" : "");
    row.type = "button";
    const name = hit.title || hit.key || "";
    row.append(made("span", "", hit.title && hit.key ? `${name} · ${hit.key}` : name),
      made("span", "", hit.item === null ? `section ${hit.section}` : `${hit.section}/${hit.item}`));
    row.onclick = () => goToHit(index);
    return row;
  });
  hitList.replaceChildren(made("p", "", summary), ...rows);
  hitList.hidden = document.activeElement !== searchField && hitList.hidden;
  const current = hitList.querySelector(".chosen");
  if (current) current.scrollIntoView({ block: "nearest" });
}

/** Goes to a hit; what was not laid out yet is, where that is allowed, before its place is known. */
async function goToHit(wanted) {
  if (search.hits.length === 0) return;
  search.index = (wanted + search.hits.length) % search.hits.length;
  const hit = search.hits[search.index];
  showHits();
  let [x, y, w, h] = hit.frame;
  if (hit.item !== null) {
    try {
      const details = await source.item(layout.name, hit.section, hit.item);
      [x, y, w, h] = hit.frame = details.frame;
      const element = { kind: 0, name: "cell", section: hit.section, item: hit.item, z: details.zIndex, lap: 0, isStale: details.isStale,
        x, y, w, h, key: hit.key, title: hit.title, id: `0..${hit.section}.${hit.item}.0` };
      chosen = element;
      // The list of hits is where the panel would be.
      if (hitList.hidden) fillPanel(element, details);
      else panel.hidden = true;
    } catch { /* Its section is shown then. */ }
  }
  reveal({ x, y, w: Math.min(w, seen().w), h: Math.min(h, seen().h) });
  redraw();
}
