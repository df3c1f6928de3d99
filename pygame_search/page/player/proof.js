/**
 * A proof, or why there is none, as a tree that unfolds.
 */

import { element, refill } from './dom.js';
import { placed } from './places.js';

/** The most nodes that are opened at once. */
const MOST_OPENED = 2000;

export class Proof {
  /**
   * @param data `sentence` and `tree` as `logic/requests/proof_words.pl` makes them; `sources`,
   *   the `file` and `text` of the rules, and of a search program; perhaps `counter_example` and
   *   `legend`
   * @param root the element that the tree fills
   * @param onplace called with the range of a clause in the rules when its place is chosen
   */
  constructor(data, root, { onplace = null } = {}) {
    this.root = root;
    this.sources = data.sources;
    this.onplace = onplace;
    this.nodes = new Map();
    root.classList.add('proof');
    this.tree = this.#node(data.tree, '');
    const buttons = [
      this.#button('Open all', 'o', () => this.openAll()),
      this.#button('Close all', 'c', () => this.closeAll()),
      fails(data.tree) ? this.#button('Next failure', 'f', () => this.nextFailure()) : null,
    ];
    refill(root,
      element('section', { class: 'says', 'aria-label': 'In one sentence' }, element('p', {}, data.sentence)),
      element('div', { class: 'buttons' }, ...buttons.filter(Boolean)),
      element('section', { class: 'goals', 'aria-label': data.tree.holds ? 'The proof' : 'Why there is no proof' }, this.tree),
      data.counter_example ? element('p', { class: 'refuted' }, data.counter_example) : null,
      data.legend ? element('pre', { class: 'legend', tabindex: 0, 'aria-label': 'The states' }, data.legend) : null);
    root.addEventListener('keydown', (event) => this.#key(event));
    for (let one = this.tree, [node] = [data.tree]; node; [node] = below(node).length === 1 ? below(node) : []) {
      this.#open(one);
      one = one.querySelector(':scope > .below > *');
    }
  }

  /** Opens what is closed, down to some level if there are many nodes. */
  openAll() {
    const waiting = [this.tree];
    for (let opened = 0; waiting.length && opened < MOST_OPENED; opened++) {
      const one = waiting.shift();
      this.#open(one);
      waiting.push(...one.querySelectorAll(':scope > .below > *'));
    }
  }

  closeAll() {
    for (const one of this.root.querySelectorAll('details[open]')) one.open = false;
    this.#focus(this.#rows()[0]);
  }

  /** Goes to the next goal at which a clause fails, and opens the way to it. */
  nextFailure() {
    this.openAll();
    const rows = this.#rows();
    const here = rows.indexOf(document.activeElement);
    const failing = (row) => row.parentElement.classList.contains('fails');
    this.#focus(rows.slice(here + 1).find(failing) ?? rows.find(failing));
  }

  #button(name, key, act) {
    return element('button', { type: 'button', onclick: act }, name, element('kbd', { 'aria-hidden': 'true' }, key));
  }

  /** A node, closed; what is below it is made when it is opened. */
  #node(node, role) {
    const clause = this.#clause(node);
    const row = [
      element('span', { class: node.holds ? 'holds' : 'not', 'aria-hidden': 'true' }, node.holds ? '✓' : '✗'),
      element('span', { class: 'unseen' }, node.holds ? 'holds: ' : 'does not hold: '),
      role ? element('span', { class: 'role' }, role) : null,
      node.words ? element('span', { class: 'words' }, node.words) : element('code', {}, node.notated ?? node.goal),
      isRenamed(node) ? element('code', { class: 'term' }, node.goal) : null,
      clause ? this.#place(clause) : null,
      node.reason ? element('span', { class: 'reason' }, node.reason) : null,
    ];
    const kind = role ? 'fails' : null;
    const inside = below(node).length || clause || node.remarks.length;
    if (!inside) return element('div', { class: kind }, element('div', { class: 'row', tabindex: -1 }, ...parts(row)));
    const made = element('details', { class: kind, ontoggle: () => this.#fill(made) },
      element('summary', { class: 'row' }, ...parts(row)));
    this.nodes.set(made, node);
    return made;
  }

  /** The clause of a node, with its file, its line and its text. */
  #clause({ place }) {
    if (!place) return null;
    const [from, to, beside] = place;
    const { file, text } = beside ? this.sources.at(-1) : this.sources[0];
    const [range] = placed(text, [{ from, to }]);
    return { ...range, beside, where: `${file}:${range.line}`, text: text.slice(range.from, range.to) };
  }

  #place(clause) {
    // The button for it stands beside the clause: a row must not have one in it.
    return element('span', { class: `place${this.#leads(clause) ? ' leads' : ''}`, onclick: (event) => {
      if (!this.#leads(clause)) return;
      event.preventDefault();
      this.onplace(clause);
    } }, clause.where);
  }

  /** Whether the place of a clause can be shown. */
  #leads(clause) {
    return Boolean(this.onplace) && !clause.beside;
  }

  #open(one) {
    if (!this.nodes.has(one)) return;
    this.#fill(one);
    one.open = true;
  }

  #fill(one) {
    if (one.querySelector(':scope > .below')) return;
    const node = this.nodes.get(one);
    const clause = this.#clause(node);
    const proofs = node.children.length;
    one.append(...parts([
      clause ? element('pre', { tabindex: 0, 'aria-label': `The clause, ${clause.where}` }, clause.text) : null,
      clause && this.#leads(clause)
        ? element('button', { type: 'button', class: 'place', onclick: () => this.onplace(clause) }, `Show line ${clause.line}`) : null,
      node.remarks.length ? element('ul', { class: 'remarks' }, ...node.remarks.map((words) => element('li', {}, words))) : null,
      element('div', { class: 'below' }, ...below(node).map((child, i) => this.#node(child, i < proofs ? '' : child.words ? 'fails, as' : 'fails at'))),
    ]));
  }

  /** The rows that can be seen, from top to bottom. */
  #rows() {
    return [...this.root.querySelectorAll('.row')].filter((row) => !row.parentElement.parentElement.closest('details:not([open])'));
  }

  #focus(row) {
    row?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = this.#rows();
    const row = event.target.closest?.('.row');
    const one = row?.parentElement;
    const by = (step) => () => this.#focus(row ? rows[rows.indexOf(row) + step] : rows[0]);
    const act = {
      ArrowDown: by(1), ArrowUp: by(-1),
      ArrowRight: () => { if (one?.open) by(1)(); else this.#open(one); },
      ArrowLeft: () => {
        if (one?.open) one.open = false;
        else this.#focus(one?.parentElement.closest('details')?.querySelector('.row'));
      },
      Home: () => this.#focus(rows[0]), End: () => this.#focus(rows.at(-1)),
      o: () => this.openAll(), c: () => this.closeAll(), f: () => this.nextFailure(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

/** The nodes below a node: its premises or clauses, and the goals at which it fails. */
function below({ children, failed, also = [] }) {
  return failed ? [...children, failed, ...also] : children;
}

/** Whether a goal stands beside its words or its notation; moves can be typed in either form. */
function isRenamed({ kind, words, notated }) {
  return Boolean(words ?? notated) && kind !== 'step' && kind !== 'leaf';
}

function fails(node) {
  return Boolean(node.failed) || below(node).some(fails);
}

function parts(list) {
  return list.filter((one) => one !== null);
}
