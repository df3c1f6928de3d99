/**
 * What a node says, by the family of its search: windows and scores, proof numbers, random
 * games, or paths. A look never draws; it gives shapes and texts.
 */

import { counted, scoreWords, signs, valueText } from './values.js';

/** The look of a trace. */
export function lookOf(trace) {
  if (trace.paths) return new PathLook(trace);
  const kinds = new Set(trace.events.map((event) => trace.data.kinds[event[0]]));
  if (kinds.has('proof')) return new ProofLook(trace);
  if (kinds.has('visit') || kinds.has('proven')) return new SampleLook(trace);
  return new ScoreLook(trace);
}

/** The name and bracket with which all moves begin, as in `mark(`; empty if they differ. */
function sharedName(texts, numbers) {
  const names = new Set();
  for (const number of new Set(numbers)) {
    if (number === null) continue;
    const found = /^([\p{L}_][\p{L}\p{N}_]*\().*\)$/u.exec(texts[number]);
    if (texts[number] !== 'noop') names.add(found ? found[1] : '');
  }
  return names.size === 1 ? [...names][0] : '';
}

/** What all looks share. */
class Look {
  constructor(trace) {
    this.trace = trace;
    this.data = trace.data;
    this.kinds = new Set(trace.events.map((event) => trace.data.kinds[event[0]]));
    this.movers = new Map();
    this.shared = sharedName(this.data.texts, trace.nodes.map((node) => node.text));
  }

  /** Buttons for the next event of some kinds: `[key, name, kinds]`. */
  get marks() {
    return this.choices.filter(([, , kinds]) => kinds.some((kind) => this.kinds.has(kind)));
  }

  /** The text on the edge to a node; a short one leaves out a name that all moves share. */
  edge(node, short = false) {
    if (!node.parent) return '';
    let text = this.data.texts[node.text];
    if (short && this.shared && text !== 'noop') text = text.slice(this.shared.length, -1);
    return node.again ? `${text} again` : text;
  }

  /** Who moves at a node: `max`, `min`, `both`, `chance`, `own` or `turns`. */
  player(node) {
    if (!this.movers.has(node)) this.movers.set(node, this.#player(node));
    return this.movers.get(node);
  }

  /** The names of the roles that move at a node. */
  names(node) {
    const roles = this.#turn(node).map((role) => this.data.game.roles[role]);
    return roles.join(', ');
  }

  #turn(node) {
    const { turns } = this.data;
    if (turns && node.state !== null && turns[node.state].length) return turns[node.state];
    const joints = node.children.map((child) => this.data.joints[child.joint]);
    const columns = this.data.game.roles.map((_, role) => new Set(joints.map((joint) => joint[role])));
    const chosen = columns.flatMap((moves, role) => (moves.size > 1 ? [role] : []));
    if (chosen.length) return chosen;
    const idle = this.data.moves.indexOf('noop');
    return columns.flatMap((moves, role) => (moves.size && !moves.has(idle) ? [role] : []));
  }

  #player(node) {
    const { role, game } = this.data;
    const turn = this.#turn(node);
    if (turn.length === 1 && turn[0] === game.chance) return 'chance';
    const kind = turn.every((one) => one === role) ? 'max' : turn.includes(role) ? 'both' : 'min';
    return this.own ? { max: 'max', min: turn.length > 1 ? 'turns' : 'own', both: 'turns' }[kind] : kind;
  }
}

/** Scores, and the alpha and beta of a search with a window. */
class ScoreLook extends Look {
  constructor(trace) {
    super(trace);
    const { kinds } = trace.data;
    this.own = trace.events.some((event) => Array.isArray(event[kinds[event[0]] === 'leaf' ? 2 : 1]));
  }

  choices = [
    ['l', 'Leaf', ['leaf', 'hit', 'repetition']],
    ['c', 'Cut-off', ['cutoff']],
    ['v', 'Value', ['leave', 'back']],
    ['d', 'Depth', ['deepen']],
  ];

  words(score) {
    const [value, sure] = scoreWords(this.data.game, this.data.role, score);
    return [signs(value), sure];
  }

  shape(node, held) {
    if (['terminal', 'limit', 'hit', 'repetition', 'cut'].includes(held.kind)) return held.kind;
    return this.player(node);
  }

  lines(node, held, step) {
    if (held.kind === 'cut') return [];
    if (held.score === null) return ['?'];
    const [value, sure] = this.words(held.score);
    const flag = held.kind === 'hit' && held.flag !== 'exact' ? `${held.flag} bound` : '';
    return [this.trace.sign(node, step) + value, sure || flag];
  }

  lane(node, held) {
    const kind = this.player(node);
    const who = this.names(node);
    const title = who && { max: `max ${who}`, min: `min ${who}`, own: who, turns: who, both: who, chance: 'chance' }[kind];
    if (!held.window || held.kind === 'terminal' || held.kind === 'limit') return { kind, title, lines: [] };
    const [alpha, beta] = held.window.map((bound) => this.words(bound)[0]);
    return { kind, title, lines: [`α ${alpha}`, `β ${beta}`], cut: held.cutoff !== null };
  }

