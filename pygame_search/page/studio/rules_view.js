/**
 * The rules: one types, and sees the faults, or the board and the legal moves of the start.
 */

import { element, refill } from '../player/dom.js';
import { counted } from '../player/values.js';
import { drawn } from './drawing.js';
import { Editor } from './editor.js';
import { sumWords } from './goal_sum.js';
import { movers } from './search.js';
import { MOST_RULES, sentence } from './studio.js';

/** The syntaxes, and the suffixes of their files, as `pygame_search/rules/syntaxes.py` has them. */
const SYNTAXES = { prolog: 'Prolog', kif: 'KIF (GDL)', infix: 'infix GDL', hrf: 'HRF', cilog: 'CILOG' };
const SUFFIXES = { pl: 'prolog', kif: 'kif', gdl: 'kif', infix: 'infix', hrf: 'hrf', cil: 'cilog' };
/** The most moves of the start that are listed. */
const MOST_MOVES = 100;

export class RulesView {
  constructor(studio) {
    this.title = 'Rules';
    this.studio = studio;
    this.editor = new Editor((text) => studio.edit(text));
    this.syntax = element('select', {
      onchange: () => studio.write({ ...studio.rules, game: null, syntax: this.syntax.value }) },
    ...Object.entries(SYNTAXES).map(([value, text]) => element('option', { value }, text)));
    this.file = element('input', { type: 'file', hidden: true, accept: '.pl,.kif,.gdl,.infix,.hrf,.cil,.txt', onchange: () => this.#open() });
    this.verdict = element('p', { class: 'verdict' });
    this.faults = element('ol', { class: 'faults' });
    this.start = element('div', { class: 'beginning' });
    this.root = element('div', { class: 'rules' },
      element('div', { class: 'buttons' },
        this.#button('New', () => studio.write({ text: studio.data.templates[0].text })),
        this.#button('Open a file', () => this.file.click()), this.file,
        this.#button('Save the file', () => this.#save()),
        element('label', { class: 'field' }, element('span', {}, 'Syntax'), this.syntax)),
      element('div', { class: 'written' }, this.editor.root,
        element('div', { class: 'card judged' }, this.verdict, this.faults, this.start)));
  }

  show() {
    const { studio } = this;
    this.editor.text = studio.rules.text;
    this.syntax.value = studio.rules.syntax;
    if (studio.read !== studio.version) return;
    if (this.faults.shown !== studio.faults) {
      this.faults.shown = studio.faults;
      this.editor.mark(studio.faults);
      refill(this.faults, ...studio.faults.map((fault, i) => this.#fault(fault, i)));
    }
    this.#judge();
  }

  #judge() {
    const { studio } = this;
    const errors = studio.faults.filter(({ severity }) => severity === 'error').length;
    const warnings = studio.faults.length - errors;
    const counts = [[errors, 'error', 'errors'], [warnings, 'warning', 'warnings']]
      .filter(([number]) => number > 0).map((one) => counted(...one));
    const sum = studio.sum ? sumWords(studio.sum) : '';
    const good = studio.rules.game === null ? 'The rules can be played.' : '';
    refill(this.verdict, studio.refusal ?? (counts.length ? `${counts.join(', ')}.` : [good, sum].filter(Boolean).join(' ')));
    if (studio.game === null) refill(this.start);
    else if (this.first !== studio.first || this.start.childElementCount === 0) this.#begin(studio);
    this.first = studio.first;
  }

  /** The board and the moves of the start. */
  #begin({ description, first }) {
    const lists = movers(first).map((i) => {
      const moves = first.written[i];
      const more = moves.length > MOST_MOVES ? `, and ${(moves.length - MOST_MOVES).toLocaleString('en')} more` : '';
      return element('p', {}, element('strong', {}, `${description.roles[i]}: `), `${moves.slice(0, MOST_MOVES).join(', ') || 'no move'}${more}`);
    });
    refill(this.start, element('h2', {}, 'The start'), drawn(description, first),
      ...(first.terminal ? [element('p', {}, 'The game is over at its start.')] : lists));
  }

  #fault(fault, i) {
    const { code, severity, line, message, mend } = fault;
    const entry = this.studio.codes[code];
    const go = element('button', { type: 'button', class: 'place', onclick: () => this.editor.goTo(fault) }, `line ${line}`);
    const item = element('li', { class: severity }, go, ' ', element('span', { class: 'severity' }, severity), ` ${sentence(message)}`,
      mend ? element('span', { class: 'mend' }, ` ${sentence(mend)}`) : null, ' ');
    item.append(entry ? explained(code, entry, `code-${i}`) : element('code', {}, code));
    return item;
  }

  #button(text, act) {
    return element('button', { type: 'button', onclick: act }, text);
  }

  async #open() {
    const { studio } = this;
    const [file] = this.file.files;
    this.file.value = '';
    if (!file) return;
    if (file.size > MOST_RULES) {
      studio.say(`${file.name} was not opened: it is larger than ${MOST_RULES.toLocaleString('en')} bytes.`);
      return;
    }
    let text;
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    } catch {
      studio.say(`${file.name} was not opened: it is not text in UTF-8.`);
      return;
    }
    const [, stem, suffix] = /^(.*?)(?:\.(\w+))?$/.exec(file.name);
    studio.write({ name: stem, text: text.replace(/\r\n?/g, '\n'), syntax: SUFFIXES[suffix?.toLowerCase()] ?? 'prolog' });
  }

  #save() {
    const { name, syntax, text } = this.studio.rules;
    const suffix = Object.keys(SUFFIXES).find((one) => SUFFIXES[one] === syntax);
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    element('a', { href: url, download: `${name}.${suffix}` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
}

/** A code whose explanation is shown while it has the pointer or the focus; Escape hides it. */
function explained(code, { rule, wrong, right }, id) {
  const clauses = [['Wrong:', wrong], ['Right:', right]].filter(([, text]) => text)
    .flatMap(([title, text]) => [element('p', {}, title), element('pre', {}, text)]);
  const box = element('span', { class: 'explained' },
    element('button', { type: 'button', class: 'coded', 'aria-describedby': id }, code),
    element('span', { class: 'card', role: 'tooltip', id }, element('span', {}, rule.replaceAll('`', '')), ...clauses));
  const hide = (hidden) => box.classList.toggle('hidden', hidden);
  box.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(true));
  box.addEventListener('pointerleave', () => hide(false));
  box.addEventListener('focusout', () => hide(false));
  return box;
}
