/**
 * Elements made without a parser: what comes from the data is only ever text, and none of its
 * characters steers the page or is invisible.
 */

const SVG = 'http://www.w3.org/2000/svg';
/** Characters without a glyph of their own, but the space; the same, but those that lay out a text. */
const HIDDEN = /(?! )[\p{C}\p{Z}]/gu;
const STEERING = /(?![ \n\t])[\p{C}\p{Z}]/gu;

/**
 * A text with escapes for all characters without a glyph of their own.
 *
 * The twin of `visible` in `pygame_search/support/escapes.py`; a test holds both against one table.
 */
export function visible(text) {
  return text.replace(HIDDEN, escape);
}

/** The same, but lines and tabs stay: what the page shows of a text. */
export function shown(text) {
  return String(text).replace(STEERING, escape);
}

function escape(character) {
  const code = character.codePointAt(0).toString(16).toUpperCase();
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
}

/** Puts a text in place of all that an element, or a text, holds. */
export function say(node, text) {
  node.textContent = shown(text);
}

/** Names an element for those who do not see it. */
export function label(node, text) {
  node.setAttribute('aria-label', shown(text));
}

/** A new element with attributes and children; a string becomes text. */
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same of SVG. */
export function picture(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? '' : shown(value));
  }
  made.append(...children.filter(there).map(safe));
  return made;
}

/** Puts new children in place of the old ones. */
export function refill(parent, ...children) {
  parent.replaceChildren(...children.filter(there).map(safe));
}

function there(child) {
  return child !== null && child !== undefined;
}

function safe(child) {
  return child instanceof Node ? child : shown(child);
}

/** A colour of the style sheet, by the name of its property. */
export function colours(root, names) {
  const style = getComputedStyle(root);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}