  /** Rows for the panel beside the board. */
  facts(node, held, step) {
    const rows = [];
    const turn = { terminal: 'the game is over', limit: 'the search stops here' }[held.kind];
    rows.push(['to move', turn ?? (this.names(node) || '—')]);
    if (held.window) {
      held.window.forEach((bound, i) => {
        const [value, sure] = this.words(bound);
        rows.push([i ? 'beta' : 'alpha', sure ? `${value} (${sure})` : value]);
      });
    }
    const [value, sure] = this.lines(node, held, step);
    const text = held.score === null ? 'not yet known' : sure ? `${value} (${sure})` : value;
    rows.push(['value', text]);
    return rows;
  }
}

/** Proof and disproof numbers. */
class ProofLook extends Look {
  choices = [
    ['l', 'Select', ['select']],
    ['c', 'Expand', ['expand']],
    ['v', 'Numbers', ['proof']],
    ['d', 'Question', ['prove']],
  ];

  shape(node, held) {
    if (['terminal', 'repetition'].includes(held.kind)) return held.kind;
    return this.player(node);
  }

  lines(node, held) {
    const numbers = this.numbers(held);
    return numbers ? [numbers.join(' | ')] : ['?'];
  }

  numbers(held) {
    return held.proof?.map((number) => (number === 'inf' ? '∞' : number.toLocaleString('en')));
  }

  lane(node) {
    const kind = this.player(node);
    const word = kind === 'max' ? 'or' : kind === 'min' ? 'and' : '';
    return { kind, title: `${word} ${this.names(node)}`.trim(), lines: [] };
  }

  facts(node, held) {
    const [proof, disproof] = this.numbers(held) ?? ['—', '—'];
    return [['to move', this.names(node) || 'the game is over'], ['proof number', proof], ['disproof number', disproof]];
  }
}

/** Visits and means of random games. */
class SampleLook extends Look {
  constructor(trace) {
    super(trace);
    this.own = !trace.data.game.rivals;
  }

  choices = [
    ['l', 'Game', ['visit']],
    ['c', 'Proven', ['proven']],
    ['v', 'New node', ['enter']],
  ];

  shape(node, held) {
    return held.kind === 'terminal' ? 'terminal' : this.player(node);
  }

  value(held) {
    const value = held.proven ?? held.mean;
    return value === null ? '?' : signs(valueText(value)) + (held.proven === null ? '' : ' ✓');
  }

  lines(node, held) {
    return [this.value(held), held.visits === null ? '' : counted(held.visits, 'game', 'games')];
  }

  lane(node) {
    return { kind: this.player(node), title: this.names(node), lines: [] };
  }

  facts(node, held) {
    return [
      ['to move', this.names(node) || 'the game is over'],
      ['games', String(held.visits ?? 0)],
      [held.proven === null ? 'mean' : 'proven', this.value(held)],
    ];
  }
}

/** Why a path is pruned, as a mark; the sentence of the step says it in full. */
const PRUNED = { cycle: 'a cycle', reached: 'reached before', bound: 'beyond the bound', beyond: 'beyond the bound' };

/** Paths with their costs and estimates. */
class PathLook extends Look {
  choices = [
    ['l', 'Expand', ['expand']],
    ['c', 'Prune', ['prune']],
    ['v', 'Goal', ['goal']],
    ['d', 'Bound', ['deepen']],
  ];

  shape(node, held) {
    return held.kind;
  }

  /** The move to a node, or in a space of arcs the cost of the arc. */
  edge(node, short = false) {
    if (!node.parent) return '';
    if (this.data.game.space !== 'book') return super.edge(node, short);
    const [own, above] = [node, node.parent].map((one) => this.trace.at(one, Infinity).cost);
    return String(own - above);
  }

  /** The end of a path. */
  name(node) {
    const { names, texts } = this.data;
    return names && node.state !== null ? texts[names[node.state]] : '';
  }

  sum(held) {
    if (held.cost === null) return '';
    if (held.estimate === null) return `cost ${held.cost}`;
    return `${held.cost} + ${held.estimate} = ${held.cost + held.estimate}`;
  }

  lines(node, held) {
    const sum = this.sum(held).replace(/ ([+=]) /g, '$1');
    return [this.name(node) || sum, this.name(node) ? sum : ''];
  }

  lane(node, held) {
    const order = held.order === null ? '' : `#${held.order}`;
    return { kind: 'expanded', title: `step ${node.ply}`, lines: order ? [order] : [] };
  }

  facts(node, held) {
    const state = {
      frontier: 'on the frontier', expanded: `expanded as number ${held.order}`, goal: 'ends in a goal',
      pruned: `pruned: ${PRUNED[held.reason]}`, open: 'new',
    }[held.kind];
    const rows = [['path', state], ['steps', String(node.ply)], ['cost', String(held.cost ?? '—')]];
    if (held.estimate !== null) {
      rows.push(['estimate', String(held.estimate)], ['sum', String(held.cost + held.estimate)]);
    }
    return rows;
  }

  /** The frontier at a step: first those that are selected later, in that order. */
  frontier(step) {
    const search = this.trace.searchAt(step);
    const waiting = [];
    for (const node of search.nodes) {
      if (node.born > step) break;
      const held = this.trace.at(node, step);
      if (held.kind === 'frontier') waiting.push([node, held]);
    }
    return waiting.sort(([a], [b]) => a.selected - b.selected || a.index - b.index);
  }
}
