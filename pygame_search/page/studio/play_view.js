/**
 * The game: its position, the legal moves, the moves made, and who makes them.
 */

import { element, refill } from '../player/dom.js';
import { Clicks } from './clicks.js';
import { drawing } from './drawing.js';
import { MoveList } from './move_list.js';
import { bestOf, jointText, movers, pathFrom, values } from './search.js';

/** The greatest depth of a search that plays, in plies, and its limit in seconds. */
const [DEEPEST, SECONDS] = [6, 10];
/** So many of the last moves are written as people do. */
const MOST_NAMED = 60;
/** How long a position is shown before a player that is no person moves, in milliseconds. */
const SHOWN = 500;

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
    /** Who moves for each role: `person`, `random`, or a depth. */
    this.players = {};
    this.depth = 4;
    /** Whether players that are no persons wait, as after a move is taken back. */
    this.waits = true;
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
    const made = this.shown?.[0] === game && moves.length > this.shown[1].length;
    if (this.shown?.[0] !== game) this.#begin();
    this.shown = key;
    const seen = await studio.work('looking at the position', async () => ({
      here: await studio.position(moves), before: moves.length > 0 ? await studio.position(moves.slice(0, -1)) : null }));
    if (this.shown !== key || !seen) return;
    this.#fill(seen.here, seen.before);
    if (made) studio.say(`${this.#written(moves.length - 1)}. ${turnWords(seen.here, studio.description.roles)}.`);
    this.#name(key);
    await this.#go(key, seen.here);
  }

  /** Finds how people write the moves that were not made here. */
  async #name(shown) {
    const { studio } = this;
    const { moves, description } = studio;
    if (!description.notated) return;
    const plain = (text) => text.replaceAll(' ', '');
    for (let i = moves.length - 1; i >= Math.max(0, moves.length - MOST_NAMED); i -= 1) {
      if (this.words[i]?.[0] === moves[i]) continue;
      const position = await studio.position(moves.slice(0, i)).catch(() => null);
      if (this.shown !== shown || position === null) return;
      const found = position.legal.flatMap((legal, role) => legal.flatMap((move, j) =>
        (plain(move) === plain(moves[i]) ? [position.written[role][j]] : [])));
      this.words[i] = [moves[i], found[0] ?? moves[i]];
      this.history.shown = null;
      this.#chain();
    }
  }

  /** Another game is shown: persons play it, unless it is the same with other rules. */
  #begin() {
    const { rules, moves, description } = this.studio;
    this.waits = moves.length > 0;
    const name = JSON.stringify([rules.name, description.roles]);
    if (name !== this.name) this.players = {};
    this.name = name;
  }

  /** What is shown while there is no game. */
  #nothing() {
    const { studio, shell } = this;
    if (studio.read !== studio.version) {
      refill(this.root, element('p', { class: 'card' }, 'Reading the rules …'));
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
    const moving = position.terminal ? [] : movers(position);
    const names = (some) => some.map((i) => roleWords(description.roles[i])).join(' and ');
    /** Whether only players move that are no persons. */
    this.alone = moving.length > 0 && moving.every((i) => this.#player(i) !== 'person');
    this.history = element('section', { class: 'card history', 'aria-label': 'The moves made' });
    const acts = [
      ['undo', 'Undo', () => this.#turnBy(-1)], ['redo', 'Redo', () => this.#turnBy(1)],
      ['start', 'Start again', () => this.#turnTo(0)], ['go', `Let ${names(moving)} move`, () => this.#resume()],
    ];
    this.buttons = Object.fromEntries(acts.map(([act, text, run]) =>
      [act, element('button', { type: 'button', 'data-act': act, onclick: run }, text)]));
    this.choices = this.#choices(position, description.roles);
    const board = drawing(description, position, before);
    this.#takeClicks(position, board.squares);
    refill(this.root,
      element('section', { class: 'card position', 'aria-label': 'The position' }, board.root),
      element('div', { class: 'beside' },
        element('section', { class: 'card turn', 'aria-label': 'What can be done' },
          element('h2', { class: 'words' }, turnWords(position, description.roles)), this.choices,
          element('div', { class: 'buttons' }, ...Object.values(this.buttons))),
        this.#advice(position), this.#who(), this.history));
    this.#chain();
    if (focus) {
      const same = this.root.querySelector(`[data-act=${focus}]:enabled`);
      (same ?? this.choices.querySelector('button, input') ?? this.buttons.undo).focus();
    }
  }

  /** Goes to the position after a number of moves, where players that are no persons wait. */
  #turnTo(number) {
    this.waits = true;
    this.studio.go(number);
  }

  /**
   * Takes moves back, or makes them again, up to the next position in which a person moves. Without
   * such a position one move is taken back, or all are made; where no person plays, it is one move.
   */
  async #turnBy(way) {
    const { studio } = this;
    const { moves, future, description } = studio;
    const all = [...moves, ...future];
    const one = moves.length + way;
    const played = description.roles.length === 0 || description.roles.some((_, i) => this.#player(i) === 'person');
    const number = await studio.work('looking for the move of a person', async () => {
      if (!played) return one;
      for (let at = one; at >= 0 && at <= all.length; at += way) {
        if (this.#persons(await studio.position(all.slice(0, at))).length > 0) return at;
      }
      return way < 0 ? one : all.length;
    });
    if (number !== undefined && studio.moves === moves) this.#turnTo(number);
  }

  #resume() {
    this.waits = false;
    const { moves } = this.studio;
    const { shown } = this;
    this.#chain();
    this.studio.position(moves).then((position) => this.#go(shown, position));
  }

  // ---- the moves of persons ----

  /** The places of the roles for which a person moves. */
  #persons(position) {
    return position.terminal ? [] : movers(position).filter((i) => this.#player(i) === 'person');
  }

  /** The buttons of the moves; if several persons move, each has one pressed before they are made. */
  #choices(position, roles) {
    const persons = this.#persons(position);
    const chosen = new Map();
    const done = () => this.#play(position, chosen);
    const make = element('button', { type: 'button', disabled: true, onclick: done }, 'Make these moves');
    const several = persons.length > 1;
    this.lists = persons.map((i) => new MoveList(position.legal[i], position.written[i], {
      role: several ? roles[i] : null,
      act: (move) => {
        chosen.set(i, move);
        make.disabled = chosen.size < persons.length;
        if (!several) done();
      } }));
    return element('div', { class: 'choices' }, ...this.lists.map(({ root }) => root), several ? make : null);
  }

  /** Has the board take clicks where one person moves. */
  #takeClicks(position, squares) {
    const moving = position.terminal ? [] : movers(position);
    if (moving.length !== 1 || this.#player(moving[0]) !== 'person' || squares.size === 0) return;
    const [i] = moving;
    const [list] = this.lists;
    const onleft = (moves) => list.only(moves);
    const onmove = (move) => this.#play(position, new Map([[i, move]]));
    this.clicks = new Clicks(this.studio, position, i, squares, { onleft, onmove });
  }

  /** Makes the moves that persons chose, with those of the other players. */
  async #play(position, chosen) {
    const { studio, shown } = this;
    this.waits = false;
    const moving = movers(position);
    for (const i of moving.filter((one) => !chosen.has(one))) {
      const move = await this.#chosenBy(i, position);
      if (move === undefined || this.shown !== shown) return;
      chosen.set(i, move);
    }
    const joint = position.legal.map((moves, i) => chosen.get(i) ?? moves[0]);
    const text = moving.length === 1 ? joint[moving[0]] : jointText(studio, joint);
    const words = moving.map((i) => position.written[i][position.legal[i].indexOf(joint[i])]).join(', ');
    const { length } = studio.moves;
    this.words.splice(length, this.words.length, [text, words]);
    await studio.play(text);
  }

  // ---- the other players ----

  #player(i) {
    const role = this.studio.description.roles[i];
    return this.players[role] ?? (role === 'random' ? 'random' : 'person');
  }

  /** Has the players move that are no persons, if no person moves here. */
  async #go(shown, position) {
    if (!this.alone || this.waits) return;
    await new Promise((done) => { setTimeout(done, SHOWN); });
    if (this.shown !== shown || this.waits || this.studio.game !== shown[0]) return;
    await this.#play(position, new Map());
  }

  /** The move of a player that is no person; undefined if its search was stopped. */
  async #chosenBy(i, position) {
    const player = this.#player(i);
    const moves = position.legal[i];
    if (player === 'random' || moves.length === 1) return moves[Math.floor(Math.random() * moves.length)];
    const { studio } = this;
    const found = await studio.work(`searching for a move of ${studio.description.roles[i]}`, () =>
      values(studio, studio.moves, i, { depth: Number(player), seconds: SECONDS, ties: 'first' }));
    if (!found) {
      this.waits = true;
      this.#chain();
      return undefined;
    }
    return bestOf(found.moves)?.move ?? moves[0];
  }

  /** Who moves for each role. */
  #who() {
    const { roles, space } = this.studio.description;
    const levels = space === 'none' ? Array.from({ length: DEEPEST }, (_, i) => [String(i + 1), `search, depth ${i + 1}`]) : [];
    const fields = roles.map((role, i) => {
      const choices = [['person', 'person'], ['random', role === 'random' ? 'chance' : 'random moves'], ...(role === 'random' ? [] : levels)];
      return element('label', { class: 'field' }, element('span', {}, role),
        element('select', { 'data-act': `player-${i}`, onchange: ({ target }) => {
          this.players = { ...this.players, [role]: target.value };
          this.waits = false;
          this.shown = null;
          this.show();
        } }, ...choices.map(([value, text]) => element('option', { value, selected: value === this.#player(i) }, text))));
    });
    return element('section', { class: 'card who', 'aria-label': 'Who plays', hidden: roles.length === 0 },
      element('h2', {}, 'Players'), ...fields);
  }

  // ---- hint and analysis ----

  #advice(position) {
    const { studio } = this;
    const { roles, space } = studio.description;
    const asking = movers(position).filter((i) => roles[i] !== 'random');
    const told = element('div', { class: 'said', role: 'status' });
    const depth = element('select', { onchange: () => { this.depth = Number(depth.value); } },
      ...Array.from({ length: DEEPEST }, (_, i) => element('option', { value: i + 1, selected: i + 1 === this.depth }, String(i + 1))));
    const ask = (act) => async () => {
      const { shown } = this;
      const found = await studio.work('searching', act);
      if (found && this.shown === shown) refill(told, ...found);
    };
    const hint = space === 'none' ? () => this.#hint(position, asking) : () => this.#way(position);
    return element('section', { class: 'card advice', 'aria-label': 'Advice', hidden: position.terminal || asking.length === 0 || (space === 'book' && studio.moves.length > 0) },
      element('div', { class: 'buttons' },
        element('button', { type: 'button', 'data-act': 'hint', onclick: ask(hint) }, 'Hint'),
        space === 'none' ? element('button', { type: 'button', 'data-act': 'analysis', onclick: ask(() => this.#analysis(position, asking)) }, 'Analysis') : null,
        space === 'none' ? element('label', { class: 'field' }, element('span', {}, 'Depth'), depth) : null,
        space === 'none' && studio.engine.tiers.length > 0 ? this.#tier() : null), told);
  }

  /** What searches run in. */
  #tier() {
    const { studio } = this;
    const tier = element('select', { onchange: () => { studio.tier = tier.value || null; } },
      ...['', ...studio.engine.tiers].map((value) => element('option', { value, selected: value === (studio.tier ?? '') }, value || 'clauses')));
    return element('label', { class: 'field' }, element('span', {}, 'Tier'), tier);
  }

  /** The best move of each role, with its value. */
  async #hint(position, asking) {
    const { studio, depth } = this;
    const words = [];
    for (const i of asking) {
      const { moves, depth: reached, complete } = await values(studio, studio.moves, i, { depth, seconds: SECONDS, ties: 'first' });
      const best = bestOf(moves);
      const role = studio.description.roles[i];
      words.push(element('p', {}, best
        ? `${role}: ${writtenMove(position, i, best.move)} is best, worth ${best.value} ${searched(reached, complete)}.`
        : `${role}: no move was found ${searched(reached, complete)}.`));
    }
    if (asking.length > 1) words.push(element('p', {}, 'The search for each role assumes that the others see its move.'));
    return words;
  }

  /** The next move on a cheapest path to a goal. */
  async #way(position) {
    const { result, moves } = await pathFrom(this.studio, this.studio.moves);
    if (result === 'limit') return [element('p', {}, 'No path to a goal was found within the limit.')];
    if (result !== 'found') return [element('p', {}, 'No path leads to a goal.')];
    if (moves.length === 0) return [element('p', {}, 'This is a goal.')];
    return [element('p', {}, `${writtenMove(position, 0, moves[0])} is the first of ${moves.length} moves to a goal.`)];
  }

  /** All moves of each role with their values, the best first. */
  async #analysis(position, asking) {
    const { studio, depth } = this;
    const parts = [];
    for (const i of asking) {
      const { moves, depth: reached, complete } = await values(studio, studio.moves, i, { depth, seconds: SECONDS, ties: 'exact' });
      const rows = [...moves].sort((a, b) => b.score - a.score).map(({ move, value, bound }) => element('tr', {},
        element('td', {}, writtenMove(position, i, move)), element('td', {}, `${{ upper: '≤ ', lower: '≥ ' }[bound] ?? ''}${value}`)));
      parts.push(element('table', {},
        element('caption', {}, `The moves of ${studio.description.roles[i]}, ${searched(reached, complete)}`),
        element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'move'), element('th', { scope: 'col' }, 'value'))),
        element('tbody', {}, ...rows)));
    }
    return parts;
  }

  // ---- the moves made ----

  /** A move that was made, as people write it. */
  #written(i) {
    const { moves, future } = this.studio;
    const move = i < moves.length ? moves[i] : future[i - moves.length];
    return `${i + 1}. ${this.words[i]?.[0] === move ? this.words[i][1] : move}`;
  }

  /** The moves made, and those taken back. */
  #chain() {
    const { studio, history, buttons } = this;
    const { moves, future } = studio;
    if (!history) return;
    buttons.undo.disabled = moves.length === 0;
    buttons.start.disabled = moves.length === 0;
    buttons.redo.disabled = future.length === 0;
    buttons.go.hidden = !this.waits || !this.alone;
    const key = JSON.stringify([moves, future]);
    if (history.shown === key) return;
    history.shown = key;
    const words = [...moves, ...future].map((_, i) => this.#written(i));
    const rows = ['The start', ...words].map((text, i) => element('li', {}, element('button', {
      type: 'button', 'aria-current': i === moves.length ? 'step' : null, class: i > moves.length ? 'later' : null,
      onclick: () => this.#turnTo(i) }, text)));
    refill(history, element('h2', {}, 'Moves'), element('ol', {}, ...rows));
    const list = history.lastChild;
    list.scrollTop = rows[moves.length].offsetTop - list.offsetTop - list.clientHeight / 2;
  }
}

/** Who moves, or how the game ended. */
function turnWords(position, roles) {
  if (position.node) return `At ${position.node.text}${position.node.goal ? ', a goal' : ''}`;
  if (position.terminal) {
    return `The game is over: ${roles.map((role, i) => `${role} ${position.goals[i] ?? 'no goal'}`).join(', ')}`;
  }
  const moving = movers(position).map((i) => roleWords(roles[i]));
  if (moving.length === 0) return 'Nobody moves here';
  return moving.length === 1 ? `${moving[0]} moves` : `${moving.join(' and ')} move at once`;
}

/** A role in a sentence. */
function roleWords(role) {
  return role === 'random' ? 'chance' : role;
}

function writtenMove(position, i, move) {
  return position.written[i][position.legal[i].indexOf(move)] ?? move;
}

/** How far a search looked. */
function searched(depth, complete) {
  if (complete) return 'by a search to the end of the game';
  return `by a search of depth ${depth}`;
}
