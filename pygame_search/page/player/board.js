/**
 * The board of a state, or the fluents of one that is not drawn.
 */

import { boardOf, labelled, sizeOf, symbolsOf, textsOf } from './cells.js';
import { element, label, picture, refill, say } from './dom.js';

const SIDE = 44;
const FONT = 22;
/** The size of a symbol, which fills its square. */
const LARGE = 36;
const EDGE = 20;
/** What marks an empty square in a terminal; a picture has the square itself. */
const EMPTY = '.';
/** What may mark one, too, is drawn pale. */
const PALE = new Set(['-', '_']);

/**
 * The picture of a board, whose texts can change.
 */
class Picture {
  /**
   * @param labels the texts at the edge: those of `columns` and of `rows`
   * @param game what `load` says of it
   * @param longest the most characters on a square
   */
  constructor({ columns, rows }, game, longest) {
    this.rows = rows;
    this.symbols = new Set(symbolsOf(game).values());
    this.wide = columns.length;
    const wide = Math.max(SIDE, Math.max(1, longest) * FONT * 0.68 + 12);
    const left = Math.max(EDGE, ...rows.map((row) => [...row].length * 9 + 8));
    const top = columns.some((column) => column) ? EDGE : 4;
    const width = left + wide * columns.length + 4;
    const height = top + SIDE * rows.length + 4;
    const svg = picture('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img' });
    svg.style.setProperty('--wide', width);
    columns.forEach((column, i) => svg.append(
      picture('text', { class: 'edge', x: left + (i + 0.5) * wide, y: top - 6 }, column)));
    rows.forEach((row, j) => svg.append(
      picture('text', { class: 'edge', x: left / 2, y: top + (j + 0.5) * SIDE + 5 }, row)));
    this.squares = rows.flatMap((_, j) => columns.map((__, i) => {
      const square = picture('rect', {
        class: game.chequered && (i + j) % 2 ? 'square dark' : 'square',
        x: left + i * wide, y: top + j * SIDE, width: wide, height: SIDE,
      });
      const text = picture('text', { x: left + (i + 0.5) * wide });
      const mark = picture('rect', {
        class: 'mark', x: left + i * wide + 1.5, y: top + j * SIDE + 1.5, width: wide - 3, height: SIDE - 3,
      });
      svg.append(square, text, mark);
      return { square, text, mark, middle: top + (j + 0.5) * SIDE };
    }));
    this.svg = svg;
  }

  /** Shows texts, row by row, with those that differ from others marked. */
  fill(texts, before = texts) {
    this.squares.forEach(({ square, text, mark, middle }, i) => {
      const own = texts[i] ?? null;
      square.classList.toggle('none', own === null);
      mark.classList.toggle('changed', own !== (before[i] ?? null));
      const large = this.symbols.has(own);
      say(text, own === EMPTY ? '' : own ?? '');
      text.setAttribute('class', large ? 'symbol' : PALE.has(own) ? 'pale' : 'piece');
      text.setAttribute('y', middle + (large ? LARGE : FONT) * 0.36);
    });
    label(this.svg, this.words(texts));
  }

  /** Texts in words, for those who do not see them. */
  words(texts) {
    if (!texts.length) return '';
    return this.rows
      .map((row, j) => {
        const own = texts.slice(j * this.wide, (j + 1) * this.wide).map((text) => (text && text !== EMPTY ? text : 'empty'));
        return `${row || j + 1}: ${own.join(' ')}`;
      })
      .join('; ');
  }
}

function longestOf(texts) {
  return texts.reduce((most, text) => Math.max(most, [...(text ?? '')].length), 0);
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
  const made = new Picture(board, game, longestOf([...board.texts, ...then]));
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
    const texts = data.squares.flatMap((square) => textsOf([square], { columns: [square[0]], rows: [square[1]] }, this.symbols));
    this.picture = new Picture(labelled(this.size, data.game), data.game, longestOf(texts));
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
