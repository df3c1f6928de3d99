/**
 * Methods of search with values for their parameters, and the requests that run them.
 *
 * The twin of `MethodCall` in `pygame_search/search/core/methods.py`, for the methods that exist in
 * clauses.
 */

import { commonUnit } from './search.js';

/** A parameter that has no value of its kind; the message says what is expected. */
export class BadValue extends Error {}

/** What a value is, by the kind of its parameter; `least` of a number. */
const KINDS = {
  plies: { form: /^\d+$/, least: 1 }, positive: { form: /^\d+$/, least: 1 }, depth: { form: /^\d+$/, least: 0 },
  count: { form: /^\d+$/, least: 0 }, score: { form: /^-?\d+$/, least: -Infinity },
  number: { form: /^\d+(\.\d+)?$/, least: 0 }, seconds: { form: /^\d+(\.\d+)?$/, least: Number.MIN_VALUE },
};

/** The methods that a game can be searched with. */
export function methodsFor(methods, { space, roles }) {
  return methods.filter(({ kind, chance }) =>
    (kind === 'path' ? space !== 'none' : space !== 'book' && (chance || !roles.includes('random'))));
}

/** The value of a parameter, read from a text; undefined for an empty one. */
export function valueOf({ name, kind, expected }, text) {
  const plain = text.trim();
  if (plain === '') return undefined;
  const bad = () => new BadValue(`${name}: expected ${expected}, found ${JSON.stringify(plain)}`);
  if (Array.isArray(kind) || kind === 'yes or no') {
    if (!(Array.isArray(kind) ? kind : ['true', 'false']).includes(plain)) throw bad();
    return kind === 'yes or no' ? plain === 'true' : plain;
  }
  const { form, least } = KINDS[kind];
  const value = Number(plain);
  if (!form.test(plain) || !Number.isSafeInteger(Math.ceil(value)) || value < least) throw bad();
  return value;
}

/** A method and the texts of its parameters, as in `alphabeta(depth=4)`; null if it is none of them. */
export function readCall(methods, text) {
  const [, name, inside] = /^(\w+)(?:\((.*)\))?$/s.exec(text.trim()) ?? [];
  const method = methods.find((one) => one.name === name && one.kind === 'path') ?? methods.find((one) => one.name === name);
  if (!method) return null;
  const texts = {};
  for (const part of (inside ?? '').split(',').filter((one) => one.trim() !== '')) {
    const [key, value] = part.split('=').map((one) => one.trim());
    if (value === undefined || !method.parameters.some((one) => one.name === key)) return null;
    texts[key] = value;
  }
  return { method, texts };
}

/** The text of a method with values. */
export function callText({ name }, values) {
  const words = Object.entries(values).map(([key, value]) => `${key}=${value}`);
  return words.length ? `${name}(${words.join(', ')})` : name;
}

/**
 * What `recorded` runs: the request of a method with values.
 *
 * @param description what `load` says of the game
 * @param role the place of the role that it is for
 * @param methods all methods, by which the search to each depth of a deepening one is known
 */
export function searchOf(method, values, { description, role, methods }) {
  const given = (name) => values[name] ?? method.parameters.find((one) => one.name === name)?.default ?? null;
  const about = { text: callText(method, values), name: method.name, about: method.about, source: method.source };
  if (method.kind === 'path') {
    const data = { method: method.name, prune: given('prune') ?? 'default', limit: given('limit') ?? 100_000, least: null };
    return { operation: 'path', data, method: about, code: method.code };
  }
  const name = description.roles[role];
  if (method.name === 'proof_number') {
    const threshold = given('threshold') ?? description.ranges[role][1];
    const data = { role: name, threshold, endless: 'disproved', most: given('nodes'), time: given('seconds') };
    return { operation: 'prove', data, method: about, code: method.code };
  }
  const search = given('search') ?? (given('fail') === 'hard' ? 'fail_hard' : method.search);
  const inner = methods.find((one) => one.kind === 'game' && one.search === search);
  const unit = commonUnit(description.weights);
  const scaled = (value) => (value === null ? null : value * unit);
  const options = {
    depth: given('depth'), estimate: given('evaluation'), extra: given('quiescence'), swing: scaled(given('swing')),
    sooner: given('sooner'), order: given('order'), table: given('table'), alpha: scaled(given('alpha')),
    beta: scaled(given('beta')), unit, nodes: given('nodes'), seconds: given('seconds'), margin: scaled(given('aspiration')),
    deepen: method.name === 'deepening' || ['depth', 'nodes', 'seconds'].some((one, i) => (i === 0) === (given(one) === null)),
  };
  const weights = description.weights.map(([key, text]) => [key, Math.round(Number(text) * unit)]);
  const data = { role: name, search, weights, ties: 'first', options: Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null)) };
  return { operation: 'best', data, method: about, window: inner?.window ?? true, scouts: inner?.scouts ?? false, code: method.code };
}
