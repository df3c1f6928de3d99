/**
 * The game: its position, the legal moves, and the moves made.
 */

import { element, refill } from '../player/dom.js';
import { drawn } from './drawing.js';

/** From so many moves on, a field finds them by what one types. */
const MANY = 12;

export class PlayView {
  /** @param shell the page, which can go to another view */
  constructor(studio, shell) {
    this.title = 'Play';
    this.studio = studio;
    this.shell = shell;
    this.root = element('div', { class: 'play' });
    this.shown = null;
    /** The moves made here, as people write them: by their place, pairs with the text. */
    this.words = [];
  }

  async show() {
    const { studio } = this;
    const { game, moves } = studio;
    if (game === null) {
      this.shown = null;
      this.#nothing();
      return;
    }
    const key = [game, moves];
    if (this.shown && this.shown.every((one, i) => one === key[i])) {
      this.#chain();
      return;
    }
    this.shown = key;
    const here = await studio.work('looking at the position', () => studio.position(moves));
    const before = moves.length > 0 && here && await studio.work('looking at the position', () => studio.position(moves.slice(0, -1)));
    if (this.shown === key && here) this.#fill(here, before || null);
  }

  /** What is shown while there is no game. */
  #nothing() {
    const { studio, shell } = this;
    if (studio.read !== studio.version) {
      refill(this.root, element('p', { class: 'card' }, 'The rules are read.'));
      return;
    }
    const why = studio.refusal ?? 'The rules have faults.';
    refill(this.root, element('p', { class: 'card' }, why, ' ',
      element('button', { type: 'button', onclick: () => shell.go('Rules') }, 'Show the rules')));
  }

  #fill(position, before) {
    const { studio } = this;
    const { description } = studio;
    const focus = this.root.contains(document.activeElement) ? document.activeElement.dataset.act ?? 'move' : null;
    this.history = element('section', { class: 'card history', 'aria-label': 'The moves made' });
    const acts = [['undo', 'Undo', () => studio.undo()], ['redo', 'Redo', () => studio.redo()], ['start', 'Start again', () => studio.go(0)]];
    this.buttons = Object.fromEntries(acts.map(([act, text, run]) =>
      [act, element('button', { type: 'button', 'data-act': act, onclick: run }, text)]));
    this.choices = this.#choices(position, description.roles);
    refill(this.root,
      element('section', { class: 'card position', 'aria-label': 'The position' }, drawn(description, position, before)),
      element('div', { class: 'beside' },
        element('section', { class: 'card turn', 'aria-label': 'What can be done' },
          element('h2', { class: 'words' }, this.#turn(position, description)), this.choices,
          element('div', { class: 'buttons' }, ...Object.values(this.buttons))),
        this.history));
    this.#chain();
    if (focus) (this.buttons[focus] ?? this.choices.querySelector('button, input') ?? this.buttons.undo).focus();
  }

  #turn(position, { roles }) {
    if (position.terminal) {
      const goals = roles.map((role, i) => `${role} ${position.goals[i] ?? 'no goal'}`);
      return `It is over: ${goals.join(', ')}`;
    }
    const moving = roles.filter((_, i) => movesOf(position, i).length > 0);
    return moving.length === 1 ? `${moving[0]} moves` : `${moving.join(' and ')} move at once`;
  }

  /** The buttons of the moves; if several roles move, each has one pressed before they are made. */
  #choices(position, roles) {
    const { studio } = this;
    const moving = roles.map((_, i) => i).filter((i) => movesOf(position, i).length > 0);
    if (position.terminal || moving.length === 0) return element('div', { class: 'choices' });
    const joint = position.legal.map((moves) => moves[0]);
    const chosen = new Set();
    const make = element('button', { type: 'button', disabled: true, onclick: () => studio.play(jointText(studio, joint)) }, 'Make these moves');
    const lists = moving.map((i) => this.#list(position, i, moving.length > 1 ? roles[i] : null, (move, button, all) => {
      joint[i] = move;
      if (moving.length === 1) {
        const { length } = studio.moves;
        this.words.splice(length, this.words.length, [move, button.textContent]);
        studio.play(move);
        return;
      }
      chosen.add(i);
      all.forEach((one) => one.setAttribute('aria-pressed', String(one === button)));
      make.disabled = chosen.size < moving.length;
    }));
    return element('div', { class: 'choices' }, ...lists, moving.length > 1 ? make : null);
  }

  #list(position, i, role, act) {
    const buttons = movesOf(position, i).map((move) => {
      const written = position.written[i][position.legal[i].indexOf(move)];
      const button = element('button', { type: 'button', 'data-move': move, title: written === move ? null : move,
        onclick: () => act(move, button, buttons) }, written);
      return button;
    });
    const rows = element('div', { class: 'moves' }, ...buttons);
    const find = buttons.length < MANY ? null : element('input', {
      class: 'wide', placeholder: 'Find a move', 'aria-label': `Find a move${role ? ` of ${role}` : ''}`, spellcheck: 'false',
      oninput: () => filter(buttons, find.value),
      onkeydown: ({ key }) => {
        const left = buttons.filter(({ hidden }) => !hidden);
        if (key === 'Enter' && left.length > 0) (left.find((one) => one.textContent === find.value.trim()) ?? left[0]).click();
      },
    });
    return element('div', { role: 'group', 'aria-label': `Legal moves${role ? ` of ${role}` : ''}` },
      role ? element('h3', {}, role) : null, find, rows);
  }

  /** The moves made, and those taken back. */
  #chain() {
    const { studio } = this;
    const { moves, future } = studio;
    if (!this.history) return;
    this.buttons.undo.disabled = moves.length === 0;
    this.buttons.start.disabled = moves.length === 0;
    this.buttons.redo.disabled = future.length === 0;
    const all = [...moves, ...future];
    const words = all.map((move, i) => `${i + 1}. ${this.words[i]?.[0] === move ? this.words[i][1] : move}`);
    const rows = ['The start', ...words].map((text, i) => element('li', {}, element('button', {
      type: 'button', 'aria-current': i === moves.length ? 'step' : null, class: i > moves.length ? 'later' : null,
      onclick: () => studio.go(i) }, text)));
    refill(this.history, element('h2', {}, 'Moves'), element('ol', {}, ...rows));
  }
}

/** The moves of a role from which it chooses; none if it can only wait. */
function movesOf(position, i) {
  const moves = position.legal[i];
  return moves.length === 1 && moves[0] === 'noop' ? [] : moves;
}

/** A joint move, as the syntax of the rules writes a list. */
function jointText({ rules }, joint) {
  return rules.syntax === 'kif' ? `[${joint.join(' ')}]` : `[${joint.join(', ')}]`;
}

function filter(buttons, text) {
  const wanted = text.trim().toLowerCase();
  for (const button of buttons) {
    button.hidden = !button.textContent.toLowerCase().includes(wanted) && !button.dataset.move.toLowerCase().includes(wanted);
  }
}
