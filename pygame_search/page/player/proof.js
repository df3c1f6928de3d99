/**
 * A proof, or why there is none, as a tree that unfolds.
 */

import { element, refill } from './dom.js';

/** The most nodes that are opened at once. */
const MOST_OPENED = 2000;

export class Proof {
  /**
   * @param data `sentence`, `tree` and `legend`; a node of the tree has its `goal`, whether
   *   it `holds`, perhaps `place`, `clause`, `reason` and `remarks`, the nodes `below`, and
   *   how many of these are `proofs`: the others are goals at which it fails
   * @param root the element that the tree fills
   */
  constructor(data, root) {
    this.root = root;
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
      data.legend ? element('pre', { class: 'legend', tabindex: 0, 'aria-label': 'The states' }, data.legend) : null);
    root.addEventListener('keydown', (event) => this.#key(event));
    for (let one = this.tree, [node] = [data.tree]; node; [node] = node.below.length === 1 ? node.below : []) {
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
    const row = [
      element('span', { class: node.holds ? 'holds' : 'not', 'aria-hidden': 'true' }, node.holds ? '✓' : '✗'),
      element('span', { class: 'unseen' }, node.holds ? 'holds: ' : 'does not hold: '),
      role ? element('span', { class: 'role' }, role) : null,
      element('code', {}, node.goal),
      node.place ? element('span', { class: 'place' }, node.place) : null,
      node.reason ? element('span', { class: 'reason' }, node.reason) : null,
    ];
    const kind = role ? 'fails' : null;
    const inside = node.below.length || node.clause || node.remarks.length;
    if (!inside) return element('div', { class: kind }, element('div', { class: 'row', tabindex: -1 }, ...parts(row)));
    const made = element('details', { class: kind, ontoggle: () => this.#fill(made) },
      element('summary', { class: 'row' }, ...parts(row)));
    this.nodes.set(made, node);
    return made;
  }

  #open(one) {
    if (!this.nodes.has(one)) return;
    this.#fill(one);
    one.open = true;
  }

  #fill(one) {
    if (one.querySelector(':scope > .below')) return;
    const node = this.nodes.get(one);
    one.append(...parts([
      node.clause ? element('pre', { tabindex: 0, 'aria-label': `The clause, ${node.place}` }, node.clause) : null,
      node.remarks.length ? element('ul', { class: 'remarks' }, ...node.remarks.map((words) => element('li', {}, words))) : null,
      element('div', { class: 'below' }, ...node.below.map((child, i) => this.#node(child, i < node.proofs ? '' : 'fails at'))),
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

function fails(node) {
  return node.below.length > node.proofs || node.below.some(fails);
}

function parts(list) {
  return list.filter((one) => one !== null);
}
