/**
 * What all views of the studio share: the rules, the game that they make, and the moves made in it.
 */

import { Ended, Refused } from '../player/engine.js';
import { Game } from '../player/game.js';
import { foundSum } from './goal_sum.js';
import { composed } from './inclusion.js';
import { placed } from '../player/places.js';

/** How long one may type before the rules are read, in milliseconds. */
const TYPING = 350;
/** Work that has taken longer than this, in milliseconds, is ended when other rules come. */
const LONG = 1000;
/** The limits of what the studio asks by itself; a search that one begins has its own. */
const LIMITS = { seconds: 20 };
/** Of more moves than this, people see the terms. */
const MOST_WRITTEN = 2000;
/** The most characters of a rule file. */
export const MOST_RULES = 1_000_000;

export class Studio {
  /**
   * @param engine as `live()` gives it
   * @param data `first`, `games`, `templates`, `methods`, `codes` and `listings` of `pygame_search/page/site.py`
   * @param say has a sentence read out, and shown until the next one
   */
  constructor(engine, data, say) {
    this.engine = engine;
    this.data = data;
    this.say = say;
    this.listeners = [];
    this.works = [];
    /** The rules as they stand: `game`, the name on the shelf or null; `name`, `syntax`, `text`, `parameters`. */
    this.rules = { game: null, name: 'my_game', syntax: 'prolog', text: '', parameters: [] };
    this.facts = null;
    /** What searches run in, one of the tiers of the engine; null for the clauses. */
    this.tier = null;
    this.#forget();
    /** Rules of one's own that others have replaced, so that one can go back to them. */
    this.own = null;
    this.version = 0;
    this.read = 0;
    this.reading = null;
  }

  /** The games of the shelf: `name`, `title`, `about`, `syntax`, `text`, `parameters`, `sum`. */
  get shelf() {
    return this.data.games;
  }

  /** The methods that exist in clauses: `name`, `about`, `source`, `kind`, `parameters`. */
  get methods() {
    return this.data.methods;
  }

  /** What `docs/codes.md` says, by the code of a fault. */
  get codes() {
    return this.data.codes;
  }

  /** Calls a function after each change of the rules, the game, the moves, or what runs. */
  onchange(listener) {
    this.listeners.push(listener);
  }

  /** Takes the rules of a game of the shelf. */
  choose(name, { parameters = [], ...more } = {}) {
    const game = this.shelf.find((one) => one.name === name);
    if (!game) throw new RangeError(`there is no game ${JSON.stringify(name)} here`);
    const { syntax, text } = game;
    this.write({ game: name, name, syntax, text, parameters, ...more });
  }

  /** Takes rules: `text`, `syntax`, `parameters`, and `facts` and `moves` of where to go on. */
  write({ game = null, name = 'my_game', syntax = 'prolog', text, parameters = [], facts = null, moves = [] }) {
    if (this.rules.game === null && this.rules.text) this.own = this.rules;
    if (text === this.own?.text && game === null) this.own = null;
    this.say('');
    this.rules = { game, name, syntax, text, parameters };
    this.facts = facts;
    this.moves = moves;
    this.future = [];
    this.#forget();
    this.#reread(0);
  }

  /** Takes the text as it is typed; the moves stay, as far as they are legal by the new rules. */
  edit(text) {
    if (text === this.rules.text) return;
    this.rules = { ...this.rules, game: null, text };
    this.#reread(TYPING);
  }

  /** Takes values of parameters: pairs of name and text. */
  set(parameters) {
    this.rules = { ...this.rules, parameters };
    this.facts = null;
    this.#reread(0);
  }

  /** Goes to the start, or to the state that has these facts. */
  start(facts = null) {
    this.moves = [];
    this.future = [];
    if (facts === this.facts) this.#tell();
    else {
      this.facts = facts;
      this.#reread(0);
    }
  }

