/**
 * Questions about the position: their answers, and why they hold or do not.
 */

import { element, refill } from '../player/dom.js';
import { Refused } from '../player/engine.js';
import { placed } from '../player/places.js';
import { Proof } from '../player/proof.js';
import { counted } from '../player/values.js';
import { drawing, drawn } from './drawing.js';
import { StateNames } from './state_names.js';
import { sentence } from './studio.js';

/** How many answers are asked for at a time, and what they and an explanation may take. */
const PORTION = 20;
const LIMITS = { inferences: 100_000_000, seconds: 120 };
/** The most states that are drawn below answers or a proof. */
const MOST_DRAWN = 12;
/** A value with more characters is broken into lines. */
const LONG = 40;
/** The groups of relations, by the kind that `logic/questions/relation_words.pl` gives. */
const GROUPS = { language: 'The rule language', own: 'These rules', search: 'Searches', states: 'All states' };
/** The relations that are first to be asked for. */
const FIRST = ['legal', 'true', 'goal', 'best_move', 'path', 'arc'];
/** What stands between two goals, by the syntax. */
const AND = { prolog: ', ', cilog: ' & ', kif: ' ', infix: ', ', hrf: ' & ' };
/** The ends of names of files. */
const SUFFIXES = { prolog: 'pl', cilog: 'cil', kif: 'kif', infix: 'infix', hrf: 'hrf' };

export class AskView {
  /** @param shell the page, which can go to another view */
  constructor(studio, shell) {
    this.title = 'Ask';
    this.studio = studio;
    this.shell = shell;
    this.game = null;
    this.field = element('input', { class: 'wide question', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off',
      'aria-describedby': 'ask-about', onkeydown: ({ key }) => key === 'Enter' && this.ask() });
    this.about = element('p', { class: 'soft', id: 'ask-about' });
    this.relations = element('select', { onchange: () => this.#insert() });
    this.examples = element('div', { class: 'buttons', role: 'group', 'aria-label': 'Examples' });
    this.found = element('section', { class: 'answers', 'aria-label': 'Answers' });
    this.heard = element('p', { class: 'unseen', role: 'status' });
    this.why = element('section', { class: 'why', 'aria-label': 'Explanation' });
    this.here = element('figure', { class: 'card here', hidden: true });
    this.drawn = null;
    this.root = element('div', { class: 'ask' },
      element('div', { class: 'card posed' },
        element('label', {}, element('span', {}, 'Question'), this.field),
        element('div', { class: 'buttons' },
          element('button', { type: 'button', onclick: () => this.ask() }, 'Ask'),
          element('label', { class: 'field' }, element('span', {}, 'Relation'), this.relations)),
        this.examples, this.about),
      this.here, this.heard, this.found, this.why);
  }

  show() {
    const { studio } = this;
    const { game, moves } = studio;
    if (game !== this.game) {
      this.game = game;
      this.asked = null;
      refill(this.found);
      refill(this.why);
      this.#list();
    }
    const book = studio.description?.space === 'book';
    const place = book || moves.length === 0 ? 'the start' : `the position after ${counted(moves.length, 'move', 'moves')}`;
    refill(this.about, game === null ? 'There is nothing to ask before the rules can be played.'
      : `A question is written like the body of a rule, and asked of ${place}. An answer has the values of its variables.`);
    this.root.classList.toggle('stale', Boolean(this.asked) && !book && this.asked.moves !== moves);
    const key = [game, moves];
    if (this.drawn?.every((one, i) => one === key[i])) return;
    this.drawn = key;
    this.#board(key, book);
  }

  /** Shows the board of the position that is asked about, if it has one. */
  async #board(key, book) {
    const { studio, here } = this;
    const [game, moves] = key;
    const position = game === null || book ? null
      : await studio.work('looking at the position', () => studio.position(moves));
    if (this.drawn !== key) return;
    const board = position && drawing(studio.description, position);
    here.hidden = !board || board.squares.size === 0;
    refill(here, ...(here.hidden ? [] : [element('figcaption', {}, 'The position'), board.root]));
  }

  link() {
    return { question: this.field.value.trim() || null };
  }

  open({ question }) {
    if (question !== null) this.field.value = question;
  }

  /** Asks the question of the field. */
  async ask() {
    const { studio, field } = this;
    const text = field.value.trim();
    if (studio.game === null || !text) return;
    const { rules, moves, game, description } = studio;
    const book = description.space === 'book';
    const asked = { text, moves, game, rules, description, where: book ? { state: null } : { after: moves }, answers: [], states: [] };
    this.asked = asked;
    this.root.classList.remove('stale');
    refill(this.why);
    await this.#portion(asked);
  }

  /** Asks for some more answers. */
  async #portion(asked) {
    const { studio } = this;
    const skip = asked.answers.length;
    const data = { ...asked.where, text: asked.text, skip, limit: PORTION, patience: null };
    const reply = await studio.work('asking', () => this.#answers(asked, data));
    if (this.asked !== asked || !reply) return;
    const { faults = [], answers, states, more, ended = null } = reply;
    this.field.setAttribute('aria-invalid', String(faults.length > 0));
    if (faults.length > 0) {
      this.#faults(asked, faults);
      return;
    }
    if (!answers) {
      refill(this.found, element('p', { class: 'card' }, `${ended}.`));
      refill(this.heard, `${ended}.`);
      return;
    }
    asked.answers.push(...answers);
    asked.states.push(...states.filter(({ number }) => asked.states.every((one) => one.number !== number)));
    Object.assign(asked, { more, ended });
    this.#table(asked);
    if (skip > 0) (this.found.querySelector('.more') ?? this.found.querySelector('.scrolled')).focus();
    this.#draw(asked, this.found, asked.names, asked.answers.flat().map(([, value]) => value));
  }

  /** The answers; if a limit is reached, those that were found before, and why it `ended`. */
  async #answers({ game }, data) {
    try {
      return await game.request('ask', data, LIMITS);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { after, state, text, skip } = data;
      const found = error.kind === 'too_much_work'
        ? await game.request('ask_found', { ...(after ? { after } : { state }), text, skip }) : { answers: [] };
      return found.answers.length + skip > 0 ? { ...found, more: false, ended: error.message } : { ended: error.message };
    }
  }

