/**
 * Short names for the states in answers: in a question a state is the list of its fluents, a text
 * of hundreds of characters.
 */

/** What the names begin with: the first of these that begins no other word. */
const PREFIXES = ['s', 'state', 'state_'];

export class StateNames {
  /**
   * @param states as `logic/questions/met_states.pl` tells of them
   * @param texts those that contain them; the names count in the order of appearance
   */
  constructor(states, texts) {
    const of = new Map(states.flatMap((state) => state.texts.map((text) => [text, state])));
    const longest = [...of.keys()].sort((a, b) => b.length - a.length);
    this.pattern = states.length ? new RegExp(longest.map(literal).join('|'), 'g') : /(?!)/g;
    const seen = texts.flatMap((text) => [...text.matchAll(this.pattern)].map(([found]) => of.get(found)));
    /** The states, in the order of their names. */
    this.states = [...new Set([...seen, ...states])];
    const others = texts.map((text) => text.replaceAll(this.pattern, ' ')).join(' ');
    this.prefix = PREFIXES.find((one) => !new RegExp(`\\b${one}\\d`).test(others)) ?? PREFIXES.at(-1);
    this.names = new Map([...of].map(([text, state]) => [text, this.name(state)]));
  }

  /** The name of a state. */
  name(state) {
    return `${this.prefix}${this.states.indexOf(state)}`;
  }

  /** A text with names in place of states. */
  short(text) {
    return text.replaceAll(this.pattern, (found) => this.names.get(found));
  }

  /** A tree of `logic/requests/proof_words.pl` with names in place of states. */
  tree(node) {
    const { goal, words, notated, reason, remarks, children, failed, also = [] } = node;
    return {
      ...node, goal: this.short(goal), reason: this.short(reason),
      ...(words ? { words: this.short(words) } : {}), ...(notated ? { notated: this.short(notated) } : {}),
      remarks: remarks.map((one) => this.short(one)), children: children.map((one) => this.tree(one)),
      ...(failed ? { failed: this.tree(failed), also: also.map((one) => this.tree(one)) } : {}),
    };
  }

  /** The moves that lead to a state, and the state where they begin. */
  way(state) {
    if (state.from === null) return { origin: state, moves: [] };
    const { origin, moves } = this.way(this.states.find(({ number }) => number === state.from));
    return { origin, moves: [...moves, ...state.moves] };
  }
}

function literal(text) {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
