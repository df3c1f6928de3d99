/**
 * A position as the board of the player reads it: a recording of one or two states.
 */

import { Board } from '../player/board.js';

/** A board with more columns or rows is not drawn. */
const MOST = 200;

/** An element with the board of a position, what differs from the position before it marked; or its facts. */
export function drawn(description, position, before = null) {
  return drawing(description, position, before).root;
}

/** The same as `root`, and its `squares`: elements by column and row, as in `2 1`; none without a board. */
export function drawing(description, position, before = null) {
  const data = boardData(description, before ? [position, before] : [position]);
  const board = new Board(data);
  board.show(0, before ? 1 : null);
  const places = data.places ?? [];
  return { root: board.root, squares: new Map(places.map((place, i) => [place, board.cells[i].square])) };
}

/** The texts of squares by column and row; the first of two counts. */
export function textsOf(cells) {
  const texts = new Map();
  for (const [column, row, text] of cells) {
    if (!texts.has(`${column} ${row}`)) texts.set(`${column} ${row}`, text);
  }
  return texts;
}

function boardData(description, positions) {
  const symbols = new Map(description.symbols);
  const squares = positions.map(({ cells }) =>
    new Map([...textsOf(cells)].map(([place, text]) => [place, symbols.get(text) ?? text])));
  const cells = positions.flatMap((one) => one.cells);
  const [columns, rows] = [0, 1].map((i) => span(cells.map((cell) => cell[i])));
  if (squares.some(({ size }) => size === 0) || !columns || !rows) {
    const texts = [...new Set(positions.flatMap(({ facts }) => facts))];
    return { texts, facts: positions.map(({ facts }) => facts.map((fact) => texts.indexOf(fact))) };
  }
  const glyphs = [...new Set(squares.flatMap((texts) => [...texts.values()]))];
  const code = (text) => (text === undefined ? '/' : String.fromCodePoint(48 + glyphs.indexOf(text)));
  const boards = squares.map((texts) =>
    rows.flatMap((row) => columns.map((column) => code(texts.get(`${column} ${row}`)))).join(''));
  const [columnLabels, rowLabels] = [new Map(description.column_labels), new Map(description.row_labels)];
  return {
    columns: columns.map((column) => columnLabels.get(column) ?? String(column)),
    rows: rows.map((row) => rowLabels.get(row) ?? String(row)), glyphs, boards,
    places: rows.flatMap((row) => columns.map((column) => `${column} ${row}`)),
  };
}

/** All numbers from the least to the greatest; null if there are none, or too many. */
function span(numbers) {
  const [low, high] = numbers.reduce(([a, b], n) => [Math.min(a, n), Math.max(b, n)], [Infinity, -Infinity]);
  return numbers.length === 0 || high - low >= MOST ? null : Array.from({ length: high - low + 1 }, (_, i) => low + i);
}
