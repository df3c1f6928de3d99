/**
 * A position as the board of the player reads it: a recording of one or two states.
 */

import { Board } from '../player/board.js';

/** A board with more columns or rows is not drawn. */
const MOST = 200;

/** An element with the board of a position, what differs from the position before it marked; or its facts. */
export function drawn(description, position, before = null) {
  const board = new Board(boardData(description, before ? [position, before] : [position]));
  board.show(0, before ? 1 : null);
  return board.root;
}

function boardData(description, positions) {
  const symbols = new Map(description.symbols);
  const squares = positions.map(({ cells }) => {
    const texts = new Map();
    for (const [column, row, text] of cells) {
      const key = `${column} ${row}`;
      if (!texts.has(key)) texts.set(key, symbols.get(text) ?? text);
    }
    return texts;
  });
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
  };
}

/** All numbers from the least to the greatest; null if there are none, or too many. */
function span(numbers) {
  const [low, high] = numbers.reduce(([a, b], n) => [Math.min(a, n), Math.max(b, n)], [Infinity, -Infinity]);
  return numbers.length === 0 || high - low >= MOST ? null : Array.from({ length: high - low + 1 }, (_, i) => low + i);
}
