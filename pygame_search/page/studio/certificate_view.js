/**
 * A certificate is verified: what a solution claims of the game, checked entry by entry.
 */

import { verified } from '../player/certificate.js';
import { element, refill } from '../player/dom.js';
import { Refused } from '../player/engine.js';
import { sentence } from './studio.js';

/** The most bytes of a file. */
const MOST = 100_000_000;
/** How a file begins that `solve --save` writes. */
const DATABASE = 'SQLite format 3\0';

/** Why a certificate belongs to another game. */
const OTHER = ['other_rules', 'other_parameters'];

export class CertificateView {
  constructor(studio) {
    this.title = 'Certificate';
    this.studio = studio;
    this.file = element('input', { type: 'file', accept: '.jsonl,.json,.txt', hidden: true, onchange: () => this.#open() });
    this.choose = element('button', { type: 'button', onclick: () => this.file.click() }, 'Open a certificate');
    this.again = element('button', { type: 'button', hidden: true, onclick: () => this.#verify() }, 'Verify it again');
    this.name = element('p', { class: 'soft' });
    this.bar = element('progress', { 'aria-label': 'Lines' });
    this.done = element('span', { class: 'soft' });
    this.progress = element('div', { class: 'buttons', hidden: true }, this.bar, this.done);
    this.verdict = element('div', { class: 'verdict', role: 'status' });
    this.root = element('div', { class: 'certificate' }, element('div', { class: 'card' },
      element('p', {}, 'A certificate is the solution of a game, with an entry for each state. It is checked against the rules'
        + ' of this page, without a search. ', element('code', {}, 'pygame-search solve GAME --save FILE'), ' solves a game, and ',
      element('code', {}, 'pygame-search verify FILE --export LINES'), ' writes the lines to open here.'),
      element('div', { class: 'buttons' }, this.choose, this.again, this.file), this.name, this.progress, this.verdict));
    this.lines = null;
    this.about = null;
  }

  show() {
    const { studio } = this;
    // A verdict is about the rules with which it was found.
    if (this.about !== null && this.about !== studio.game) {
      this.about = null;
      refill(this.verdict, this.lines ? element('p', {}, 'The rules have changed: the certificate is not verified for these.') : null);
    }
    this.again.hidden = !this.lines || studio.game === null || this.about === studio.game || !this.progress.hidden;
  }

  async #open() {
    const { studio } = this;
    const [file] = this.file.files;
    this.file.value = '';
    if (!file) return;
    this.lines = null;
    this.about = null;
    refill(this.name, file.name);
    refill(this.verdict);
    const why = await this.#read(file);
    if (why !== null) refill(this.verdict, element('p', {}, why));
    else if (studio.game === null) refill(this.verdict, element('p', {}, 'The rules have faults: nothing can be verified.'));
    else await this.#verify();
    this.show();
  }

  /** Takes the lines of a file; why it does not, or null. */
  async #read(file) {
    if (file.size > MOST) return `The file is larger than ${MOST.toLocaleString('en')} bytes.`;
    const bytes = await file.arrayBuffer();
    const begin = new TextDecoder('latin1').decode(bytes.slice(0, DATABASE.length));
    if (begin === DATABASE) return 'This is a file of solve --save. Write its lines with verify FILE --export LINES, and open those.';
    try {
      this.lines = new TextDecoder('utf-8', { fatal: true }).decode(bytes).split(/\r?\n/).filter((line) => line.trim() !== '');
    } catch {
      return 'The file is not text in UTF-8.';
    }
    return null;
  }

  async #verify() {
    const { studio, lines } = this;
    const { game } = studio;
    if (this.root.contains(document.activeElement)) this.choose.focus();
    this.progress.hidden = false;
    this.again.hidden = true;
    refill(this.verdict);
    const told = await studio.work('verifying the certificate', async () => {
      try {
        return await verified(game, lines, (now) => this.#tell(now));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return { refused: error };
      }
    });
    this.progress.hidden = true;
    if (this.lines !== lines || studio.game !== game) return;
    this.about = told ? game : null;
    if (told?.refused) this.#refused(told.refused);
    else if (told) this.#judge(told);
    this.show();
  }

  #tell({ turn, done, total }) {
    Object.assign(this.bar, { max: total, value: done });
    refill(this.done, `${done.toLocaleString('en')} of ${total.toLocaleString('en')} lines are ${turn}`);
  }

  #judge({ sentence: said, verified: right, fault, notes, trust }) {
    const [first, ...rest] = (right ? said : fault.text).split('\n');
    refill(this.verdict,
      element('p', { class: right ? 'right' : 'wrong' }, right ? '✓ ' : '✗ Not verified: ', right ? sentence(first) : first),
      rest.length ? element('pre', { tabindex: 0, 'aria-label': 'Where' }, rest.join('\n')) : null,
      ...notes.map((note) => element('p', {}, sentence(note))),
      element('p', { class: 'soft' }, sentence(trust)));
  }

  /** The file is no certificate, or one of other rules, which are offered if they are here. */
  #refused({ kind, message }) {
    const { studio, verdict } = this;
    const head = OTHER.includes(kind) ? headOf(this.lines) : null;
    if (head === null) {
      refill(verdict, element('p', {}, sentence(message)));
      return;
    }
    const of = `${head.name}${head.parameters.length ? ' with ' : ''}${head.parameters.map((pair) => pair.join(' = ')).join(', ')}`;
    const known = studio.shelf.find(({ name }) => name === head.name);
    const own = new Map(known?.parameters);
    const parameters = head.parameters.filter(([key, value]) => own.get(key) !== value);
    const here = known?.name === studio.rules.game && JSON.stringify(parameters) === JSON.stringify(studio.rules.parameters);
    refill(verdict,
      element('p', {}, `The certificate belongs to ${of}, and not to the rules and parameters that stand here.`),
      known && !here ? element('button', { type: 'button', onclick: () => this.#load(known.name, parameters) }, `Load ${of}`) : null);
  }

  /** Takes the rules of a game of the shelf, and verifies the certificate for them. */
  async #load(name, parameters) {
    const { studio } = this;
    this.choose.focus();
    studio.choose(name, { parameters });
    await studio.settled();
    if (studio.game !== null) await this.#verify();
  }
}

/** The game that the first line of a certificate names, with its parameters as pairs; or null. */
function headOf([line]) {
  const { game, parameters } = JSON.parse(line); // the clauses have read it
  const name = /^\w+/.exec(game)?.[0];
  return name ? { name, parameters: Object.entries(parameters) } : null;
}
