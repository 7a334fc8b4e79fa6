// The address and the browser's history: a jump adds an entry, scrolling changes it. A dialog over the page is an
// entry, too, so that Back closes it, and leaves the page only then.

import {report, visit} from "./main.js";
import {hidePanel, panel, viewer} from "./panel.js";
import {addressFrom, addressText, anchorsIn, referenceOf} from "./Parts/anchors.js";
import {closeHits, hitList, hits} from "./search.js";
import {firstTint, tintPicker} from "./sheet.js";
import {configuration, page, part, view} from "./state.js";

let addressTimer = 0;
/** Whether the view is on its way to an address: its place is not the address's yet. */
let isArriving = false;
export const endArriving = () => (isArriving = false);
/** The last entry that was added: { kind, time }. Jumps of one kind that follow closely are one. */
let lastJump = {kind: "", time: -Infinity};

export const readAddress = () => addressFrom(location.search);

/** The items by which the present place is remembered. */
export const anchorsNow = () => anchorsIn(page.drawn, view, page.chosen);

export function addressNow() {
  const [anchor] = anchorsNow();
  return addressText({
    layout: view.layout.name,
    hits: page.wall,
    at: anchor ? {reference: anchor.reference, x: view.x - anchor.frame.x, y: view.y - anchor.frame.y} : null,
    x: view.x,
    y: view.y,
    zoom: view.zoom,
    chosen: page.chosen ? referenceOf(page.chosen) : null,
    search: hits.text,
    colour: tintPicker.value === firstTint ? null : tintPicker.value,
    offsets: page.offsets,
    isExplaining: page.isExplaining,
  });
}

/** Writes the address once the view has stopped. */
export function noteAddress() {
  if (configuration.enclosed) return;
  clearTimeout(addressTimer);
  addressTimer = setTimeout(writeAddress, 250);
}

function writeAddress() {
  clearTimeout(addressTimer);
  if (configuration.enclosed || !view.layout || isArriving) return;
  history.replaceState(history.state, "", addressNow());
}

/** Adds an entry to the history, before the view goes elsewhere. */
export function leaveFor(kind) {
  if (configuration.enclosed || !view.layout) return;
  writeAddress();
  const now = performance.now();
  if (kind === "layout" || kind !== lastJump.kind || now - lastJump.time > 1500)
    history.pushState(null, "", location.href);
  lastJump = {kind, time: now};
}

addEventListener("popstate", () => {
  if (closeByBack()) return;
  lastJump.kind = "";
  clearTimeout(addressTimer);
  isArriving = true;
  visit(readAddress()).catch(report);
});

const dialog = part("keys");
const isNarrow = matchMedia("(max-width: 700px)");

/** The layers with what closes them, the highest first. A panel beside the stage covers nothing. */
const layers =
  [[viewer, () => viewer.close()], [dialog, () => dialog.close()], [hitList, closeHits], [panel, hidePanel]];
const openLayers = () => layers.filter(([{open, hidden}]) => open ?? (isNarrow.matches && !hidden));

const isOnEntry = () => Boolean(history.state && history.state.isLayer);
let isGoingBack = false;

/** Adds the entry if something is open, and takes it away if nothing is. */
function updateEntry() {
  const isOpen = openLayers().length > 0;
  if (isGoingBack || isOpen === isOnEntry()) return;
  if (isOpen) {
    history.pushState({isLayer: true}, "", location.href);
  } else {
    isGoingBack = true;
    history.back();
  }
}

/** Takes a step back in the history as the one that closes something; returns whether it was that. */
export function closeByBack() {
  if (isGoingBack) {
    isGoingBack = false;
    // Something else may have been opened since.
    updateEntry();
    return true;
  }
  const [[, close] = []] = openLayers();
  if (!close || isOnEntry()) return false;
  close();
  return true;
}

if (!configuration.enclosed) {
  const observer = new MutationObserver(updateEntry);
  for (const [element] of layers) observer.observe(element, {attributes: true, attributeFilter: ["open", "hidden"]});
}
