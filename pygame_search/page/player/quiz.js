/**
 * A quiz: questions about a search, one at a time. The answers stand in the file.
 */

import { element, refill, say } from './dom.js';
import { valueText } from './values.js';

/** The points of a right answer at the first and at the second try. */
const POINTS = [1, 0.5];
const SIGNS = new Map([[1, '✓'], [0.5, '½'], [0, '✗']]);

export class Quiz {
  /**
   * @param data `introduction`, `exam` and `questions`; a question has its `text`, `board`
   *   and `tree` (texts), `choices` with their `labels`, the right `answers`, how `near` a
   *   number must be, `why`, a `hint`, `notes` on wrong answers, and whether a wrong answer
   *   leaves a `doubt`
   * @param root the element that the quiz fills
   */
  constructor(data, root) {
    this.data = data;
    this.root = root;
    root.classList.add('quiz');
    this.said = element('p', { class: 'said', 'aria-live': 'polite' });
    root.addEventListener('keydown', (event) => this.key(event));
    this.begin();
  }

  /** Asks the first question, with nothing scored. */
  begin() {
    this.number = 0;
    this.points = [];
    this.#ask();
  }

  get #question() {
    return this.data.questions[this.number];
  }

  #ask() {
    const question = this.#question;
    const { data } = this;
    this.tries = 0;
    this.answered = false;
    say(this.said, '');
    this.choices = question.choices.map((choice, i) =>
      this.#button(choice, question.labels[i], () => this.answer(choice)));
    this.input = question.choices.length ? null
      : element('input', { type: 'text', inputmode: 'text', 'aria-label': 'Your answer, a number', autocomplete: 'off' });
    this.hint = data.exam ? null : this.#button('Hint', '?', () => { say(this.said, question.hint); });
    this.next = this.#button(this.number + 1 < data.questions.length ? 'Next question' : 'Result', '→', () => this.#go());
    this.next.hidden = true;
    const drawn = (text, label) => (text ? element('pre', { tabindex: 0, 'aria-label': label }, text) : null);
    refill(this.root,
      element('p', { class: 'soft' }, data.introduction),
      element('section', { class: 'card', 'aria-label': `Question ${this.number + 1}` },
        element('h2', {}, `Question ${this.number + 1} of ${data.questions.length}`),
        element('div', { class: 'drawn' }, ...[drawn(question.tree, 'The search so far'), drawn(question.board, 'The position')].filter(Boolean)),
        element('p', { class: 'asked' }, question.text),
        element('div', { class: 'choices' }, ...this.choices,
          ...(this.input ? [this.input, this.#button('Answer', 'Enter', () => this.answer(this.input.value))] : [])),
        this.said,
        element('div', { class: 'buttons' }, ...[this.hint, this.next].filter(Boolean))));
    this.input?.focus({ preventScroll: true });
  }

  /** Takes an answer: a choice, or the text of a number. */
  answer(given) {
    const question = this.#question;
    if (this.answered) return;
    const number = question.choices.length ? null : parsed(given);
    if (Number.isNaN(number)) {
      say(this.said, `Expected a number, as in -1, 2.5 or 5/2, found “${given}”.`);
      return;
    }
    const right = number === null ? question.answers.includes(given)
      : Math.abs(number - parsed(question.answers[0])) <= question.near + 1e-12;
    this.#mark(given, right);
    this.tries += 1;
    if (!right && this.tries === 1 && question.doubt && !this.data.exam) {
      say(this.said, `Wrong. ${question.hint} Try again.`);
      this.input?.select();
      return;
    }
    this.#close(given, number, right);
  }

  /** Says what is right and why, or in an exam nothing yet. */
  #close(given, number, right) {
    const question = this.#question;
    this.answered = true;
    this.points.push(right ? POINTS[this.tries - 1] : 0);
    for (const button of this.choices) button.disabled = true;
    if (this.input) this.input.disabled = true;
    const note = question.notes.find(([wrong]) => (number === null ? wrong === given : parsed(wrong) === number));
    const why = right || !note ? question.why : `${note[1]} ${question.why}`;
    const verdict = right ? ['Right.', 'Right at the second try.'][this.tries - 1]
      : `Wrong, the answer is ${question.answers[0]}.`;
    say(this.said, this.data.exam ? 'Taken.' : `${verdict} ${why}`);
    if (this.hint) this.hint.hidden = true;
    this.next.hidden = false;
    this.next.focus({ preventScroll: true });
    this.next.scrollIntoView({ block: 'nearest' });
  }

  /** Marks a choice, by a sign and by its colour. */
  #mark(given, right) {
    const button = this.choices[this.#question.choices.indexOf(given)];
    if (!button || this.data.exam) return;
    button.classList.add(right ? 'right' : 'wrong');
    button.append(element('span', { class: 'sign' }, right ? ' ✓' : ' ✗'));
    if (button === document.activeElement) this.root.focus({ preventScroll: true });
    button.disabled = true;
  }

  #go() {
    this.number += 1;
    if (this.#question) this.#ask();
    else this.#result();
    this.root.focus({ preventScroll: true });
    this.root.scrollIntoView({ block: 'nearest' });
  }

  #result() {
    const { points } = this;
    const count = (worth) => points.filter((one) => one === worth).length;
    const counts = [[count(POINTS[1]), 'at the second try'], [count(0), 'wrong']].filter(([many]) => many);
    const all = points.reduce((a, b) => a + b, 0);
    const told = [`${count(1)} of ${points.length} right`, ...counts.map(([many, words]) => `${many} ${words}`)];
    const row = (question, i) => element('li', {},
      element('strong', {}, `${SIGNS.get(points[i])} `), question.text, ' ',
      element('span', { class: 'soft' }, `${question.answers[0]}. ${question.why}`));
    refill(this.root, element('section', { class: 'card', 'aria-label': 'Result' },
      element('h2', {}, `${told.join(', ')}: ${valueText(all)} ${all === 1 ? 'point' : 'points'}`),
      element('ol', {}, ...this.data.questions.map(row)),
      element('div', { class: 'buttons' }, this.#button('Again', 'r', () => this.begin()))));
  }

  #button(name, key, act) {
    const made = element('button', { type: 'button', onclick: act }, name, element('kbd', { 'aria-hidden': 'true' }, key));
    made.dataset.key = key;
    return made;
  }

  /** Takes a key. */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const typing = event.target === this.input && !this.answered;
    if (typing && event.key !== 'Enter' && event.key !== '?') return;
    if (event.key === 'Enter' && event.target.matches('button')) return;
    const key = { ArrowRight: '→' }[event.key] ?? event.key;
    const buttons = [...this.root.querySelectorAll('button')].filter((one) => !one.hidden);
    const button = buttons.find((one) => one.dataset.key === key)
      ?? (/^[1-9]$/.test(key) ? this.root.querySelectorAll('.choices button')[Number(key) - 1] : null);
    if (!button || button.disabled) return;
    event.preventDefault();
    button.click();
  }
}

/** The number that a text names, as in `-1`, `2.5` or `5/2`; NaN for any other text. */
function parsed(text) {
  const [over, under = '1', ...more] = text.replaceAll('−', '-').replaceAll(' ', '').split('/');
  const number = (one) => (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(one) ? Number(one) : NaN);
  return more.length || number(under) === 0 ? NaN : number(over) / number(under);
}
