/**
 * What a page says above what it shows: the answer in a sentence, and below it texts and tables.
 */

import { element } from './dom.js';

/** A table of at most this many rows is open. */
const MOST_OPEN = 12;

/** @param above a `title` and `parts`: texts, and tables as lists of rows, the first with the names */
export function above({ title, parts }) {
  if (!parts.length) return element('p', { class: 'above' }, title);
  return element('details', { class: 'above', open: true },
    element('summary', {}, title),
    element('div', { tabindex: 0, role: 'region', 'aria-label': title },
      ...parts.map((part) => (Array.isArray(part) ? table(part) : text(part)))));
}

/** A text; a row of columns is never broken. */
function text(lines) {
  const line = (words) => element('span', { class: /\S {2,}\S/.test(words) ? 'row' : null }, `${words}\n`);
  return element('pre', {}, ...lines.split('\n').map(line));
}

/** A table; a long one is closed at first. */
function table([names, ...rows]) {
  const row = (name, cells) => element('tr', {}, ...cells.map((cell) => element(cell ? name : 'td', {}, cell)));
  const made = element('table', {}, element('thead', {}, row('th', names)), element('tbody', {}, ...rows.map((cells) => row('td', cells))));
  if (rows.length <= MOST_OPEN) return made;
  return element('details', {}, element('summary', {}, `${names.join(', ')}: ${rows.length} rows`), made);
}
