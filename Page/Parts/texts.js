// Texts on elements: as much as fits. Widths come from a function of a text and a font.

/** Fewer letters of a longer text are left out: they name nothing. */
const leastLetters = 4;

/** Whether a text begins with a script that is written from right to left. */
export const readsRightToLeft = (text) =>
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text);

/** A text of the store inside a sentence of the page, whose direction it leaves as it is. */
export const isolated = (text) => `\u2068${text}\u2069`;
export const quoted = (text) => `“${isolated(text)}”`;

/** The name of a field as people write it: a path of one member is its name, and words are apart. */
export function fieldText(name) {
  const member = name.replace(/^\$\.("?)([^".[\]]+)\1$/, "$2");
  if (/[^\p{L}\p{N}_-]/u.test(member)) return member;
  const words = member.replace(/[_-]+/g, " ").trim();
  return words.replace(/(\p{Ll})(\p{Lu})(?=\p{Ll})/gu, (_, end, start) => `${end} ${start.toLowerCase()}`) || name;
}

/** As much of a text as fits, with an ellipsis if something is missing. */
export function fitted(text, font, room, widthOf) {
  const full = widthOf(text, font);
  if (full <= room) return text;
  const letters = [...text];
  let count = Math.floor((room / full) * letters.length);
  while (count >= leastLetters && widthOf(letters.slice(0, count).join("") + "…", font) > room) count--;
  return count >= leastLetters ? letters.slice(0, count).join("") + "…" : "";
}

/** A text in at most some lines, broken between words; the last one is cut if something is left. */
export function linesOf(text, font, room, most, widthOf) {
  const found = [];
  let rest = text;
  while (rest && found.length < most - 1 && widthOf(rest, font) > room) {
    const words = rest.split(" ");
    let line = words.shift();
    if (widthOf(line, font) > room) break;
    while (words.length > 0 && widthOf(`${line} ${words[0]}`, font) <= room) line += ` ${words.shift()}`;
    found.push(line);
    rest = words.join(" ");
  }
  if (rest) found.push(fitted(rest, font, room, widthOf));
  return found.filter((line) => line && line !== "…");
}

/** Remembers the widths of texts. */
export function widthMemory(measure, limit = 20000) {
  const widths = new Map();
  return (text, font) => {
    const key = font + text;
    let width = widths.get(key);
    if (width === undefined) {
      if (widths.size >= limit) widths.clear();
      width = measure(text, font);
      widths.set(key, width);
    }
    return width;
  };
}