  /** Makes a move, the text of a term or of the list of a joint move; false if it is not legal. */
  async play(text) {
    const { game, moves } = this;
    const after = [...moves, text];
    const position = await this.work('making a move', () => this.position(after));
    if (!position || this.game !== game || this.moves !== moves) return false;
    this.say('');
    this.future = this.future[0] === text ? this.future.slice(1) : [];
    this.moves = after;
    this.#tell();
    return true;
  }

  undo() {
    this.go(this.moves.length - 1);
  }

  redo() {
    this.go(this.moves.length + 1);
  }

  /** Goes to the position after a number of the moves, made and taken back. */
  go(number) {
    const all = [...this.moves, ...this.future];
    if (number < 0 || number > all.length) return;
    this.say('');
    this.moves = all.slice(0, number);
    this.future = all.slice(number);
    this.#tell();
  }

  /**
   * The position after moves: `legal` (for each role its moves), `written` (the same as people write
   * them), `terminal`, `goals`, `facts`, and `cells` and `undrawn` of its board. Of a graph it is a node,
   * with `node`, its `text` and whether it is a `goal`. It is kept.
   */
  async position(moves = this.moves) {
    const { game, positions } = this;
    const key = JSON.stringify(moves);
    if (!positions.has(key)) {
      positions.set(key, look(game, moves));
      positions.get(key).catch(() => positions.delete(key));
    }
    return positions.get(key);
  }

  /**
   * What work gives, while the page says what is done and can end it. If it is ended or refused, the
   * page says why, and the result is undefined.
   */
  async work(what, act) {
    const one = { what, since: Date.now() };
    this.works.push(one);
    this.#tell();
    try {
      return await act();
    } catch (error) {
      this.say(reason(what, error));
      return undefined;
    } finally {
      this.works.splice(this.works.indexOf(one), 1);
      this.#tell();
    }
  }

  /** Ends what runs. */
  stop() {
    this.engine.end();
  }

  /** When all that was typed is read. */
  async settled() {
    while (this.read !== this.version) {
      await new Promise((done) => { setTimeout(done, 10); });
      await this.reading;
    }
  }

