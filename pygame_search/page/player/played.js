/**
 * A game that was played: its positions move by move, and what each was worth.
 */

import { Board } from './board.js';
import { element, picture, refill, say } from './dom.js';
import { signs } from './values.js';

/** How long a position is shown when the game runs by itself, in milliseconds. */
const SHOWN = 1000;
/** The drawing of the values, in units of its own. */
const [WIDE, HIGH, EDGE, LEFT] = [600, 120, 14, 60];

export class Played {
  /**
   * @param data the positions as in a recording, `players`, `moves`, `end`, and the
   *   `values` of the positions for the role `valued`: pairs of number and words, or null
   * @param root the element that the game fills
   * @param options `step`: the number of moves made at first; `onstep`: called with each new one
   */
  constructor(data, root, { step = 0, onstep = () => {} } = {}) {
    this.data = data;
    this.root = root;
    this.onstep = onstep;
    this.board = new Board(data);
    this.number = null;
    this.known = data.values.filter((value) => value && value[0] !== null).length > 1;
    this.#build();
    root.addEventListener('keydown', (event) => this.key(event));
    this.show(step);
  }

  /** Shows the position after a number of moves, the nearest that there is. */
  show(number) {
    const shown = Math.max(0, Math.min(this.data.moves.length, Math.round(number) || 0));
    if (shown === this.number) return;
    const first = this.number === null;
    this.number = shown;
    this.#draw();
    if (!first) this.onstep(shown);
  }

  /** Shows one position after another, or stops. */
  play(on = !this.timer) {
    clearInterval(this.timer);
    this.timer = null;
    if (on && this.number === this.data.moves.length) this.show(0);
    if (on) {
      this.timer = setInterval(() => {
        this.show(this.number + 1);
        if (this.number === this.data.moves.length) this.play(false);
      }, SHOWN);
    }
    this.parts.play.setAttribute('aria-pressed', String(on));
    say(this.parts.play.firstChild, on ? 'Stop' : 'Play');
  }

  #build() {
    const { data } = this;
    const last = data.moves.length;
    const parts = {
      slider: element('input', { type: 'range', min: 0, max: last, 'aria-label': 'Moves made' }),
      count: element('output', { class: 'count' }),
      words: element('p', { class: 'words', 'aria-live': 'polite' }),
      value: element('p', { class: 'worth' }),
      play: this.#button('Play', 'space', () => this.play()),
    };
    this.parts = parts;
    this.rows = ['The start', ...data.moves].map((words, i) =>
      element('button', { type: 'button', onclick: () => this.show(i) },
        i ? `${i}. ${words}` : words, this.#turned(i) ? element('span', { class: 'turned' }, ' changes the value') : null));
    const buttons = [
      this.#button('Start', 'Home', () => this.show(0)), this.#button('Back', '←', () => this.show(this.number - 1)),
      this.#button('Next', '→', () => this.show(this.number + 1)), this.#button('End', 'End', () => this.show(last)), parts.play,
    ];
    if (this.#turns().length) buttons.push(this.#button('Next change', 'v', () => this.#turn(1)));
    this.root.classList.add('game');
    this.root.classList.toggle('still', !data.moves.length);
    refill(this.root,
      data.players.length ? element('p', { class: 'soft' }, data.players.map(([role, player]) => `${role}: ${player}`).join('; ')) : null,
      element('div', { class: 'table' },
        element('section', { class: 'card', 'aria-label': 'The position' }, this.board.root),
        element('section', { class: 'card moves', 'aria-label': 'The moves', tabindex: 0 },
          element('ol', {}, ...this.rows.map((row) => element('li', {}, row))))),
      element('section', { class: 'card', 'aria-label': 'What happens' }, parts.words, parts.value,
        element('div', { class: 'slide' }, parts.slider, parts.count), element('div', { class: 'buttons' }, ...buttons)),
      this.#turns().length ? element('section', { class: 'card', 'aria-label': 'The values' },
        element('p', {}, `What each position is worth to ${data.valued}, if all play perfectly from there`), this.#chart()) : null,
      data.note ? element('p', { class: 'soft' }, data.note) : null);
    parts.slider.addEventListener('input', () => this.show(Number(parts.slider.value)));
  }

  #button(name, key, act) {
    return element('button', { type: 'button', onclick: act }, name, element('kbd', { 'aria-hidden': 'true' }, key));
  }

  /** Whether a move leads to a position of another value. */
  #turned(number) {
    const [before, after] = [this.data.values[number - 1], this.data.values[number]];
    return Boolean(before && after && before[0] !== after[0]);
  }

