/**
 * The board of a state, or the fluents of one that is not drawn.
 */

import { boardOf, labelled, namesOf, sizeOf, symbolsOf, textsOf } from './cells.js';
import { element, label, picture, refill, say } from './dom.js';
import { corners, FONT, gridOf } from './grid.js';

/** The size of a symbol, which fills its square. */
const LARGE = 36;
/** What marks an empty square in a terminal; a picture has the square itself. */
const EMPTY = new Set(['.', '-', '_']);
/** Symbols that are shapes: the part of the square that each fills, as left, top, width and height. */
const SHAPES = new Map([
  ['█', [0, 0, 1, 1]], ['■', [0.14, 0.14, 0.72, 0.72]], ['━', [0, 0.43, 1, 0.14]], ['┃', [0.43, 0, 0.14, 1]],
]);
/** Symbols that are discs: the radius of each, and whether it is light. */
const DISCS = new Map([['●', [15, false]], ['○', [15, true]], ['•', [5, false]], ['◦', [5, true]]]);
/** The radius of a point without a man, and of the ground of one with a man. */
const [POINT, GROUND] = [4, 16];

/**
 * The picture of a board, whose texts can change.
 */
class Picture {
  /**
   * @param size the numbers of its columns and rows
   * @param game what `load` says of it
   * @param longest the most characters on a square, by column
   * @param drawn for each square, row by row, whether it is ever drawn
   */
  constructor(size, game, longest, drawn) {
    const { columns, rows } = labelled(size, game);
    const names = namesOf(size, game).map((name, k) => (drawn[k] ? name : ''));
    const grid = gridOf({ columns, rows }, names, longest, game.hexagonal);
    this.game = game;
    this.rows = rows;
    const symbols = symbolsOf(game);
    this.symbols = new Set(symbols.values());
    this.inks = new Map([...game.colours].reverse().map(([text, colour]) => [symbols.get(text) ?? text, colour]));
    this.wide = columns.length;
    this.svg = picture('svg', { viewBox: `0 0 ${grid.width} ${grid.height}`, role: 'img' });
    this.svg.style.setProperty('--wide', grid.width);
    const text = (style, x, y, own) => this.svg.append(picture('text', { class: style, x, y }, own));
    columns.forEach((column, i) => text('edge', grid.places[i].x, grid.places[i].top - 6, column));
    rows.forEach((row, j) => {
      const at = game.hexagonal ? Math.max(0, drawn.slice(j * this.wide, (j + 1) * this.wide).indexOf(true)) : 0;
      const place = grid.places[j * this.wide + at];
      text('edge', grid.left / 2 + place.left - grid.left, place.y + 5, row);
    });
    if (game.lines.length) this.#lines(size, grid.places);
    this.squares = grid.places.map((place, k) => this.#square(place, k));
    names.forEach((name, k) => name && text('edge name', grid.places[k].x, grid.places[k].name, name));
  }

  /** The ground of a board with lines, and these; one that leads off the board is left out. */
  #lines({ columns, rows }, places) {
    const at = (column, row) => (columns.includes(column) && rows.includes(row)
      ? places[rows.indexOf(row) * columns.length + columns.indexOf(column)] : null);
    const [{ left, top }, last] = [places[0], places.at(-1)];
    this.svg.append(picture('rect', { class: 'field', x: left, y: top, width: last.left + last.width - left, height: last.top + last.height - top }));
    for (const [column, row, column1, row1] of this.game.lines) {
      const [a, b] = [at(column, row), at(column1, row1)];
      if (a && b) this.svg.append(picture('line', { class: 'line', x1: a.x, y1: a.y, x2: b.x, y2: b.y }));
    }
  }

