/**
 * Moves made on the board. Of the rules it is only known which squares a move changes: a click on a
 * square leaves the moves that change it, and one more click on such a square makes the move that is left.
 */

import { textsByPlace } from './drawing.js';

/** So many moves are looked at; with more of them the board takes no clicks. */
const MOST = 150;
/** The moves are looked at so long after the position is shown, in milliseconds. */
const SOON = 300;

export class Clicks {
  /**
   * @param position where role `i` moves
   * @param squares as `drawing` gives them
   * @param onleft called with the moves that are left, null for all
   * @param onmove called with the move that is made
   */
  constructor(studio, position, i, squares, { onleft, onmove }) {
    Object.assign(this, { studio, position, squares, onleft, onmove });
    this.moves = position.legal[i];
    this.looked = null;
    this.left = null;
    if (this.moves.length > MOST) return;
    setTimeout(() => this.#look().catch(() => {}), SOON);
    for (const [place, square] of squares) {
      square.classList.add('open');
      square.addEventListener('click', () => this.click(place));
    }
  }

  /** Takes a click on a square, which has its column and row. */
  async click(place) {
    const changes = await this.studio.work('looking at the moves', () => this.#look());
    if (!changes) return;
    this.changes = changes;
    const through = (moves) => moves.filter((move) => this.changes.get(move).has(place));
    const before = this.left;
    const again = before === null ? [] : through(before);
    const moves = again.length > 0 ? again : through(this.moves);
    if (moves.length === 1 && (again.length > 0 || this.changes.get(moves[0]).size === 1)) {
      this.onmove(moves[0]);
      return;
    }
    this.#leave(moves.length > 0 ? moves : null);
  }

  /** Leaves some moves, and marks the squares that they change. */
  #leave(moves) {
    this.left = moves;
    const places = new Set((moves ?? []).flatMap((move) => [...this.changes.get(move)]));
    for (const [place, square] of this.squares) square.classList.toggle('can', places.has(place));
    this.onleft(moves);
  }

  /** What the moves change, which is looked at once. */
  #look() {
    this.looked ??= this.#changes();
    this.looked.catch(() => { this.looked = null; });
    return this.looked;
  }

  /** By move the squares that it changes; null if another position is shown meanwhile. */
  async #changes() {
    const { studio, position, moves } = this;
    const { game, moves: made } = studio;
    const now = textsByPlace(position.cells);
    const changes = new Map();
    for (const move of moves) {
      if (studio.game !== game || studio.moves !== made) return null;
      const { board } = await game.request('drawing', { after: [...made, move] });
      const then = textsByPlace(board);
      const places = [...new Set([...now.keys(), ...then.keys()])];
      changes.set(move, new Set(places.filter((place) => now.get(place) !== then.get(place))));
    }
    return changes;
  }
}
