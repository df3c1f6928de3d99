/**
 * Numbers in words: values, and the scores that stand for them.
 *
 * The twin of `pygame_search/model/scores.py`; a test holds both against one table.
 */

/** The score of a win now: each ply to it takes one off. A loss is the same below zero. */
export const WIN = 2 ** 50;
/** All goal values and estimates lie between this and its negative. */
export const SURE = 2 ** 49;

/** A value as people write it, a mean with six figures. */
export function valueText(value) {
  if (Number.isInteger(value)) return String(value);
  const decimal = value.toFixed(6).replace(/0+$/, '').replace(/\.$/, '');
  if (Number(decimal) === value) return decimal;
  const [digits, exponent] = value.toPrecision(6).split('e');
  const short = digits.includes('.') ? digits.replace(/0+$/, '').replace(/\.$/, '') : digits;
  return exponent === undefined ? short : `${short}e${exponent}`;
}

/**
 * The value of a score and the plies to its win or loss, in words: `['10', 'win in 3']`.
 *
 * @param game the game of the recording
 * @param role an index in the roles
 * @param score a number, a list with one for each role, or null
 */
export function scoreWords(game, role, score) {
  if (score === null) return ['', ''];
  if (Array.isArray(score)) {
    const values = score.map((own, index) => valueText(scoreValue(game.ranges[index], own)[0]));
    return [`(${values.join(', ')})`, scoreWords(game, role, score[role])[1]];
  }
  if (Math.abs(score) > WIN) return [score > 0 ? '+inf' : '-inf', ''];
  const [value, plies] = scoreValue(game.ranges[role], score);
  if (plies === null || !game.decisive[role]) return [valueText(value), ''];
  return [valueText(value), `${score > 0 ? 'win' : 'loss'} in ${plies}`];
}

/** The value that a score stands for, and the plies to a win or loss, null for none. */
function scoreValue([low, high], score) {
  if (Math.abs(score) <= SURE) return [score, null];
  const plies = WIN - Math.abs(score);
  return [score > 0 ? high : low, Number.isInteger(plies) ? plies : null];
}

/** A value or bound with the signs of print: a true minus and infinity. */
export function signs(text) {
  return text.replace('inf', '∞').replace(/(^|[(\s,])-/g, '$1−').replace('+∞', '+∞');
}

/** A count with its word: `1 game`, `1,200 games`. */
export function counted(number, one, many) {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}
