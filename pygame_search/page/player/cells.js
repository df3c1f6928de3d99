/**
 * Boards from the squares that the rules draw, each `[column, row, text]`.
 *
 * The twin of `pygame_search/model/board.py`; a test holds both against one table.
 */

import { visible } from './dom.js';

/** A board with more columns or rows is not drawn. */
export const MOST = 200;

/**
 * The board of a state: the labels of its `columns` and `rows`, and its `texts`, row by row, null
 * for no square. It is null if there are no squares, or too many columns or rows.
 *
 * @param cells the squares; of two texts for one square the first is drawn
 * @param game its `column_labels`, `row_labels` and `symbols`, pairs as `load` has them, whether
 *   `rows_from_below`, and `numbered`, those of `columns` and `rows` whose numbers moves name
 * @param size the numbers of the columns and rows, if there are more than those of the squares
 */
export function boardOf(cells, game, size = sizeOf(cells, game)) {
  return size && { ...labelled(size, game), texts: textsOf(cells, size, symbolsOf(game)) };
}

/**
 * The numbers of the columns, from the left, and of the rows, from the top, that squares lie in; null if
 * there are none, or too many.
 */
export function sizeOf(cells, game) {
  const [columns, rows] = [0, 1].map((i) => between(cells.map((cell) => cell[i])));
  return columns && rows && { columns, rows: game.rows_from_below ? rows.reverse() : rows };
}

function between(numbers) {
  const [low, high] = numbers.reduce(([a, b], one) => [Math.min(a, one), Math.max(b, one)], [Infinity, -Infinity]);
  if (!numbers.length || high - low >= MOST) return null;
  return Array.from({ length: high - low + 1 }, (_, i) => low + i);
}

/** The texts at the edges of a board: where the rules have no labels the numbers, if moves name them. */
export function labelled({ columns, rows }, game) {
  const texts = (edge, numbers, labels) => {
    const known = new Map(labels);
    const numbered = game.numbered.includes(edge);
    return numbers.map((number) => visible(known.get(number) ?? (numbered ? String(number) : '')));
  };
  return { columns: texts('columns', columns, game.column_labels), rows: texts('rows', rows, game.row_labels) };
}

/** The names of squares, row by row, empty for none; the first of two counts. */
export function namesOf({ columns, rows }, game) {
  const known = new Map([...game.square_names].reverse().map(([column, row, name]) => [`${column} ${row}`, name]));
  return rows.flatMap((row) => columns.map((column) => visible(known.get(`${column} ${row}`) ?? '')));
}

/** The symbols by the texts that they replace; the first of two counts. */
export function symbolsOf(game) {
  return new Map([...game.symbols].reverse());
}

/** The texts of squares, row by row; null for no square. */
export function textsOf(cells, { columns, rows }, symbols) {
  const texts = Array(columns.length * rows.length).fill(null);
  for (const [column, row, text] of cells) {
    const place = Math.abs(row - rows[0]) * columns.length + column - columns[0];
    texts[place] ??= visible(symbols.get(text) ?? text);
  }
  return texts;
}
