// The address and the browser's history: a jump adds an entry, scrolling changes it.

import {closeByBack} from "./layers.js";
import {report, visit} from "./main.js";
import {addressFrom, addressText} from "./Parts/addresses.js";
import {anchorsIn, referenceOf} from "./Parts/anchors.js";
import {hits} from "./search.js";
import {firstTint, tintPicker} from "./sheet.js";
import {configuration, page, view} from "./state.js";

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