  #tell() {
    for (const listener of this.listeners) listener(this);
  }

  #forget() {
    /** The game of the rules, and what `load` says of it; null while they have faults. */
    this.game = null;
    this.description = null;
    /** What the goals of two players add up to, as `foundSum` gives it; null before a search asks. */
    this.sum = null;
    /** The faults of the rules, and why they are not read otherwise. */
    this.faults = [];
    this.refusal = null;
    /** The texts of the moves made, and of those taken back. */
    this.moves ??= [];
    this.future ??= [];
    this.positions = new Map();
  }

  #reread(patience) {
    if (this.works.some(({ since }) => Date.now() - since > LONG)) this.engine.end('other rules have taken its place');
    this.version += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.reading ??= this.#readAll().finally(() => { this.reading = null; });
    }, patience);
    this.#tell();
  }

  async #readAll() {
    while (this.read !== this.version) {
      const { version } = this;
      const found = await this.work('reading the rules', () => this.#readRules(this.rules));
      if (version === this.version) this.#take(found ?? { refusal: 'The rules were not read.' });
      this.read = version;
    }
    this.#tell();
  }

  #take({ game = null, description = null, faults = [], refusal = null, moves = [], positions, first }) {
    Object.assign(this, { game, description, faults, refusal });
    if (game === null) return;
    this.positions = positions;
    this.sum = this.#known();
    if (moves.length < this.moves.length) this.future = [];
    this.moves = moves;
    this.first = first;
  }

  /** The sum of the goals, if it is known of the rules that are shown first, or of those on the shelf. */
  #known() {
    const { game, text, parameters } = this.rules;
    const { first } = this.data;
    const same = game === (first.game ?? null) && (game !== null || text === first.text);
    if (same && first.sum && JSON.stringify(parameters) === JSON.stringify(first.parameters)) return first.sum;
    const one = this.shelf.find(({ name }) => name === game);
    return one && one.text === text && parameters.length === 0 ? one.sum : null;
  }

  async #readRules(rules) {
    const { syntax, parameters } = rules;
    const own = rules.text.toWellFormed();
    const whole = await composed(this.engine, this.shelf, { syntax, text: own }, LIMITS);
    if (whole.faults.length > 0) return { faults: placed(own, whole.faults) };
    const { text } = whole;
    let faults = [];
    if (rules.game === null) {
      if (text.length > MOST_RULES) return { refusal: `The rules are longer than ${MOST_RULES.toLocaleString('en')} characters.` };
      const checked = await this.engine.request('check', { syntax, text }, LIMITS);
      faults = placed(own, whole.own(checked.faults));
      if (faults.some(({ severity }) => severity === 'error')) return { faults };
    }
    const sum = this.#known();
    const constant = sum ? sum.total !== null : async (asking) => {
      const found = await foundSum(asking);
      if (asking === this.game) this.sum = found;
      return found.total !== null;
    };
    const game = new Game(this.engine, { syntax, text, parameters, facts: this.facts, constant, open: true });
    try {
      const description = await game.description();
      const positions = new Map();
      const seen = async (moves) => {
        const position = await look(game, moves);
        positions.set(JSON.stringify(moves), Promise.resolve(position));
        return position;
      };
      const first = await seen([]);
      const moves = await this.#legalPart(game, description, this.moves);
      if (moves.length > 0) await seen(moves);
      return { game, description, faults, positions, moves, first };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.faults) return { faults: placed(own, whole.own(error.faults)) };
      if (error.kind === 'no_parameter' && rules.game === null) {
        const plain = { ...rules, parameters: [] };
        if (this.rules === rules) this.rules = plain;
        return this.#readRules(plain);
      }
      return { faults, refusal: sentence(error.message) };
    }
  }

  /** The first of the moves, as long as they are legal in a game. */
  async #legalPart(game, { space }, moves) {
    const look = space === 'book'
      ? (after) => game.request('node_text', { after }, LIMITS)
      : (after) => game.request('facts', { after }, LIMITS);
    for (let count = 1; count <= moves.length; count += 1) {
      try {
        await look(moves.slice(0, count));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        this.say(`Move ${count}, ${moves[count - 1]}: ${error.message}.`);
        return moves.slice(0, count - 1);
      }
    }
    return moves;
  }
}

/** What there is to see of a position. */
async function look(game, after) {
  const { roles, space } = await game.description();
  if (space === 'book') return lookAtNode(game, after);
  const position = await game.request('position', { after }, LIMITS);
  const { board, undrawn } = await game.request('drawing', { after }, LIMITS);
  const moves = position.legal.flatMap((texts, i) => texts.map((text) => [roles[i], text]));
  if (moves.length > MOST_WRITTEN) return { ...position, written: position.legal, cells: board, undrawn };
  const { texts } = await game.request('notations', { after, moves }, LIMITS);
  let next = 0;
  const written = position.legal.map((one) => one.map((text) => texts[next++] ?? text));
  return { ...position, written, cells: board, undrawn };
}

/** The same of a node of a graph, whose moves are its arcs. */
async function lookAtNode(game, after) {
  const { neighbours } = await game.request('neighbours', { after }, LIMITS);
  const { text } = await game.request('node_text', { after }, LIMITS);
  const { goal } = await game.request('is_goal', { after, least: null }, LIMITS);
  return {
    legal: [neighbours.map(([arc]) => arc)], written: [neighbours.map(([arc, , cost]) => `${arc}, cost ${cost}`)],
    terminal: false, goals: [], facts: [text], cells: [], undrawn: '', node: { text, goal },
  };
}

/** Why work was ended or refused, in a sentence. */
function reason(what, error) {
  if (error instanceof Ended) return sentence(`${what} was ended: ${error.message}`);
  if (error instanceof Refused) return sentence(error.message);
  throw error;
}

/** A text with a full stop, and a capital letter if it begins with a word: no name, as in `legal/2`. */
export function sentence(text) {
  const begin = /^[a-z]+(?![\w(/])/.test(text) ? text[0].toUpperCase() : text[0];
  return `${begin}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
