// From afar the content is a contact sheet: it folds into columns side by side, and is read down and then right. Below
// the zoom at which boxes can be distinguished, columns keep a breadth at which they can.
//
// Pictures of a whole layout have as many columns: see ContactSheet.swift.
//
// Along and across refer to the scroll axis: in content that scrolls sideways, columns are rows.

const foldGap = 12;
const foldMargin = 14;
const leastFoldBreadth = 72;
/** The side of an average box, in pixels, at which folding begins and is complete. */
const foldingSides = [16, 8];

/** The least breadth of a column: as many as fit, without a rest beside them. */
function leastBreadth(room) {
  const count = Math.max(1, Math.floor((room - 2 * foldMargin + foldGap) / (leastFoldBreadth + foldGap)));
  return Math.max(1, (room - 2 * foldMargin + foldGap) / count - foldGap);
}

/** How far the content is folded: 0 while boxes can be distinguished, 1 when they cannot. */
function foldShare(view, zoom = view.zoom) {
  if (!view.layout || view.isFree || view.isEndless || view.bounds || !(view.layout.items > 0)) return 0;
  const side = Math.sqrt((view.extent.w * view.extent.h) / view.layout.items) * zoom;
  const part = clamp((foldingSides[0] - side) / (foldingSides[0] - foldingSides[1]), 0, 1);
  // At about its own size content never folds, however small its boxes are.
  return part * part * (3 - 2 * part) * clamp((0.6 - zoom) / 0.2, 0, 1);
}

/**
 * The columns of a view: `share` is how far they are folded, `whole` how many fit, and `count` how many show; `start` is
 * the first one's place, `breadth` and `pitch` their breadth and distance, all in pixels; `length` is the length of
 * content in each, in points.
 */
function foldOf(view, zoom = view.zoom) {
  const share = foldShare(view, zoom);
  const room = view.stageLength(view.cross);
  const natural = view.extent[lengthOf(view.cross)] * zoom;
  const breadth = natural + (Math.max(natural, leastBreadth(room)) - natural) * share;
  const length = view.stageLength(view.axis) / zoom;
  const pitch = breadth + foldGap;
  const centre = (room - breadth) / 2;
  if (share === 0) return {share, whole: 1, count: 1, start: centre, breadth, pitch, length};
  const whole = Math.max(1, Math.floor((room - 2 * foldMargin + foldGap) / pitch + 1e-9));
  const count = Math.max(whole, Math.ceil((room - foldMargin) / pitch - 1e-9));
  const start = centre + (Math.min(foldMargin, centre) - centre) * share;
  return {share, whole, count, start, breadth, pitch, length};
}

/** The length of content that a view shows, in all its whole columns. */
function shownLength(view) {
  const {share, whole, length} = foldOf(view);
  return length * (1 + (whole - 1) * share);
}

/** The zoom at which all of the content fills the sheet; null: it never folds. */
function sheetZoom(view) {
  const along = view.stageLength(view.axis);
  const whole = view.extent[lengthOf(view.axis)];
  let found = null;
  for (let count = 1; count <= 400; count++) {
    const zoom = (count * along) / Math.max(whole, 1);
    if (foldShare(view, zoom) < 1) break;
    if (foldOf(view, zoom).whole < count) break;
    found = zoom;
  }
  return found;
}

/** The coordinate of the content at a point of the stage, along the scroll axis, and the column that it is in. */
function foldedPlace(view, point) {
  const fold = foldOf(view);
  const across = point[view.cross] - fold.start;
  const column = fold.share < 0.5 ? 0 : clamp(Math.floor((across + foldGap / 2) / fold.pitch), 0, fold.count - 1);
  return {column, value: view[view.axis] + column * fold.length + point[view.axis] / view.zoom};
}

/** The strips of content that a sheet shows: pieces of one length each, whose strips are powers of two long. */
function stripsOf(view) {
  const fold = foldOf(view);
  const length = tileLength(fold.length);
  const low = Math.max(view[view.axis], 0);
  const high = Math.min(view[view.axis] + fold.length * fold.count, view.extent[lengthOf(view.axis)]);
  const strips = [];
  for (let index = Math.floor(low / length); index * length < high && strips.length < 64; index++)
    strips.push({key: `${length}.${index}`, from: index * length, to: (index + 1) * length});
  return strips;
}

/** A colour from a wheel of hues, by a section's position, if there are too many sections for distinct colours. */
const wheelColour = (part, isDark) => `oklch(${isDark ? 0.62 : 0.74} 0.12 ${Math.round(30 + 300 * clamp(part, 0, 1))})`;

/** The greatest number of sections with distinct colours on a sheet. */
const tintedSections = 64;

/** The cells of a piece against the average: 0 for none, 1 for four times as many. */
const relativeDensity = (cells, average) => clamp(Math.log2(1 + cells / Math.max(average, 1e-12)) / Math.log2(5), 0, 1);
