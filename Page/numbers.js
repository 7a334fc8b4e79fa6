"use strict";
// What the page was told when it was made.
const configuration = JSON.parse(document.getElementById("configuration").textContent);

const part = (id) => document.getElementById(id);
const clamp = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));

/** A number as people read it: no noise of binary fractions, groups of three digits. */
function readable(number, digits = 3) {
  if (number === null || number === undefined) return "–";
  return number.toLocaleString("en", { maximumFractionDigits: Math.abs(number) >= 1e6 ? 0 : digits });
}

function counted(number, one, many = one + "s") {
  return `${readable(number)} ${number === 1 ? one : many}`;
}

/** A new element with a class and text; nothing that comes out of a file ever becomes markup. */
function made(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** What an element is called. */
function nameOf(element) {
  if (element.kind === 0) return element.title || element.key || `${element.section}/${element.item}`;
  const own = element.title || (element.section >= 0 ? `${element.name} ${element.section}` : element.name);
  return element.kind === 1 ? own : element.name;
}

/** Its indices, as the command line takes them. */
const placeOf = (element) => (element.kind === 0 ? `${element.section}/${element.item}`
  : element.section >= 0 ? `${element.name} ${element.section}` : element.name);

const overlaps = (a, b) => a.x < b.x + b.w && a.x + a.w > b.x && a.y < b.y + b.h && a.y + a.h > b.y;
