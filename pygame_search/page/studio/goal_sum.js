/**
 * What the goals of two players add up to, and how that is known: the twin of
 * `pygame_search/machine/goal_sum.py` without a prover.
 */

import { Ended, Refused } from '../player/engine.js';

/** How many random games are played, the limits of each in plies and inferences, and the seconds of all. */
const [GAMES, PLIES, INFERENCES, SECONDS] = [40, 300, 2_000_000, 5];

/** `source`, `total` and `games` as of GoalSum in `pygame_search/model/goal_sum.py`. */
export async function foundSum(game) {
  const { roles, constant_sum: declared } = await game.description();
  const players = roles.flatMap((role, i) => (role === 'random' ? [] : [i]));
  if (players.length !== 2) return { source: 'none', total: null, games: 0 };
  if (declared !== null) return { source: 'declared', total: declared, games: 0 };
  const sums = await played(game, players);
  if (sums.some((sum) => sum !== sums[0])) return { source: 'varies', total: null, games: 0 };
  if (sums.length === 0) return { source: 'unknown', total: null, games: 0 };
  return { source: 'sampled', total: sums[0], games: sums.length };
}

async function played(game, players) {
  const sums = [];
  const end = Date.now() + SECONDS * 1000;
  for (let seed = 1; seed <= GAMES && (sums.length === 0 || Date.now() < end); seed += 1) {
    const data = { after: [], longest: PLIES, seeds: [seed], patience: null };
    try {
      const { results } = await game.request('playouts', data, { inferences: INFERENCES, seconds: 2 * SECONDS });
      for (const result of results) {
        if (result !== null) sums.push(players.reduce((sum, player) => sum + result[1][player], 0));
      }
    } catch (error) {
      if (error instanceof Ended) throw error;
      if (!(error instanceof Refused)) throw error;
      if (error.kind === 'too_much_work' || error.kind === 'time') break; // the others would take as long
    }
  }
  return sums;
}

/** A sum in a sentence; empty if there are not two players. */
export function sumWords({ source, total, games }) {
  return {
    none: '',
    declared: `The two goals add up to ${total}, as the rules declare.`,
    proved: `The two goals always add up to ${total}: this is proved.`,
    varies: 'The two goals do not always add up to the same.',
    sampled: `The two goals added up to ${total} in all ${games.toLocaleString('en')} sampled games: assumed to hold always, but not proved.`,
    unknown: 'It is not known whether the two goals add up to a constant: assumed not to, so each role\'s own features '
      + 'alone count; constant_sum(K). in the rules declares the sum.',
  }[source];
}
