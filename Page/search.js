// Keys and titles: the server searches a little at a time, and hits are marked on the rail as they come.

import {anchorsNow, leaveFor, noteAddress} from "./history.js";
import {elementList, fold, markActive, mayFold} from "./list.js";
import {report, say, show} from "./main.js";
import {moveToFraction, reveal} from "./moving.js";
import {fillPanel, panel, pictureOf} from "./panel.js";
import {addressFrom, referenceOf} from "./Parts/anchors.js";
import {elementFrom} from "./Parts/elements.js";
import {counted, frameOf} from "./Parts/numbers.js";
import {Hits, railLines, railPlace, sectionsOf} from "./Parts/places.js";
import {isolated, quoted} from "./Parts/texts.js";
import {railPieces} from "./rail.js";
import {source} from "./source.js";
import {configuration, made, mark, page, part, redraw, view, write} from "./state.js";
import {sentenceOf} from "./tiles.js";

export const searchField = part("search");
export const hitList = part("hits");
export let hits = new Hits();
let searchRequest = null;
let searchTimer = 0;

searchField.addEventListener("input", () => {
  clearTimeout(searchTimer);
  searchTimer = setTimeout(() => startSearch(searchField.value.trim()), 180);
});
searchField.addEventListener("focus", async () => {
  showHits(true);
  if (hits.text || view.layout.sections < 2) return;
  const {titles} = await source.sections(view.layout.name);
  if (hits.text || document.activeElement !== searchField) return;
  hits.list = sectionsOf(titles, railPieces);
  showHits(true);
});
part("search-box").addEventListener("focusout", ({relatedTarget}) => {
  if (relatedTarget && !part("search-box").contains(relatedTarget)) closeHits();
});
searchField.addEventListener("keydown", (event) => {
  if (event.key === "Enter") {
    event.preventDefault();
    // Otherwise the search that is due would end this one.
    clearTimeout(searchTimer);
    const text = searchField.value.trim();
    if (text !== hits.text)
      startSearch(text, true);
    else
      stepHit(event.shiftKey ? -1 : 1);
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    stepHit(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Tab" && part("hits-wall").hidden) {
    // A list that scrolls would take the focus.
    closeHits();
  } else if (event.key === "Escape") {
    event.stopPropagation();
    if (nextRequest)
      cancelNext();
    else if (!hitList.hidden)
      closeHits();
    else
      clearSearch();
    elementList.focus({preventScroll: true});
  }
});

export function clearSearch() {
  searchField.value = "";
  startSearch("");
}

export async function startSearch(text, goes = false) {
  cancelNext();
  hits = new Hits(text);
  showHits();
  noteAddress();
  redraw();
  await findHits(hits, goes);
}

/** Searches again after a change of the data; until that has ended, the former hits stay. */
export async function searchAgain() {
  if (!hits.text || configuration.enclosed) return;
  const current = hits.list[hits.index];
  const found = new Hits(hits.text);
  await findHits(found, false);
  if (!found.isComplete || found.text !== hits.text) return;
  found.index = current ? found.list.findIndex((hit) => hit.id === current.id) : -1;
  hits = found;
  showHits(false);
  redraw();
}

/** Adds what the server finds; `hits` are shown as they come. */
async function findHits(found, goes) {
  if (searchRequest) searchRequest.abort();
  searchRequest = null;
  if (!found.text || !view.layout) return;
  const request = (searchRequest = new AbortController());
  const place = (hit) => railPlace(view, hit.frame[view.axis === "y" ? 1 : 0], railLines);
  let after = null;
  try {
    do {
      const ask = found.isFull && after !== null ? source.count : source.search;
      const slice = await ask(view.layout.name, found.text, after, request.signal);
      if (searchRequest !== request) return;
      if (ask === source.count)
        found.count(slice, place);
      else
        found.add(slice, place);
      after = slice.next;
      if (found !== hits) continue;
      // Without a visible item the search has no place to begin at: the list's first hit is gone to.
      if (goes && (hits.list.length > 0 || anchorsNow().length > 0)) {
        stepHit(1);
        goes = false;
      }
      showHits();
      redraw();
    } while (after !== null);
  } catch (error) {
    if (error.name === "AbortError" || found !== hits) return;
    write("hits-summary", sentenceOf(error));
    setHitsOpen(true);
  }
}

export const closeHits = () => setHitsOpen(false);

function setHitsOpen(isOpen) {
  hitList.hidden = !isOpen;
  mark(searchField, {"aria-expanded": isOpen});
}

function showHits(opens = document.activeElement === searchField) {
  if (!hits.text && hits.list.length === 0) return closeHits();
  write("hits-summary", hits.text ? hits.summary : "Sections");
  part("hits-wall").hidden = hits.total === hits.sectionCount || Boolean(page.wall) || Boolean(configuration.enclosed);
  const rows = hits.list.slice(0, hits.text ? 60 : Infinity).map((hit, index) => {
    const section = railPieces && railPieces.titles[hit.section];
    const isSection = hit.item === null && !hit.isHidden;
    const second = isSection ? [hits.text ? "section" : null]
                             : [hit.isHidden ? "collapsed" : null, hit.title ? hit.key : null, section];
    const text = made(
      "span", "", made("b", "", hit.title || hit.key || `${hit.section}/${hit.item}`),
      made("small", "", second.filter(Boolean).map(isolated).join(" · ")));
    const row = made("div", "hit", text, configuration.hasPictures && hit.item !== null && thumbnailOf(hit));
    mark(row, {id: `hit-${index}`, role: "option", "aria-selected": index === hits.index});
    row.onclick = () => goToHit(index);
    return row;
  });
  part("hits-list").replaceChildren(...rows);
  setHitsOpen(opens || !hitList.hidden);
  const current = rows[hits.index];
  if (current) current.scrollIntoView({block: "nearest"});
  mark(searchField, {"aria-activedescendant": current ? current.id : null});
}

function thumbnailOf(hit) {
  const image = pictureOf(hit);
  image.loading = "lazy";
  image.onerror = () => image.remove();
  return image;
}

/** Goes to another hit: through the list once it is complete, and until then from the visible place on. */
export function stepHit(way) {
  if (!hits.text || (hits.isComplete && hits.total === hits.list.length)) return goToHit(hits.index + way);
  return goToNext(way);
}

export let nextRequest = null;

export function cancelNext() {
  if (nextRequest) nextRequest.abort();
  nextRequest = null;
}

/** Goes to the nearest hit after the chosen item, or from the first one that shows. Items are searched part by part. */
async function goToNext(way) {
  cancelNext();
  const [first] = anchorsNow();
  if (!first) return goToHit(hits.index + way);
  const request = (nextRequest = new AbortController());
  const {text} = hits;
  const isChosen = page.chosen && referenceOf(page.chosen) === first.reference;
  let start = {[isChosen ? "of" : "from"]: first.reference};
  let count = 0;
  try {
    do {
      const answer = await source.next(view.layout.name, text, way, start, request.signal);
      if (nextRequest !== request) return;
      count += answer.count;
      if (answer.hit) {
        part("saying").hidden = true;
        // It may not be in the list yet.
        hits.index = hits.list.findIndex(({id}) => id === answer.hit.id);
        return await showHit(answer.hit);
      }
      start = {after: answer.next};
      if (answer.next !== null) say(`Searched ${counted(count, "item")} for ${quoted(text)}. Escape stops.`);
    } while (start.after !== null);
    // Hits that are collapsed have no place among the items that show.
    if (hits.list.some(({isHidden}) => isHidden)) return await goToHit(hits.index + way);
    say(`No item ${way < 0 ? "before" : "after"} this place holds ${quoted(text)}.`);
  } catch (error) {
    if (error.name !== "AbortError") say(sentenceOf(error));
  } finally {
    if (nextRequest === request) nextRequest = null;
  }
}

/** Goes to a hit of the list. */
async function goToHit(wanted) {
  const hit = hits.choose(wanted);
  if (hit) await showHit(hit);
}

/** Goes to a hit. An item that was not laid out yet is laid out first, if the page may do that. */
async function showHit(hit) {
  leaveFor("hit");
  showHits();
  const name = quoted(hit.title || hit.key || "The item");
  if (hit.isHidden) {
    if (!mayFold()) {
      const hider = hit.hidingID ? "a row above it" : "its section";
      say(`${name} is hidden: ${hider} is collapsed.`);
      return reveal(frameOf(hit.frame));
    }
    await fold({of: `i:${hit.id}`, state: "revealed"}, `${name} was hidden: what contains it is expanded.`);
  }
  if (hit.item !== null || hit.isHidden) {
    try {
      const details = await source.item(view.layout.name, {...hit, rowID: hit.id});
      const element = elementFrom(details);
      Object.assign(hit, {frame: details.frame, section: details.section, item: details.item, isHidden: false});
      showHits(false);
      page.chosen = element;
      // The list of hits takes the panel's place.
      if (hitList.hidden)
        fillPanel(element, details);
      else
        panel.hidden = true;
      markActive();
    } catch (error) {
      // The frame of its section is known.
      if (error.status === 404) say(`${name} was deleted, or was not laid out yet.`);
    }
  }
  if (!hit.frame) return goToSection(hit);
  const {shown} = view;
  const {x, y, w, h} = frameOf(hit.frame);
  reveal({x, y, w: Math.min(w, shown.w), h: Math.min(h, shown.h)});
}

/** Goes to a section's first item, or to about its beginning if it has none that was laid out. */
async function goToSection(hit) {
  const details = await source.item(view.layout.name, {section: hit.section, item: 0}).catch(() => null);
  if (hits.list[hits.index] !== hit) return;
  if (!details) return moveToFraction(hit.fraction);
  reveal(frameOf(details.frame));
}

// MARK: The hits alone

part("hits-wall").onclick = () => showWall(hits.text);
part("wall-close").onclick = () => showWall(null);

/** Shows the hits of a search as a separate layout; null: everything again. */
function showWall(text) {
  closeHits();
  leaveFor("layout");
  show(view.layout.name, addressFrom(""), text).catch(report);
}

document.addEventListener("pointerdown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (!hitList.hidden && !target.closest(".search")) closeHits();
});
