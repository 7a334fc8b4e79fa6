// One picture at a time, as large as the window, with the next and the previous one by index.

const viewer = part("viewer");
/** The element whose picture is shown. */
let viewed = null;

/** An image of an item's picture. */
function pictureOf(element) {
  const image = made("img");
  image.alt = "";
  image.src = imageAddress(view.layout, element.section, element.item);
  return image;
}

function openViewer(element) {
  viewed = element;
  part("viewer-picture").replaceChildren(pictureOf(element));
  write("viewer-name", nameOf(element));
  write("viewer-detail", element.detail || (element.title ? element.key || "" : ""));
  if (!viewer.open) viewer.showModal();
}

/** Goes to the next item or the previous one, over the ends of sections. */
async function turnPage(step) {
  const from = viewed;
  const ends = step > 0 ? [{section: from.section + 1, item: 0}] : [];
  for (const place of [{section: from.section, item: from.item + step}, ...ends]) {
    if (place.item < 0) continue;
    try {
      const details = await source.item(view.layout.name, place);
      if (viewed !== from || !viewer.open) return;
      const element = elementFrom(details);
      choose(element, true, details);
      openViewer(element);
      revealNearby(element);
      return;
    } catch (error) {
      if (error.status !== 404) say(sentenceOf(error));
    }
  }
}

viewer.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") turnPage(1);
  if (event.key === "ArrowLeft") turnPage(-1);
});
part("viewer-next").onclick = () => turnPage(1);
part("viewer-previous").onclick = () => turnPage(-1);
