/**
 * A position as one sees it: its board, or its facts.
 */

import { pictureOf } from '../player/board.js';
import { element } from '../player/dom.js';

/** An element with the board of a position, what differs from the position before it marked; or its facts. */
export function drawn(description, position, before = null) {
  return drawing(description, position, before).root;
}

/** The same as `root`, and its `squares`: elements by column and row, as in `2 1`; none without a board. */
export function drawing(description, position, before = null) {
  const picture = pictureOf(position.cells, description, before?.cells);
  const facts = () => (position.node ? element('p', { class: 'name' }, position.node.text)
    : element('ul', { class: 'facts' }, ...position.facts.map((fact) => element('li', {}, fact))));
  const root = element('div', { class: 'board' }, picture ? picture.svg : facts());
  return { root, squares: picture ? picture.places : new Map() };
}

/** The texts of squares by column and row; the first of two counts. */
export function textsByPlace(cells) {
  return new Map([...cells].reverse().map(([column, row, text]) => [`${column} ${row}`, text]));
}
