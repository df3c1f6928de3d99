/**
 * The board of a state, or the fluents of one that is not drawn.
 */

import { element, picture, refill } from './dom.js';

const SIDE = 44;
const FONT = 22;
const EDGE = 20;
/** Texts that mark an empty square are drawn pale. */
const EMPTY = new Set(['.', '-', '_']);
const FIRST = '0'.charCodeAt(0);

/** The texts of the squares of a state, row by row; null for no square. */
export function squares(data, state) {
  return [...data.boards[state]].map((code) => {
    const number = code.charCodeAt(0) - FIRST;
    return number < 0 ? null : data.glyphs[number];
  });
}

/** A place that shows states of a recording, one at a time. */
export class Board {
  constructor(data) {
    this.data = data;
    this.root = element('div', { class: 'board' });
    this.state = null;
    this.before = null;
    if (data.boards) this.#draw();
  }

  /** Shows a state, with what differs from another one marked; null for none. */
  show(state, before = null) {
    if (state === this.state && before === this.before) return;
    this.state = state;
    this.before = before;
    if (!this.data.boards) refill(this.root, this.#listed(state));
    else this.#fill(state, before);
  }

  /** The state in words, for those who do not see it. */
  words(state) {
    const { data } = this;
    if (state === null) return '';
    if (data.names) return data.texts[data.names[state]];
    if (data.facts) return data.facts[state].map((fact) => data.texts[fact]).join(', ');
    const texts = squares(data, state);
    const wide = data.columns.length;
    return data.rows
      .map((row, j) => {
        const own = texts.slice(j * wide, (j + 1) * wide).map((text) => text || 'empty');
        return `${row || j + 1}: ${own.join(' ')}`;
      })
      .join('; ');
  }

  #listed(state) {
    if (state === null) return null;
    const { data } = this;
    if (data.names) return element('p', { class: 'name' }, data.texts[data.names[state]]);
    return element('ul', { class: 'facts' },
      ...data.facts[state].map((fact) => element('li', {}, data.texts[fact])));
  }

  #draw() {
    const { columns, rows, glyphs } = this.data;
    const longest = Math.max(1, ...glyphs.map((glyph) => [...glyph].length));
    const wide = Math.max(SIDE, longest * FONT * 0.68 + 12);
    const left = Math.max(EDGE, ...rows.map((row) => [...row].length * 9 + 8));
    const top = columns.some((column) => column) ? EDGE : 4;
    const width = left + wide * columns.length + 4;
    const height = top + SIDE * rows.length + 4;
    const svg = picture('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img' });
    svg.style.maxWidth = `${width * 1.6}px`;
    columns.forEach((column, i) => svg.append(
      picture('text', { class: 'edge', x: left + (i + 0.5) * wide, y: top - 6 }, column)));
    rows.forEach((row, j) => svg.append(
      picture('text', { class: 'edge', x: left / 2, y: top + (j + 0.5) * SIDE + 5 }, row)));
    this.cells = rows.flatMap((_, j) => columns.map((__, i) => {
      const square = picture('rect', {
        class: (i + j) % 2 ? 'square dark' : 'square',
        x: left + i * wide, y: top + j * SIDE, width: wide, height: SIDE,
      });
      const text = picture('text', { x: left + (i + 0.5) * wide, y: top + (j + 0.5) * SIDE + FONT * 0.36 });
      const mark = picture('rect', {
        class: 'mark', x: left + i * wide + 1.5, y: top + j * SIDE + 1.5, width: wide - 3, height: SIDE - 3,
      });
      svg.append(square, text, mark);
      return { square, text, mark };
    }));
    this.svg = svg;
    refill(this.root, svg);
  }

  #fill(state, before) {
    const now = state === null ? [] : squares(this.data, state);
    const then = before === null ? now : squares(this.data, before);
    this.cells.forEach(({ square, text, mark }, i) => {
      const glyph = now[i] ?? null;
      const changed = glyph !== (then[i] ?? null);
      square.classList.toggle('none', glyph === null);
      mark.classList.toggle('changed', changed);
      text.textContent = glyph ?? '';
      text.setAttribute('class', EMPTY.has(glyph) ? 'empty' : 'piece');
    });
    this.svg.setAttribute('aria-label', this.words(state));
  }
}
