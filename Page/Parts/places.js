// Places on the rail, the whole layout at the side.

/** The part of the rail that stands for the visible part: never less than a finger can take. */
function thumbOf(view, length) {
  const name = view.axis;
  const whole = view.isEndless ? view.layout.lapLength : view.extent[lengthOf(name)];
  const size = clamp((shownLength(view) / Math.max(whole, 1e-9)) * length, 22, length);
  return {at: view.fraction * (length - size), size};
}

/** A coordinate of the content on the rail. */
function railPlace(view, value, length) {
  const whole = view.extent;
  const name = view.axis;
  const part = clamp((value - whole[name]) / Math.max(whole[lengthOf(name)], 1e-9), 0, 1);
  return (view.layout.isMirrored ? 1 - part : part) * length;
}

/** The fraction of the way that a grip at a place of the rail leads to. */
function fractionAt(view, at, grip, length) {
  const {size} = thumbOf(view, length);
  return length > size ? clamp((at - grip) / (length - size), 0, 1) : 0;
}

/** The name of a section: its title, or its index if it has none. */
const sectionName = (section, titles) => (titles && titles[section]) || `Section ${section}`;

/** The name of the section at a fraction of the content; an empty text if it has no name. */
function nameAtFraction(pieces, fraction) {
  if (!pieces || pieces.cells.length === 0) return "";
  const index = clamp(Math.floor(fraction * pieces.cells.length), 0, pieces.cells.length - 1);
  const section = pieces.sections[index];
  return section >= 0 ? sectionName(section, pieces.titles) : "";
}

/** Whether sections are long enough on the rail for distinct colours. */
function isTinted(sections, length) {
  let changes = 0;
  for (let index = 1; index < sections.length; index++)
    if (sections[index] !== sections[index - 1]) changes++;
  return changes * 6 < length;
}
