// Keys and titles: the server searches a little at a time, and hits are marked on the rail as they come.

const searchField = part("search");
const hitList = part("hits");
let hits = new Hits();
let searchRequest = null;
let searchTimer = 0;

searchField.addEventListener("input", () => {
  clearTimeout(searchTimer);
  searchTimer = setTimeout(() => startSearch(searchField.value.trim()), 180);
});
searchField.addEventListener("focus", () => {
  if (hits.text) showHits(true);
});
searchField.addEventListener("keydown", (event) => {
  if (event.key === "Enter") {
    event.preventDefault();
    const text = searchField.value.trim();
    if (text !== hits.text)
      startSearch(text, true);
    else
      goToHit(hits.index + (event.shiftKey ? -1 : 1));
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    goToHit(hits.index + (event.key === "ArrowDown" ? 1 : -1));
  } else if (event.key === "Escape") {
    event.stopPropagation();
    if (!hitList.hidden)
      closeHits();
    else
      clearSearch();
    elementList.focus({preventScroll: true});
  }
});

function clearSearch() {
  searchField.value = "";
  startSearch("");
}

async function startSearch(text, goes = false) {
  if (searchRequest) searchRequest.abort();
  searchRequest = null;
  hits = new Hits(text);
  showHits();
  redraw();
  if (!text || !view.layout) return;
  const request = (searchRequest = new AbortController());
  const place = (hit) => railPlace(view, hit.frame[view.axis === "y" ? 1 : 0], railLines);
  let after = null;
  try {
    do {
      const start = performance.now();
      const slice = await source.search(view.layout.name, text, after, request.signal);
      if (searchRequest !== request) return;
      hits.add(slice, place, performance.now() - start);
      after = slice.next;
      if (goes && hits.list.length > 0 && hits.index < 0) goToHit(0);
      showHits();
      redraw();
    } while (after !== null);
  } catch (error) {
    if (error.name === "AbortError") return;
    write("hits-summary", sentenceOf(error));
    setHitsOpen(true);
  }
}

const closeHits = () => setHitsOpen(false);

function setHitsOpen(isOpen) {
  hitList.hidden = !isOpen;
  searchField.setAttribute("aria-expanded", String(isOpen));
}

function showHits(opens = document.activeElement === searchField) {
  if (!hits.text) return closeHits();
  write("hits-summary", hits.summary);
  part("hits-wall").hidden = hits.count === 0 || Boolean(page.wall) || Boolean(configuration.enclosed);
  const rows = hits.list.slice(0, 60).map((hit, index) => {
    const row = made("div", "hit");
    row.id = `hit-${index}`;
    row.setAttribute("role", "option");
    row.setAttribute("aria-selected", String(index === hits.index));
    const name = hit.title || hit.key || "";
    row.append(
      made("span", "", hit.title && hit.key ? `${name} · ${hit.key}` : name),
      made("span", "", hit.item === null ? "section" : `${hit.section}/${hit.item}`));
    row.onclick = () => goToHit(index);
    return row;
  });
  part("hits-list").replaceChildren(...rows);
  setHitsOpen(opens || !hitList.hidden);
  const current = rows[hits.index];
  if (current) {
    current.scrollIntoView({block: "nearest"});
    searchField.setAttribute("aria-activedescendant", current.id);
  } else {
    searchField.removeAttribute("aria-activedescendant");
  }
}

/** Goes to a hit. An item that was not laid out yet is laid out first, if the page may do that. */
async function goToHit(wanted) {
  const hit = hits.choose(wanted);
  if (!hit) return;
  showHits();
  let [x, y, w, h] = hit.frame;
  if (hit.item !== null) {
    try {
      const details = await source.item(view.layout.name, hit.section, hit.item);
      [x, y, w, h] = hit.frame = details.frame;
      const element = {
        kind: cellKind,
        name: "cell",
        section: hit.section,
        item: hit.item,
        z: details.zIndex,
        lap: 0,
        isStale: details.isStale,
        x,
        y,
        w,
        h,
        key: hit.key,
        title: hit.title,
        mover: null,
        id: elementID(cellKind, "", hit.section, hit.item, 0),
      };
      page.chosen = element;
      // The list of hits takes the panel's place.
      if (hitList.hidden)
        fillPanel(element, details);
      else
        panel.hidden = true;
      markActive();
    } catch {
      // Its section is shown then.
    }
  }
  const shown = view.shown;
  reveal({x, y, w: Math.min(w, shown.w), h: Math.min(h, shown.h)});
}

// MARK: The hits alone

part("hits-wall").onclick = () => showWall(hits.text);
part("wall-close").onclick = () => showWall(null);

/** Shows the hits of a search as a separate layout; null: everything again. */
function showWall(text) {
  closeHits();
  show(view.layout.name, {}, text).catch(report);
}

document.addEventListener("pointerdown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (!hitList.hidden && !target.closest(".search")) closeHits();
});
