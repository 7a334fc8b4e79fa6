// One picture at a time, as large as the window, with the next and the previous one by index. A swipe turns, two fingers
// zoom, and a swipe down closes.

import {revealNearby} from "./list.js";
import {say} from "./main.js";
import {choose} from "./panel.js";
import {elementFrom, nameOf} from "./Parts/elements.js";
import {clamp, readable} from "./Parts/numbers.js";
import {imageAddress, source} from "./source.js";
import {eventPoint, watchPointers} from "./stage.js";
import {configuration, made, page, part, view, write} from "./state.js";
import {sentenceOf} from "./tiles.js";

export const viewer = part("viewer");
const frame = part("viewer-picture");
/** The element whose picture is shown. */
let viewed = null;
/** The scale and the shift of the picture, in pixels. */
const place = {
  scale: 1,
  x: 0,
  y: 0
};
/** Loads the pictures of the neighbours, so that they are there when a page is turned. */
const preloaded = new Map();

/** An image of an item's picture. */
export function pictureOf(element, isOriginal = false) {
  const image = made("img");
  image.alt = "";
  image.draggable = false;
  image.src = imageAddress(view.layout, element.section, element.item, isOriginal);
  return image;
}

export function openViewer(element, details = null) {
  viewed = element;
  Object.assign(place, {scale: 1, x: 0, y: 0});
  const image = pictureOf(element);
  frame.replaceChildren(image);
  if (configuration.hasOriginals) showOriginal(element, image);
  write("viewer-name", nameOf(element));
  write("viewer-detail", element.detail || (element.title ? element.key || "" : ""));
  showCount(element, details);
  if (!viewer.open) viewer.showModal();
  preloaded.clear();
  for (const step of [1, -1])
    if (element.item + step >= 0) preloaded.set(step, pictureOf({...element, item: element.item + step}));
}

/** Shows the original in place of the thumbnail once it is there. */
async function showOriginal(element, thumbnail) {
  const original = pictureOf(element, true);
  try {
    await original.decode();
  } catch {
    return;
  }
  if (thumbnail.isConnected && viewed === element) {
    original.style.transform = thumbnail.style.transform;
    frame.replaceChildren(original);
  }
}

/** Shows the number of the item, once it is known. */
async function showCount(element, known) {
  if (!known) write("viewer-count", "");
  const details = known ?? await source.item(view.layout.name, element).catch(() => null);
  if (details && viewed === element && details.rank !== null)
    write("viewer-count", `${readable(details.rank + 1)} of ${readable(view.layout.items)}`);
}

/** The item before another one or after it, over the ends of sections; null: there is none. */
async function itemBeside(element, step) {
  try {
    return await source.item(view.layout.name, element, {beside: step});
  } catch (error) {
    if (error.status !== 404) say(sentenceOf(error));
    return null;
  }
}

/** Goes to the next item or the previous one, in the viewer if it is open, and else in the panel. */
export async function turnPage(step) {
  const from = viewer.open ? viewed : page.chosen;
  const details = from && await itemBeside(from, step);
  if (!details || from !== (viewer.open ? viewed : page.chosen)) {
    moveImage();
    return;
  }
  const element = elementFrom(details);
  choose(element, true, details);
  if (viewer.open) openViewer(element, details);
  revealNearby(element);
}

viewer.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") turnPage(1);
  if (event.key === "ArrowLeft") turnPage(-1);
  if (event.key === "+" || event.key === "=") zoomImage(1.5);
  if (event.key === "-") zoomImage(1 / 1.5);
});
part("viewer-next").onclick = () => turnPage(1);
part("viewer-previous").onclick = () => turnPage(-1);

// MARK: Gestures

/** Shows the picture at its place, with a shift that a gesture adds. */
function moveImage(x = 0, y = 0) {
  const image = frame.firstElementChild;
  if (image) image.style.transform = `translate(${place.x + x}px, ${place.y + y}px) scale(${place.scale})`;
}

/** Zooms around a point, in pixels from the middle. */
function zoomImage(factor, x = 0, y = 0) {
  const scale = clamp(place.scale * factor, 1, 8);
  const growth = scale / place.scale;
  const [mostX, mostY] = [frame.clientWidth * (scale - 1) / 2, frame.clientHeight * (scale - 1) / 2];
  Object.assign(
    place,
    {scale, x: clamp(x - (x - place.x) * growth, -mostX, mostX), y: clamp(y - (y - place.y) * growth, -mostY, mostY)});
  moveImage();
}

/** The meaning of a swipe: 1 and −1 turn, "down" closes; null: nothing. */
export function swipeOf(x, y, time) {
  const isFar = (way) => Math.abs(way) > 70 || Math.abs(way) > 24 && Math.abs(way) / time > 0.35;
  if (Math.abs(x) > Math.abs(y)) return isFar(x) ? (x < 0 ? 1 : -1) : null;
  return y > 0 && isFar(y) ? "down" : null;
}

/** Watches one finger on an element: `move` gets the way that it has gone, and `act` what it meant. */
export function watchSwipes(element, act, move = (x, y) => {}, further = {}) {
  const way = ({start}, point) => [point.x - start.x, point.y - start.y];
  watchPointers(element, {
    takes: (event) => !event.target.closest("button, input, a"),
    move: (drag, point) => move(...way(drag, point)),
    end: (drag, event, isCancelled) => {
      const [x, y] = isCancelled ? [0, 0] : way(drag, drag.last);
      act(swipeOf(x, y, Math.max(event.timeStamp - drag.begun, 1)), x, y);
    },
    ...further,
  });
}

const fromMiddle = ({x, y}) => [x - frame.clientWidth / 2, y - frame.clientHeight / 2];

watchSwipes(
  frame,
  (swipe, x, y) => {
    if (place.scale > 1) {
      Object.assign(place, {x: place.x + x, y: place.y + y});
      zoomImage(1);
    } else if (swipe === "down") {
      viewer.close();
    } else if (swipe) {
      turnPage(swipe);
    } else {
      moveImage();
    }
  },
  (x, y) => {
    const isAcross = Math.abs(x) > Math.abs(y);
    if (place.scale > 1)
      moveImage(x, y);
    else
      moveImage(isAcross ? x : 0, isAcross ? 0 : Math.max(y, 0));
  },
  {pinch: (factor, middle) => zoomImage(factor, ...fromMiddle(middle))});
frame.addEventListener("dblclick", () => zoomImage(place.scale > 1 ? 1 / 8 : 3));
frame.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoomImage(Math.exp(-clamp(event.deltaY, -120, 120) * 0.004), ...fromMiddle(eventPoint(frame, event)));
}, {passive: false});
