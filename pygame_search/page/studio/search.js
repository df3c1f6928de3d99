/**
 * What a search says of a position: the values of its moves, or the shortest path to a goal.
 */

import { signs, scoreWords } from '../player/values.js';

/** The most paths that are looked at for a hint. */
const MOST_PATHS = 200_000;
/** Seconds by which a search may overrun its own limit before its worker is ended. */
const GRACE = 10;

/** The places of the roles that choose a move in a position. */
export function movers({ legal }) {
  return legal.flatMap((moves, i) => (moves.length === 1 && moves[0] === 'noop' ? [] : [i]));
}

/** A joint move, as the syntax of the rules writes a list. */
export function jointText({ rules }, joint) {
  return `[${joint.join(rules.syntax === 'kif' ? ' ' : ', ')}]`;
}

/**
 * The moves of a role with their values, by deepening to a depth: `moves`, pairs with `move`, `value`
 * (in words), `bound`, `score` and `line`; the `depth` that was finished; whether that is `complete`.
 *
 * @param ties `first` if only the best move needs an exact value, else `exact`
 */
export async function values(studio, after, role, { depth, seconds, ties }) {
  const { game, description } = studio;
  const { roles, ranges, outcomes } = description;
  const chance = roles.includes('random');
  const unit = commonUnit(description.weights);
  const found = await game.request('best', {
    after, role: roles[role], search: chance ? 'expectimax' : 'alphabeta', ties, record: false, tier: studio.tier,
    weights: description.weights.map(([name, text]) => [name, Math.round(Number(text) * unit)]),
    options: {
      depth, seconds, deepen: true, estimate: 'features', extra: 0, swing: 0, sooner: true, unit,
      ...(chance ? {} : { order: 'history', table: true }),
    },
  }, { inferences: null, seconds: seconds + GRACE });
  const shown = { ranges, decisive: outcomes.map((number) => number === 2 || number === 3) };
  const moves = found.moves.map(([joint, score, bound, line]) => {
    const [value, plies] = scoreWords(shown, role, Math.abs(score) > 2 ** 49 ? score : score / unit);
    return { move: joint[role], score, bound, line, value: signs(plies ? `${value}, ${plies}` : value) };
  });
  return { moves, depth: found.depth, complete: found.stopped === 'complete' };
}

/** The best of such moves: the first with the highest exact value. */
export function bestOf(moves) {
  return moves.filter(({ bound }) => bound === 'exact').reduce((best, one) => (best && best.score >= one.score ? best : one), null);
}

/** The least number by which all weights become whole; of 0.25 and 0.1 it is 20. */
export function commonUnit(weights) {
  return weights.reduce((unit, [, text]) => {
    const digits = /\.(\d+)$/.exec(String(text).trim())?.[1].length ?? 0;
    const whole = Math.round(Number(text) * 10 ** digits);
    const own = 10 ** digits / divisor(whole, 10 ** digits);
    return (unit / divisor(unit, own)) * own;
  }, 1);
}

function divisor(a, b) {
  return b === 0 ? Math.abs(a) || 1 : divisor(b, a % b);
}

/** The moves of a cheapest path from a position to a goal; null if there is none, or it is not found. */
export async function pathFrom(studio, after) {
  const { game, description } = studio;
  const { handle } = await game.request('path_start', {
    after, method: description.estimate ? 'a_star' : 'lowest_cost', prune: 'default', limit: MOST_PATHS, record: false, least: null,
  });
  const found = await game.request('path_next', { handle }, { inferences: null });
  await game.request('path_close', { handle });
  return { result: found.result, moves: found.moves ?? null, cost: found.cost };
}
