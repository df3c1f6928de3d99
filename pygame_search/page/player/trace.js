/**
 * The tree of a recorded search, at any of its steps.
 *
 * All nodes are made once. Each keeps the step at which it was entered and what changed
 * at later steps, so that the tree at a step is a function of the step: no event is
 * undone, and every jump costs the same.
 *
 * The events, and what they mean, are described in `pygame_search/search/core/trace.py`;
 * the form of the data in `docs/page.md`.
 */

/** A score beyond every other; no window is wider. */
export const INFINITE = 2 ** 51;

/** A node of the search; `at` of the trace says what it holds at a step. */
class Node {
  constructor(index, search, parent, ply, joint, text, state, born) {
    this.index = index;
    this.search = search;
    this.parent = parent;
    this.ply = ply;
    this.joint = joint;
    this.text = text;
    this.state = state;
    this.born = born;
    this.left = Infinity;
    this.selected = Infinity;
    this.again = false;
    this.children = [];
    this.changes = [];
    this.low = -Infinity;
    this.high = Infinity;
  }
}

export class Trace {
  /** @param data a recording, as `docs/page.md` describes it */
  constructor(data) {
    this.data = data;
    this.events = data.events;
    this.nodes = [];
    this.searches = [];
    this.focus = [null];
    this.depth = 0;
    this.#begin(1, null);
    for (let step = 1; step <= this.events.length; step++) {
      this.#add(this.events[step - 1], step);
      this.focus.push(this.#last);
    }
    this.#search.end = this.events.length;
    this.paths = this.nodes.some((node) => this.#now(node).cost !== null);
    this.levels = this.#levels;
  }

  #search = null;
  #path = [];
  #betas = [];
  #entered = [];
  #levels = false;
  #expanded = 0;
  #last = null;
  #states = new Map();

  /** The number of events. */
  get length() {
    return this.events.length;
  }

  /** The name of the kind of an event. */
  kind(step) {
    return this.data.kinds[this.events[step - 1][0]];
  }

  /** The search that a step is part of; iterative deepening has one for each depth. */
  searchAt(step) {
    let found = this.searches[0];
    for (const search of this.searches) if (search.start <= step) found = search;
    return found;
  }

  /** The node that the event of a step is about; null before the first. */
  focusAt(step) {
    return this.focus[step] ?? this.searchAt(step).root;
  }

  /** What a node holds at a step; null before it is entered. */
  at(node, step) {
    if (node.born > step) return null;
    const held = {
      kind: 'open', score: null, cutoff: null, flag: 'exact', window: null, proof: null,
      visits: null, mean: null, proven: null, best: false, cost: null, estimate: null,
      order: null, reason: '',
    };
    for (const [when, change] of node.changes) {
      if (when > step) break;
      Object.assign(held, change);
    }
    return held;
  }

  /** The sign of a score that is only a bound: `≤`, `≥` or none. */
  sign(node, step) {
    const { score } = this.at(node, step);
    if (score === null || Array.isArray(score) || node.scored > step) return '';
    if (node.low === score && node.high === score) return '';
    return score <= node.low ? '≥' : score >= node.high ? '≤' : '';
  }

  /** The nodes from the root to a node. */
  line(node) {
    const line = [];
    for (let one = node; one; one = one.parent) line.unshift(one);
    return line;
  }

  /** The best line of a search that is over at a step; the path found, of a path search. */
  bestLine(step) {
    const { root } = this.searchAt(step);
    const line = [];
    let node = root;
    if (!node || node.born > step) return line;
    if (this.at(node, step).best) {
      while (node) {
        line.push(node);
        node = node.children.find((child) => this.at(child, step)?.best);
      }
      return line;
    }
    if (this.at(node, step).score === null) return line;
    while (node) {
      line.push(node);
      node = node.children.length ? this.#reply(node, step) : null;
    }
    return line;
  }

  /** The first step after (or before) a step whose event is of one of some kinds. */
  next(step, kinds, backwards = false) {
    const by = backwards ? -1 : 1;
    for (let one = step + by; one >= 1 && one <= this.length; one += by) {
      if (kinds.includes(this.kind(one))) return one;
    }
    return null;
  }

  #begin(start, depth) {
    if (this.#search) this.#search.end = start - 1;
    this.#search = { start, end: this.length, root: null, depth, nodes: [] };
    if (this.searches.length === 1 && !this.searches[0].root) this.searches.pop();
    this.searches.push(this.#search);
    this.#path = [];
    this.#betas = [];
    this.#entered = [];
    this.#levels = false;
    this.#expanded = 0;
    this.#last = null;
  }

  /** What a node holds now, while the trace is read. */
  #now(node) {
    return this.#states.get(node);
  }

  #change(node, step, change) {
    Object.assign(this.#now(node), change);
    node.changes.push([step, change]);
    if (change.score !== undefined) {
      node.scored = step;
      this.#bound(node);
    }
  }

  #add(event, step) {
    const kind = this.data.kinds[event[0]];
    const node = this.#levels ? this.#entered.at(-1) : this.#path.at(-1);
    this.#last = node ?? null;
    switch (kind) {
      case 'deepen': case 'prove':
        this.#begin(step, event[1]);
        break;
      case 'enter':
        this.#last = this.#enter(event, step);
        break;
      case 'leaf':
        this.#change(node, step, { kind: event[1], score: event[2] });
        break;
      case 'repetition':
        this.#change(node, step, { kind: 'repetition' });
        break;
      case 'hit':
        this.#change(node, step, { kind: 'hit', flag: event[1], score: event[2] });
        break;
      case 'cost':
        this.#change(node, step, { kind: 'frontier', cost: event[1], estimate: event[2] });
        break;
      case 'raise': {
        const window = [event[1], event[2]];
        this.#change(node, step, { window });
        if (!node.children.length) this.#betas[this.#betas.length - 1] = window[1];
        break;
      }
      case 'cutoff': {
        const window = [event[1], event[2]];
        this.#change(node, step, { window, cutoff: window });
        for (const [joint, text] of event[3]) {
          const cut = this.#node(node, node.ply + 1, joint, text, null, step);
          this.#change(cut, step, { kind: 'cut', cutoff: window });
          cut.left = step;
        }
        break;
      }
      case 'leave':
        this.#path.pop();
        this.#betas.pop();
        this.#close(node, step, event[1]);
        break;
      case 'line':
        this.#last = this.#mark(event[1], step);
        break;
      default:
        this.#last = this.#indexed(kind, event, step);
    }
  }

  /** An event that names a node by its number. */
  #indexed(kind, event, step) {
    const node = this.#entered[event[1]];
    const inner = this.#now(node).kind === 'open' ? { kind: 'inner' } : {};
    switch (kind) {
      case 'expand':
        this.#levels = true;
        this.#path = [node];
        if (this.#now(node).proof !== null) this.#change(node, step, { kind: 'inner' });
        if (this.#now(node).cost !== null) {
          this.#expanded += 1;
          this.#change(node, step, { kind: 'expanded', order: this.#expanded });
        }
        break;
      case 'select':
        node.selected = Math.min(node.selected, step);
        break;
      case 'prune':
        this.#change(node, step, { kind: 'pruned', reason: event[2] });
        break;
      case 'goal':
        this.#change(node, step, { kind: 'goal' });
        for (const above of this.line(node)) this.#change(above, step, { best: true });
        break;
      case 'proof':
        this.#change(node, step, { proof: [event[2], event[3]] });
        break;
      case 'visit':
        this.#change(node, step, { ...inner, visits: event[2], mean: event[3] });
        break;
      case 'proven':
        this.#change(node, step, { ...inner, proven: event[2] });
        break;
      case 'back':
        this.#close(node, step, event[2]);
        this.#path = [];
        break;
    }
    return node;
  }

  #close(node, step, score) {
    const kind = this.#now(node).kind === 'open' ? { kind: 'inner' } : {};
    this.#change(node, step, { ...kind, score });
    node.left = step;
  }