  #square(place, k) {
    const { game } = this;
    const [i, j] = [k % this.wide, Math.floor(k / this.wide)];
    const outline = (style, inset) => (game.hexagonal
      ? picture('polygon', { class: style, points: corners(place) })
      : picture('rect', { class: style, x: place.left + inset, y: place.top + inset, width: place.width - 2 * inset, height: place.height - 2 * inset }));
    const dark = game.chequered && (i + j) % 2;
    const square = outline(game.lines.length ? 'square free' : dark ? 'square dark' : 'square', 0);
    const point = game.lines.length ? picture('circle', { cx: place.x, cy: place.y }) : null;
    const shape = picture('path', {});
    const text = picture('text', { x: place.x });
    const mark = outline('mark', 1.5);
    const parts = picture('g', {});
    parts.append(square, ...(point ? [point] : []), shape, text, mark);
    this.svg.append(parts);
    return { square, point, shape, text, mark, place };
  }

  /** Shows texts, row by row, with those that differ from others marked. */
  fill(texts, before = texts) {
    this.squares.forEach(({ square, point, shape, text, mark, place }, i) => {
      const own = texts[i] ?? null;
      const large = this.symbols.has(own);
      const shown = own !== null && (large || !EMPTY.has(own)) ? own : '';
      square.classList.toggle('none', own === null);
      mark.classList.toggle('changed', own !== (before[i] ?? null));
      if (point) {
        const taken = shown.trim() !== '';
        point.setAttribute('class', own === null ? 'none' : taken ? 'ground' : 'point');
        point.setAttribute('r', taken ? GROUND : POINT);
      }
      const outline = large ? outlineOf(shown, place) : '';
      shape.setAttribute('d', outline);
      const ink = this.inks.get(own) ?? 'plain';
      shape.setAttribute('class', `${DISCS.get(shown)?.[1] ? 'shape light' : 'shape'} ${ink}`);
      say(text, outline ? '' : shown);
      text.setAttribute('class', `${large ? 'symbol' : 'piece'} ${ink}`);
      text.setAttribute('y', place.y + (large ? LARGE : FONT) * 0.36);
    });
    label(this.svg, this.words(texts));
  }

  /** Texts in words, for those who do not see them. */
  words(texts) {
    if (!texts.length) return '';
    return this.rows
      .map((row, j) => {
        const own = texts.slice(j * this.wide, (j + 1) * this.wide).map((text) => (text && !EMPTY.has(text) ? text : 'empty'));
        return `${row || j + 1}: ${own.join(' ')}`;
      })
      .join('; ');
  }
}

/** The path of a symbol that is a shape or a disc; empty if it is neither. */
function outlineOf(symbol, { left, top, width, height, x, y }) {
  if (DISCS.has(symbol)) {
    const [radius] = DISCS.get(symbol);
    return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
  }
  if (!SHAPES.has(symbol)) return '';
  const [a, b, across, down] = SHAPES.get(symbol);
  return `M${left + a * width} ${top + b * height}h${across * width}v${down * height}h${-across * width}z`;
}

/** The most characters on a square, by column, of boards with texts row by row. */
function longestOf(boards, columns) {
  return columns.map((_, i) => boards.reduce((most, texts) => texts.reduce(
    (more, text, k) => (k % columns.length === i ? Math.max(more, [...(text ?? '')].length) : more), most), 0));
}

/** Whether each square is drawn on one of the boards. */
function drawnOn(boards) {
  return boards[0].map((_, k) => boards.some((texts) => texts[k] !== null));
}

/**
 * The picture of one state: `svg`, to be put into an element of class `board`, and `places`, its
 * squares by column and row, as in `2 1`. It is null if the state has no board that can be drawn.
 *
 * @param cells the squares, the `board` of a reply to `drawing`
 * @param game what `load` says of it
 * @param before those of another state; what differs is marked
 */
export function pictureOf(cells, game, before = cells) {
  const size = sizeOf([...cells, ...before], game);
  const board = cells.length > 0 && boardOf(cells, game, size);
  if (!board) return null;
  const then = textsOf(before, size, symbolsOf(game));
  const boards = [board.texts, then];
  const made = new Picture(size, game, longestOf(boards, size.columns), drawnOn(boards));
  made.fill(board.texts, then);
  const places = size.rows.flatMap((row) => size.columns.map((column) => `${column} ${row}`));
  return { svg: made.svg, places: new Map(places.map((place, i) => [place, made.squares[i].square])) };
}

/** A place that shows states of a recording, one at a time. */
export class Board {
  constructor(data) {
    this.data = data;
    this.root = element('div', { class: 'board' });
    this.state = null;
    this.before = null;
    if (!data.boards) return;
    this.symbols = symbolsOf(data.game);
    this.size = sizeOf(data.squares, data.game);
    const boards = data.squares.map((square) => textsOf([square], this.size, this.symbols));
    this.picture = new Picture(this.size, data.game, longestOf(boards, this.size.columns), drawnOn(boards));
    refill(this.root, this.picture.svg);
  }

  /** Shows a state, with what differs from another one marked; null for none. */
  show(state, before = null) {
    if (state === this.state && before === this.before) return;
    this.state = state;
    this.before = before;
    if (!this.picture) refill(this.root, this.#listed(state));
    else this.picture.fill(this.#texts(state), before === null ? undefined : this.#texts(before));
  }

  #texts(state) {
    if (state === null) return [];
    const { boards, squares } = this.data;
    return textsOf(boards[state].map((number) => squares[number]), this.size, this.symbols);
  }

  #listed(state) {
    if (state === null) return null;
    const { data } = this;
    if (data.names) return element('p', { class: 'name' }, data.texts[data.names[state]]);
    return element('ul', { class: 'facts' },
      ...data.facts[state].map((fact) => element('li', {}, data.texts[fact])));
  }
}
