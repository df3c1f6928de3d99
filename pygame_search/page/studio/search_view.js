/**
 * A search of one's choice from the position that is shown, step by step.
 */

import { above } from '../player/above.js';
import { element, refill } from '../player/dom.js';
import { Player } from '../player/player.js';
import { recorded } from '../player/recording.js';
import { sumWords } from './goal_sum.js';
import { BadValue, callText, methodsFor, readCall, searchOf, valueOf } from './method.js';
import { movers } from './search.js';
import { sentence } from './studio.js';

/** The seconds after which a search is ended: its steps would be too many to look at. */
const SECONDS = 20;
/** The depth of a search at first, in plies. */
const DEPTH = '3';
/** The parameters that are shown first. */
const FIRST = ['depth', 'threshold'];
/** As `pygame_search/model/rules.py` has it. */
const FACE_UP = 'searched with all cards face up; by the `sees` rules the roles see less';

export class SearchView {
  constructor(studio) {
    this.title = 'Search';
    this.studio = studio;
    this.method = element('select', { onchange: () => this.#choose(this.#chosen(), {}) });
    this.role = element('select', {});
    this.fields = element('div', { class: 'fields' });
    this.more = element('details', {}, element('summary', {}, 'More'), element('div', {}));
    this.about = element('p', { class: 'about' });
    this.note = element('p', { class: 'note' });
    this.place = element('div', { tabindex: -1 });
    this.form = element('form', { class: 'card', onsubmit: (event) => this.#run(event) },
      element('div', { class: 'buttons' },
        element('label', { class: 'field' }, element('span', {}, 'Method'), this.method),
        element('label', { class: 'field' }, element('span', {}, 'for'), this.role), this.fields,
        element('button', { type: 'submit' }, 'Search')),
      this.about, this.more, this.note);
    this.root = element('div', { class: 'searching' }, this.form, this.place);
    /** The method and the step of a link, until the game is there and the search is run. */
    this.wanted = null;
    this.step = null;
    /** A search that was recorded before, until its game is there. */
    this.recording = null;
    this.player = null;
  }

  show() {
    const { game } = this.studio;
    this.form.hidden = game === null;
    this.place.hidden = game === null;
    if (game === null) return;
    if (game !== this.game) this.#begin(game);
    this.#roles();
    this.#tell();
    this.player?.measure();
  }

  /** Takes a key, as the search that is shown does. */
  takeKey(event) {
    this.player?.key(event);
  }

  link() {
    return { method: this.#text(), step: this.player ? this.player.step : this.step };
  }

  open({ method, step, recording = null }) {
    this.wanted = method;
    this.step = step;
    this.recording = recording;
    this.game = null;
  }

  /** Another game: its methods, and nothing searched. */
  #begin(game) {
    const { studio } = this;
    this.game = game;
    this.methods = methodsFor(studio.methods, studio.description);
    this.#clear();
    refill(this.method, ...this.methods.map((one) => element('option', { value: `${one.kind} ${one.name}` }, one.name)));
    const call = this.wanted === null ? null : readCall(this.methods, this.wanted);
    if (this.wanted !== null && !call) {
      studio.say(`The method ${this.wanted} of the link does not exist for this game.`);
      this.step = null;
    }
    this.wanted = null;
    const usual = this.methods.find(({ name }) => name === (studio.description.estimate ? 'a_star' : 'alphabeta'));
    const kept = this.methods.find((one) => one.name === this.last?.name && one.kind === this.last.kind);
    const same = kept && this.name === studio.rules.name; // with other rules
    this.name = studio.rules.name;
    this.#choose(call?.method ?? kept ?? usual ?? this.methods[0], call?.texts ?? (same ? this.#texts() : {}));
    if (this.recording) this.#play(this.recording, studio.moves);
  }

  #clear() {
    this.player?.leave();
    this.player = null;
    refill(this.place);
  }

  #chosen() {
    return this.methods.find((one) => `${one.kind} ${one.name}` === this.method.value);
  }

  /** Shows a field for each parameter of a method, the rarer ones under a heading of their own. */
  #choose(method, texts) {
    this.method.value = `${method.kind} ${method.name}`;
    this.last = method;
    const own = Object.keys(texts).length > 0;
    this.inputs = new Map(method.parameters.map((one) => [one.name, input(one, texts[one.name] ?? (one.name === 'depth' && !own ? DEPTH : ''))]));
    const field = ({ name, about }) => element('label', { class: 'field', title: about }, element('span', {}, name), this.inputs.get(name));
    const [early, rest] = [true, false].map((is) => method.parameters.filter(({ name }) => FIRST.includes(name) === is));
    refill(this.fields, ...early.map(field));
    this.more.hidden = rest.length === 0;
    this.more.open = rest.some(({ name }) => (texts[name] ?? '').trim() !== '');
    refill(this.more.lastChild, ...rest.map((one) => element('p', {}, field(one), ` ${one.about}`)));
    refill(this.about, `${method.about} (${method.source})`);
  }