  #faults({ text }, faults) {
    const [first] = placed(text, faults);
    const parts = [text.slice(0, first.from), element('mark', {}, text.slice(first.from, first.to)), text.slice(first.to)];
    refill(this.found, element('div', { class: 'card' },
      element('pre', { tabindex: 0, 'aria-label': 'The question' }, ...parts),
      ...faults.map(({ message, mend }) => element('p', {}, sentence(message), mend ? ` ${sentence(mend)}` : ''))));
    refill(this.heard, faults.map(({ message }) => sentence(message)).join(' '));
    this.field.setSelectionRange(first.from, first.to);
  }

  #table(asked) {
    const { answers } = asked;
    asked.names = new StateNames(asked.states, answers.flat().map(([, value]) => value));
    const names = variables(answers);
    const row = (answer, i) => {
      const values = new Map(answer);
      return element('tr', {},
        element('td', {}, this.#whyButton(asked, i + 1)),
        ...names.map((name) => cell(values.has(name) ? asked.names.short(values.get(name)) : '')),
        ...(names.length ? [] : [element('td', {}, 'yes')]));
    };
    const count = counted(answers.length, 'answer', 'answers');
    const many = asked.more ? `${count} so far` : count;
    refill(this.heard, answers.length === 0 ? 'No.' : names.length === 0 ? 'Yes.' : many);
    const heads = names.length ? names : ['Answer'];
    refill(this.found, answers.length === 0
      ? element('div', { class: 'card none' }, element('p', {}, 'No.'), this.#whyButton(asked, 1))
      : element('div', { class: 'card' },
        element('div', { class: 'scrolled', tabindex: 0, role: 'group', 'aria-label': 'Table of answers' },
          element('table', {},
            element('thead', {}, element('tr', {}, element('td', {}), ...heads.map((name) => element('th', { scope: 'col' }, name)))),
            element('tbody', {}, ...answers.map(row)))),
        names.length ? element('p', { class: 'soft' }, many) : null,
        asked.ended ? element('p', {}, sentence(asked.ended)) : null,
        asked.more ? element('button', { type: 'button', class: 'more', onclick: () => this.#portion(asked) }, 'More answers') : null));
  }

  #whyButton(asked, number) {
    const none = asked.answers.length === 0;
    return element('button', { type: 'button', 'aria-label': none ? 'Why not?' : `Why? Answer ${number}`,
      onclick: () => this.#explain(asked, number) }, none ? 'Why not?' : 'Why?');
  }

  /** Shows why an answer holds, or why there is none. */
  async #explain(asked, answer) {
    const { studio } = this;
    const data = { ...asked.where, text: asked.text, step: null, answer };
    const reply = await studio.work('explaining', () => asked.game.request('explain', data, LIMITS));
    if (!reply || this.asked !== asked) return;
    const texts = goals(reply.tree);
    const names = new StateNames(reply.states, texts);
    const place = element('div', {});
    refill(this.why, place);
    const { name, syntax, text } = asked.rules;
    new Proof({
      sentence: names.short(reply.sentence), tree: names.tree(reply.tree), sources: [{ file: `${name}.${SUFFIXES[syntax]}`, text }],
      counter_example: names.short(reply.counter_example),
    }, place, { onplace: (clause) => this.#mark(asked, clause) });
    if (texts.some((text) => this.searches.has(/^\(?(\w+)/.exec(text)?.[1]))) {
      this.why.append(element('p', { class: 'card' }, 'How a search comes to its answer is shown step by step in the view Search. ',
        element('button', { type: 'button', onclick: () => this.shell.go('Search') }, 'Go to Search')));
    }
    place.querySelector('.row').focus();
    this.#draw(asked, this.why, names, texts);
  }

  /** Marks a clause in the rules. */
  #mark({ rules }, clause) {
    const { studio, shell } = this;
    if (rules.text !== studio.rules.text) {
      studio.say('The rules have changed since the question.');
      return;
    }
    shell.go('Rules');
    shell.view.editor.goTo(clause);
  }

  /** Draws the states that texts name, below what stands in a part of the page. */
  async #draw(asked, part, names, texts) {
    if (names.states.length === 0) return;
    const { studio } = this;
    const list = element('div', { class: 'states', role: 'group', 'aria-label': 'The states' });
    part.append(list);
    const named = names.states.filter((state) => texts.some((text) => state.texts.some((one) => text.includes(one))));
    const known = [[], asked.moves];
    const facts = (await Promise.all(known.map((moves) => studio.position(moves)))).map((one) => `[${one.facts.join(', ')}]`);
    for (const state of named.slice(0, MOST_DRAWN)) {
      const { origin, moves } = names.way(state);
      const from = facts.findIndex((text) => origin.texts.includes(text));
      const before = state.from === null ? '' : ` ${names.name(names.states.find(({ number }) => number === state.from))}, then ${state.moves.join('; ')}`;
      const start = origin === state && from === 0 ? ' the start' : '';
      const card = element('figure', { class: 'card' }, element('figcaption', {}, `${names.name(state)}:${before || start}`));
      list.append(card);
      const there = from < 0 || studio.game !== asked.game ? null : await studio.work('drawing states', () => studio.position([...known[from], ...moves]));
      card.append(there ? drawn(asked.description, there) : element('p', {}, state.texts[0]));
    }
    const more = named.length - MOST_DRAWN;
    if (more > 0) list.append(element('p', {}, `${counted(more, 'more state is', 'more states are')} not drawn.`));
  }

  /** The relations to choose from, and examples. */
  async #list() {
    const { studio, game } = this;
    const listed = game === null ? { relations: [] } : await studio.work('listing the relations', () => game.request('relations'));
    if (game !== this.game || !listed) return;
    const relations = listed.relations.filter(({ kind }) => kind in GROUPS);
    this.searches = new Set(relations.filter(({ kind }) => kind === 'search').map(({ name }) => name));
    const option = ({ text, about }) => element('option', { value: text }, about ? `${text}: ${about}` : text);
    refill(this.relations, element('option', { value: '' }, 'choose one'),
      ...Object.entries(GROUPS).map(([kind, label]) => element('optgroup', { label },
        ...relations.filter((one) => one.kind === kind).map(option))).filter(({ children }) => children.length > 0));
    const first = FIRST.flatMap((name) => relations.filter((one) => one.name === name && one.kind !== 'states').slice(0, 1));
    refill(this.examples, element('span', { class: 'soft' }, 'Examples'), ...first.map(({ text }) => element('button', {
      type: 'button', class: 'code', onclick: () => this.#example(text) }, text)));
  }

  #example(text) {
    this.field.value = text;
    this.ask();
  }

  /** Puts the chosen relation where the cursor is; at the end, after what stands there. */
  #insert() {
    const { field, relations, studio } = this;
    const { value } = relations;
    relations.value = '';
    if (!value) return;
    const at = field.selectionEnd ?? field.value.length;
    const joined = field.value.trim() && at === field.value.length ? `${AND[studio.rules.syntax]}${value}` : value;
    field.setRangeText(joined, field.selectionStart ?? at, at, 'end');
    field.focus();
  }
}

/** The variables of answers, in the order of the question; an answer leaves out those without a value. */
function variables(answers) {
  const names = [];
  for (const answer of answers) {
    let place = names.length;
    for (const [name] of answer.toReversed()) {
      if (names.includes(name)) place = names.indexOf(name);
      else names.splice(place, 0, name);
    }
  }
  return names;
}

/** A text that is broken only if it is long. */
function cell(text) {
  return element('td', { class: text.length > LONG ? 'long' : null }, text);
}

/** The texts of a tree. */
function goals({ goal, reason, remarks, children, failed, also = [] }) {
  return [goal, reason, ...remarks, ...[...children, ...(failed ? [failed, ...also] : [])].flatMap(goals)];
}
