/**
 * The legal moves of a role as buttons; of many, those that one finds by typing.
 */

import { element, refill } from '../player/dom.js';

/** From so many moves on, a field finds them. */
const MANY = 12;
/** No more buttons than this are shown at a time. */
const MOST = 300;

export class MoveList {
  /**
   * @param moves the texts of the moves, and `written`, the same as people write them
   * @param role the role, if several choose at once
   * @param act called with the move that is chosen; with a role it stays pressed
   */
  constructor(moves, written, { role = null, act }) {
    Object.assign(this, { moves, written, role, act, left: null, chosen: null });
    const of = role ? ` of ${role}` : '';
    this.rows = element('div', { class: 'moves' });
    this.more = element('p', { class: 'more', hidden: true });
    this.find = moves.length < MANY ? null : element('input', {
      class: 'wide', placeholder: 'Find a move', 'aria-label': `Find a move${of}`, spellcheck: 'false',
      oninput: () => this.#draw(), onkeydown: ({ key }) => key === 'Enter' && this.#first() });
    this.root = element('div', { role: 'group', 'aria-label': `Legal moves${of}` },
      role ? element('h3', {}, role) : null, this.find, this.rows, this.more);
    this.#draw();
  }

  /** Shows no others than these moves; all for null. */
  only(moves) {
    this.left = moves && new Set(moves);
    this.#draw();
  }

  /** The places of the moves that are shown. */
  #found() {
    const wanted = this.find?.value.trim().toLowerCase() ?? '';
    return this.moves.flatMap((move, i) => {
      if (this.left && !this.left.has(move)) return [];
      return [move, this.written[i]].some((text) => text.toLowerCase().includes(wanted)) ? [i] : [];
    });
  }

  #draw() {
    const found = this.#found();
    this.buttons = new Map(found.slice(0, MOST).map((i) => [i, this.#button(i)]));
    refill(this.rows, ...this.buttons.values());
    this.more.hidden = found.length <= MOST;
    refill(this.more, `${MOST} of ${found.length.toLocaleString('en')} moves are shown.`);
  }

  #button(i) {
    const [move, written] = [this.moves[i], this.written[i]];
    return element('button', {
      type: 'button', title: written === move ? null : move, 'aria-pressed': this.role === null ? null : String(i === this.chosen),
      onclick: () => this.#choose(i) }, written);
  }

  #choose(i) {
    this.chosen = i;
    if (this.role !== null) this.buttons.forEach((button, j) => button.setAttribute('aria-pressed', String(j === i)));
    this.act(this.moves[i]);
  }

  /** Chooses the move that is typed, or the first that is shown. */
  #first() {
    const found = this.#found();
    const typed = found.find((i) => this.written[i] === this.find.value.trim());
    if (found.length > 0) this.#choose(typed ?? found[0]);
  }
}