  #texts() {
    return Object.fromEntries([...(this.inputs ?? [])].map(([name, one]) => [name, one.value]));
  }

  /** The roles that a search can be for: those that move here, and else all. */
  #roles() {
    const { studio } = this;
    const { roles, space } = studio.description;
    this.role.parentNode.hidden = roles.length < 2 || space === 'book';
    const key = JSON.stringify([roles, studio.moves]);
    if (key === this.key) return;
    this.key = key;
    const players = roles.flatMap((role, i) => (role === 'random' ? [] : [i]));
    refill(this.role, ...players.map((i) => element('option', { value: i }, roles[i])));
    const recorded = this.recording?.role ?? null;
    this.recording = null;
    if (recorded !== null) {
      this.role.value = String(recorded);
      return;
    }
    studio.position().then((position) => {
      const moving = movers(position).filter((i) => players.includes(i));
      if (key === this.key && moving.length > 0) this.role.value = String(moving[0]);
    }).catch(() => {});
  }

  /** What stands in the way, or what is searched. */
  #tell() {
    const { studio, player } = this;
    const { moves, description } = studio;
    const where = moves.length === 0 || description.space === 'book' ? 'the start' : `the position after ${moves.length} moves`;
    const other = player && this.from !== moves && description.space !== 'book';
    refill(this.note, other ? `The search below began at another position. Search again from ${where}.`
      : player ? '' : `The search begins at ${where}.${this.step ? ` Press Search to see its step ${this.step}.` : ''}`);
  }

  #text() {
    const values = Object.fromEntries(Object.entries(this.#texts()).filter(([, text]) => text.trim() !== '').map(([name, text]) => [name, text.trim()]));
    return this.last ? callText(this.last, values) : null;
  }

  async #run(event) {
    event.preventDefault();
    const { studio } = this;
    const { game, moves, description, methods } = studio;
    const method = this.#chosen();
    let search;
    try {
      const values = Object.fromEntries(method.parameters
        .map((one) => [one.name, valueOf(one, this.inputs.get(one.name).value)]).filter(([, value]) => value !== undefined));
      search = searchOf(method, values, { description, role: Number(this.role.value || 0), methods });
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      studio.say(sentence(error.message));
      return;
    }
    studio.say('');
    const data = await studio.work('searching', async () => {
      if (method.kind === 'game') await game.settle();
      const notes = description.hidden ? [FACE_UP] : [];
      if (['sampled', 'unknown'].includes(studio.sum?.source)) notes.push(sumWords(studio.sum));
      return recorded(game, description.space === 'book' ? null : moves, { ...search, notes }, { seconds: SECONDS });
    });
    if (!data || studio.game !== game) return;
    if (data.events.length === 0) {
      studio.say('The search has no steps here.');
      return;
    }
    this.#play(data, moves);
    this.#tell();
    this.place.firstChild.focus({ preventScroll: true });
    this.place.scrollIntoView({ block: 'start' });
  }

  /** Shows a search that began after some moves. */
  #play(data, moves) {
    this.#clear();
    const place = element('div', { tabindex: -1 });
    refill(this.place, place);
    this.from = moves;
    this.player = new Player(data, place, { step: this.step ?? data.step });
    if (data.above) place.prepend(above(data.above));
    this.step = null;
  }
}

/** A field for the value of a parameter. */
function input({ kind, default: usual }, text) {
  const words = Array.isArray(kind) ? kind : kind === 'yes or no' ? ['true', 'false'] : null;
  if (words === null) {
    return element('input', { value: text, size: 6, inputmode: 'decimal', placeholder: usual ?? '', spellcheck: 'false' });
  }
  const none = usual === null ? 'by itself' : `${usual}`;
  return element('select', {}, element('option', { value: '' }, none),
    ...words.filter((word) => word !== String(usual)).map((word) => element('option', { value: word, selected: word === text }, word)));
}
