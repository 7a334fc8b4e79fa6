// Headers that collapse and expand their sections: by a click, by keys and by buttons in the panel.

/** The side of a disclosure sign with the room beside it, in pixels. */
const signRoom = 16;

/** Whether the page may collapse sections. */
const mayFold = () => mayEdit && !page.wall && Boolean(view.layout) && !view.isFree;

const isSectionHeader = (element) =>
  element.kind === supplementaryKind && element.name === "header" && element.section >= 0;

/** Whether a header stands for the whole of its section; null: it is no header, or that is unknown. */
function isCollapsed(element) {
  if (!isSectionHeader(element)) return null;
  const section = merged.sections.get(`${element.section}.${element.lap}`);
  return section ? section.isCollapsed === true : null;
}

/** The sign before a header's name; empty where nothing is collapsed and nothing can be. */
function signOf(element) {
  const state = isCollapsed(element);
  if (state === null || !(state || mayFold())) return "";
  return state ? (view.layout.isMirrored || view.layout.isMirroredAcross ? "◂" : "▸") : "▾";
}

/** The state as a screen reader says it, after the name. */
function foldingWord(element) {
  const state = isCollapsed(element);
  return state === null || !(state || mayFold()) ? "" : state ? ", collapsed" : ", expanded";
}

/** Collapses or expands a section; null: all of them. */
async function foldSection(index, collapses) {
  try {
    adopt(await source.fold({section: index, isCollapsed: collapses}));
    if (index === null) {
      say(collapses ? "All sections are collapsed." : "All sections are expanded.");
      moveToFraction(0);
    } else {
      const section = [...merged.sections.values()].find((section) => section.index === index && section.lap === 0);
      // A pinned header goes back to the beginning of its section.
      if (section && section[view.axis] < view[view.axis] && !view.layout.isMirrored)
        view.moveTo(view.axis === "x" ? section.x : view.x, view.axis === "y" ? section.y : view.y);
      say(`${quoted(section && section.title || `Section ${index}`)} is ${collapses ? "collapsed" : "expanded"}.`);
    }
    listSoon();
    redraw();
  } catch (error) {
    report(error);
  }
}

/** Collapses or expands the section of a header, if the page may; returns whether it did. */
function toggleSection(element) {
  const state = element && mayFold() ? isCollapsed(element) : null;
  if (state === null) return false;
  foldSection(element.section, !state);
  return true;
}

/** The buttons of a header's panel. */
function foldingButtons(element) {
  const state = mayFold() ? isCollapsed(element) : null;
  if (state === null) return [];
  const row = made("div", "folding");
  const add = (text, action) => {
    const button = made("button", "", text);
    button.type = "button";
    button.onclick = action;
    row.append(button);
  };
  add(state ? "Expand" : "Collapse", () => {
    choose(null);
    toggleSection(element);
  });
  add("Collapse all", () => foldSection(null, true));
  add("Expand all", () => foldSection(null, false));
  return [row];
}
