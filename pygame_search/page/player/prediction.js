/**
 * Questions about what a search does next, asked before it is shown. The key is what the
 * recorded search did.
 */

import { signs } from './values.js';

const MOST_CHOICES = 4;
/** What may come after a move has been searched, in the words of the choices. */
const NEXT = ['It cuts off the moves that are left', 'It searches the next move'];

export class Prediction {
  constructor(trace, look) {
    this.trace = trace;
    this.look = look;
    this.reset();
  }

  /** Begins anew: nothing is asked, nothing scored. */
  reset() {
    Object.assign(this, { asked: null, step: null, right: 0, all: 0, said: 'Go on to the next step. You are asked what comes before it is shown.' });
  }

  /** The answers so far. */
  get score() {
    return this.all ? `${this.right} of ${this.all} right` : '';
  }

  /** Whether any step can be asked about. */
  get possible() {
    return this.first(2, this.trace.length) !== null;
  }

  /** The first step from one to another that can be asked about; null for none. */
  first(from, to) {
    for (let step = from; step <= to; step++) if (this.#question(step)) return step;
    return null;
  }

  /** Asks about a step. */
  ask(step) {
    this.asked = this.#question(step);
    this.step = step;
  }

  /** Takes a choice; returns whether there was a question with that choice. */
  answer(number) {
    const { asked } = this;
    if (!asked || number >= asked.choices.length) return false;
    const right = number === asked.key;
    this.all += 1;
    this.right += right;
    this.said = right ? 'Right.' : `No: ${asked.choices[asked.key]}.`;
    this.asked = null;
    return true;
  }

  #question(step) {
    const kind = this.trace.kind(step);
    if (this.trace.paths) return ['prune', 'expand', 'goal'].includes(kind) ? this.#path(step, kind) : null;
    if (kind === 'leave' || kind === 'back') return this.#value(step);
    if (kind === 'cutoff' || kind === 'enter') return this.#after(step, kind);
    return null;
  }

  /** After a move was searched: is the next one searched, or cut off? */
  #after(step, kind) {
    if (!this.look.kinds.has('cutoff')) return null;
    const focus = this.trace.focusAt(step);
    const node = kind === 'cutoff' ? focus : focus.parent;
    const searched = node?.children.findLast((child) => child.left < step);
    if (!searched) return null;
    const text = `${this.look.edge(searched)} has been searched. What does the search do next?`;
    return { text, choices: NEXT, key: kind === 'cutoff' ? 0 : 1 };
  }

  /** Which value is backed up to an inner node? */
  #value(step) {
    const { trace, look } = this;
    const node = trace.focusAt(step);
    const children = node.children.filter((child) => trace.at(child, step)?.score !== null);
    if (!children.length) return null;
    const value = (one, when) => look.words(trace.at(one, when).score).filter(Boolean).join(', ');
    const key = signs(value(node, step));
    const others = new Set(children.map((child) => signs(value(child, step))));
    const window = trace.at(node, step - 1).window ?? [];
    for (const bound of window) others.add(look.words(bound).filter(Boolean).join(', '));
    others.delete(key);
    if (!others.size) return null;
    const choices = [key, ...others].slice(0, MOST_CHOICES).sort();
    return { text: `The search leaves ${look.edge(node) || 'the root'}. Which value does it back up?`, choices, key: choices.indexOf(key) };
  }

  /** A path has been selected: what is done with it? */
  #path(step, kind) {
    const node = this.trace.focusAt(step);
    if (this.trace.kind(step - 1) !== 'select') return null;
    const name = this.look.name(node) || this.look.edge(node) || 'the start';
    const kinds = ['expand', 'prune', 'goal'];
    return {
      text: `The path to ${name} is taken off the frontier. What happens to it?`,
      choices: ['It is expanded', 'It is pruned', 'It ends in a goal'], key: kinds.indexOf(kind),
    };
  }
}
