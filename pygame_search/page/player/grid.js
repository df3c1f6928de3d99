/**
 * Where the squares of a drawn board are, or its hexagons.
 *
 * The twin of `pygame_search/render/board_grid.py`, with the sizes of a page.
 */

export const SIDE = 44;
export const FONT = 22;
const EDGE = 20;
/** A row is higher by this where its squares have names. */
const STRIP = 12;

/**
 * The places of all squares, row by row, and the size of the whole. A place has its `left`, `top`, `width`
 * and `height`, the middle `x` and `y` of what stands on it, and the height `name` at which its name ends.
 *
 * @param columns the labels of the columns
 * @param rows those of the rows
 * @param names the names of squares, row by row, empty for none
 * @param longest the most characters on a square, by column
 * @param hexagonal whether they are hexagons, each two columns wide
 */
export function gridOf({ columns, rows }, names, longest, hexagonal) {
  const wide = longest.map((count) => Math.max(SIDE, Math.max(1, count) * FONT * 0.68 + 12));
  const left = rows.some((row) => row) ? Math.max(EDGE, ...rows.map((row) => [...row].length * 9 + 8)) : 4;
  const top = columns.some((column) => column) ? EDGE : 4;
  return (hexagonal ? hexagons : squares)(columns.length, rows.length, { names, wide, left, top });
}

function squares(columns, rows, { names, wide, left, top }) {
  const strips = Array.from({ length: rows }, (_, j) => (names.slice(j * columns, (j + 1) * columns).some((name) => name) ? STRIP : 0));
  const lefts = sums(left, wide);
  const tops = sums(top, strips.map((strip) => SIDE + strip));
  const places = strips.flatMap((strip, j) => wide.map((width, i) => ({
    left: lefts[i], top: tops[j], width, height: SIDE + strip,
    x: lefts[i] + width / 2, y: tops[j] + strip + SIDE / 2, name: tops[j] + 13,
  })));
  return { places, left, width: lefts.at(-1) + 4, height: tops.at(-1) + 4 };
}

/** Hexagons, whose rows interlock. */
function hexagons(columns, rows, { names, wide, left, top }) {
  const width = Math.max(...wide);
  const [half, step, height] = [width / 2, width * Math.sqrt(3) / 2, 2 * width / Math.sqrt(3)];
  const lower = names.some((name) => name) ? 5 : 0;
  const places = Array.from({ length: rows * columns }, (_, k) => {
    const [i, j] = [k % columns, Math.floor(k / columns)];
    const high = top + j * step;
    return { left: left + i * half, top: high, width, height, x: left + (i + 1) * half, y: high + height / 2 + lower, name: high + 16 };
  });
  return { places, left, width: left + (columns + 1) * half + 4, height: top + (rows - 1) * step + height + 4 };
}

/** The corners of the hexagon of a place, for `points` of a polygon. */
export function corners({ left, top, width, height, x }) {
  const [right, low] = [left + width, top + height];
  return [
    [x, top], [right, top + height / 4], [right, low - height / 4],
    [x, low], [left, low - height / 4], [left, top + height / 4],
  ].map((corner) => corner.join(',')).join(' ');
}

function sums(first, lengths) {
  return lengths.reduce((found, length) => [...found, found.at(-1) + length], [first]);
}