  #enter([, ply, joint, state, text], step) {
    const above = this.#path.at(-1) ?? null;
    const window = this.#window(joint, step);
    const node = this.#node(above, ply, joint, text, state, step);
    if (window) this.#change(node, step, { window });
    this.#search.root ??= node;
    this.#entered.push(node);
    if (!this.#levels) {
      this.#path.push(node);
      this.#betas.push(window ? window[1] : 0);
    }
    return node;
  }

  #node(parent, ply, joint, text, state, step) {
    const node = new Node(this.nodes.length, this.#search, parent, ply, joint, text, state, step);
    this.nodes.push(node);
    this.#search.nodes.push(node);
    this.depth = Math.max(this.depth, ply);
    this.#states.set(node, { kind: 'open', score: null, window: null, proof: null, cost: null });
    if (parent) {
      node.again = parent.children.some((child) => child.joint === joint);
      parent.children.push(node);
    }
    return node;
  }

  /** The window below the open node: each choice begins with the node's own beta. */
  #window(joint, step) {
    const above = this.#path.at(-1);
    if (!this.data.window) return null;
    if (!above) return [-INFINITE, INFINITE];
    let { window } = this.#now(above);
    if (above.children.length && window) {
      const role = this.data.role;
      if (this.move(above.children.at(-1).joint, role) !== this.move(joint, role)) {
        window = [window[0], this.#betas.at(-1)];
        this.#change(above, step, { window });
      }
    }
    return window;
  }

  /** The move of a role in a joint move, as a number. */
  move(joint, role) {
    return this.data.joints[joint][role];
  }

  #mark(joints, step) {
    let node = this.#search.root;
    this.#change(node, step, { best: true });
    for (const joint of joints) {
      node = node.children.find((child) => child.joint === joint);
      if (!node) break;
      this.#change(node, step, { best: true });
    }
    return this.#search.root;
  }

  /** The children by the move of a role; of one that was visited again, the last visit. */
  #groups(node, step) {
    const groups = new Map();
    for (const child of node.children) {
      if (child.born > step) break;
      const move = this.move(child.joint, this.data.role);
      if (!groups.has(move)) groups.set(move, new Map());
      groups.get(move).set(child.joint, child);
    }
    return [...groups.values()].map((group) => [...group.values()]);
  }

  /** Between what a finished score lies: the best of the worst of each group. */
  #bound(node) {
    const { score, flag } = this.#now(node);
    if (score === null || Array.isArray(score)) return;
    if (node.children.length && this.data.game.chance === null) {
      const groups = this.#groups(node, Infinity);
      const best = (bound) => Math.max(...groups.map((group) => Math.min(...group.map(bound))));
      node.low = best((child) => child.low);
      node.high = best((child) => child.high);
    } else {
      if (flag !== 'upper') node.low = score;
      if (flag !== 'lower') node.high = score;
    }
  }

  /** The child on the best line: of equals the first; null where chance decides. */
  #reply(node, step) {
    const { role, game } = this.data;
    const { score } = this.at(node, step);
    const children = node.children.filter((child) => child.born <= step);
    if (Array.isArray(score)) return this.#ownChoice(children, 0, step);
    if (game.chance !== null) {
      const drawn = new Set(children.map((child) => this.move(child.joint, game.chance)));
      if (drawn.size > 1) return null;
    }
    for (const group of this.#groups(node, step)) {
      const scored = group
        .map((child) => [this.at(child, step).score, child])
        .filter(([one]) => one !== null && !Array.isArray(one));
      if (!scored.length) continue;
      const [worst, child] = scored.reduce((a, b) => (b[0] < a[0] ? b : a));
      if (worst === score) return child;
    }
    return null;
  }

  /** What comes of it when a role and those after it choose for themselves. */
  #ownChoice(children, role, step) {
    if (children.length <= 1) return children[0] ?? null;
    const groups = new Map();
    for (const child of children) {
      const move = this.move(child.joint, role);
      groups.set(move, [...(groups.get(move) ?? []), child]);
    }
    const chosen = [...groups.values()].map((group) => this.#ownChoice(group, role + 1, step));
    const worth = (child) => this.at(child, step).score?.[role] ?? -Infinity;
    return chosen.reduce((a, b) => (worth(b) > worth(a) ? b : a));
  }
}
