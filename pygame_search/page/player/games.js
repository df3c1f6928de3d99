/**
 * The games of a match: a list to choose from, and the game that is chosen.
 */

import { element, refill } from './dom.js';
import { Played } from './played.js';

export class Games {
  /**
   * @param data `games`, each as `Played` takes it
   * @param root the element that they fill
   * @param options `game`: the number of the first game shown, from 1; `step` and `onstep` as of
   *   `Played`, which is also told the number of the game
   */
  constructor(data, root, { game = 1, step = 0, onstep = () => {} } = {}) {
    this.data = data;
    this.onstep = onstep;
    this.rows = data.games.map(({ players, end }, i) =>
      element('button', { type: 'button', onclick: () => this.choose(i + 1) },
        `${i + 1}. ${players.map(([role, player]) => `${role}: ${player}`).join('; ')}. ${end}`));
    this.list = element('section', { class: 'card moves', 'aria-label': 'The games', tabindex: 0 },
      element('ol', {}, ...this.rows.map((row) => element('li', {}, row))));
    this.place = element('div');
    root.classList.add('game', 'games');
    refill(root, this.list,
      element('div', { class: 'buttons' }, this.#button('Game before', 'p', -1), this.#button('Next game', 'n', 1)), this.place);
    root.addEventListener('keydown', (event) => this.#key(event));
    this.choose(game, step);
  }

  /** Shows a step of a game, the nearest that there is; without a game that of the game shown. */
  show(step, game = this.number) {
    if (game === this.number) this.shown.show(step);
    else this.choose(game, step);
  }

  /** Shows a game, given by its number. */
  choose(game, step = 0) {
    const number = Math.max(1, Math.min(this.rows.length, Math.round(game) || 1));
    if (number === this.number) return;
    const first = this.number === undefined;
    this.number = number;
    this.shown?.play(false);
    const place = element('div');
    refill(this.place, place);
    this.shown = new Played(this.data.games[number - 1], place, { step, onstep: (now) => this.onstep(now, number) });
    this.rows.forEach((row, i) => {
      if (i === number - 1) row.setAttribute('aria-current', 'true');
      else row.removeAttribute('aria-current');
    });
    const row = this.rows[number - 1];
    this.list.scrollTop = row.offsetTop - this.list.clientHeight / 2;
    if (!first) this.onstep(this.shown.number, number);
  }

  #button(name, key, by) {
    return element('button', { type: 'button', onclick: () => this.choose(this.number + by) }, name, element('kbd', { 'aria-hidden': 'true' }, key));
  }

  /** Keys that are not typed in the game go to it, too. */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'n' || event.key === 'p') {
      event.preventDefault();
      this.choose(this.number + (event.key === 'n' ? 1 : -1));
    } else if (!this.place.contains(event.target)) this.shown.key(event);
  }
}
