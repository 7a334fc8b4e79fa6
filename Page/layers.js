// Dialogs over the page are an entry of the history, so that Back closes them, and leaves the page only then.

import {hidePanel, panel} from "./panel.js";
import {closeHits, hitList} from "./search.js";
import {configuration, part} from "./state.js";
import {viewer} from "./viewer.js";

const dialog = part("keys");
const isNarrow = matchMedia("(max-width: 700px)");

/** The closures that close each open layer, the highest first. A panel beside the stage covers nothing. */
function openLayers() {
  const found = [];
  for (const element of [viewer, dialog])
    if (element.open) found.push(() => element.close());
  if (!isNarrow.matches) return found;
  if (!hitList.hidden) found.push(closeHits);
  if (!panel.hidden) found.push(hidePanel);
  return found;
}

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
  const [close] = openLayers();
  if (!close || isOnEntry()) return false;
  close();
  return true;
}

if (!configuration.enclosed) {
  const observer = new MutationObserver(updateEntry);
  for (const element of [viewer, dialog, panel, hitList])
    observer.observe(element, {attributes: true, attributeFilter: ["open", "hidden"]});
}