  #turns() {
    return this.data.moves.map((_, i) => i + 1).filter((number) => this.#turned(number));
  }

  /** Goes to the next move, or the last one, that changes the value. */
  #turn(by) {
    const turns = this.#turns();
    const found = by > 0 ? turns.find((one) => one > this.number) : turns.findLast((one) => one < this.number);
    if (found !== undefined) this.show(found);
  }

  /** The values as a line of steps, from left to right the moves. */
  #chart() {
    const { values, game, valued, moves } = this.data;
    const [low, high] = game.ranges[game.roles.indexOf(valued)];
    const x = (i) => EDGE + (i / Math.max(1, moves.length)) * (WIDE - 2 * EDGE);
    const y = (value) => HIGH - EDGE - ((value - low) / Math.max(1, high - low)) * (HIGH - 2 * EDGE);
    const known = values.map((value, i) => [i, value?.[0] ?? null]).filter(([, value]) => value !== null);
    const line = known.map(([i, value], n) => `${n && known[n - 1][0] === i - 1 ? `H${x(i)}V` : `M${x(i)},`}${y(value)}`).join('');
    const levels = [...new Set([low, high, ...known.map(([, value]) => value)])];
    this.dots = new Map(known.map(([i, value]) => [i, picture('circle', {
      cx: x(i), cy: y(value), r: 4, class: this.#turned(i) ? 'turned' : null }, picture('title', {}, `after ${i} moves: ${values[i][1]}`))]));
    const svg = picture('svg', { viewBox: `${-LEFT} 0 ${WIDE + LEFT} ${HIGH}`, role: 'img', 'aria-label': this.#history(known) },
      ...levels.map((level) => picture('text', { x: -6, y: y(level) + 5 }, signs(String(level)))),
      ...levels.map((level) => picture('line', { class: 'level', x1: 0, x2: WIDE, y1: y(level), y2: y(level) })),
      picture('path', { d: line }), ...this.dots.values());
    svg.addEventListener('click', (event) => {
      const box = svg.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width) * (WIDE + LEFT) - LEFT;
      this.show(((at - EDGE) / (WIDE - 2 * EDGE)) * moves.length);
    });
    return svg;
  }

  /** The values in words, each where it changes. */
  #history(known) {
    const changes = known.filter(([, value], n) => !n || known[n - 1][1] !== value);
    return `The values: ${changes.map(([i, value]) => `${value} after ${i} moves`).join(', ')}`;
  }

  #draw() {
    const { data, parts, number } = this;
    const last = data.moves.length;
    this.board.show(number, number ? number - 1 : null);
    const move = number ? `${number}. ${data.moves[number - 1]}` : 'The start';
    say(parts.words, number === last && data.end ? `${move}. ${data.end}` : move);
    const value = data.values[number];
    say(parts.value, value ? `${data.valued}: ${signs(value[1])}${this.#turned(number) ? '; this move changed the value' : ''}` : '');
    parts.value.hidden = !this.known;
    parts.slider.value = number;
    say(parts.count, `${number} of ${last}`);
    this.rows.forEach((row, i) => {
      if (i === number) row.setAttribute('aria-current', 'step');
      else row.removeAttribute('aria-current');
    });
    this.dots?.forEach((dot, i) => dot.setAttribute('r', i === number ? 8 : 4));
    const row = this.rows[number];
    const list = row.closest('.moves');
    list.scrollTop = row.offsetTop - list.clientHeight / 2;
  }

  /** Does what a key stands for. */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === ' ' && event.target.matches('button, summary')) return;
    const act = {
      ArrowRight: () => this.show(this.number + 1), ArrowLeft: () => this.show(this.number - 1),
      Home: () => this.show(0), End: () => this.show(this.data.moves.length),
      ' ': () => this.play(), v: () => this.#turn(1), V: () => this.#turn(-1),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
