/**
 * A game that the engine plays, known by its rules, and its states by the moves that lead to them.
 *
 * Names of games and numbers of states end with the worker that gave them. So they are kept by
 * worker, and made again for another one.
 */

import { Refused } from './engine.js';

/** The most that the rules of a game may take to load. */
const LOADING = { seconds: 60 };

export class Game {
  /**
   * @param engine an Engine
   * @param rules `syntax`, `text`, `parameters` (pairs of name and text); `facts`, the text of the
   *   first state, if it is not that of the rules; `constant`, whether the goals of two players
   *   add up to a constant, or a function that finds it out with the game; `open`, whether hidden
   *   information is searched with all cards face up
   */
  constructor(engine, rules) {
    this.engine = engine;
    this.rules = { syntax: 'prolog', parameters: [], facts: null, constant: null, open: false, ...rules };
    this.held = new WeakMap();
  }

  /** What `load` says of the rules. */
  async description() {
    return (await this.loaded(this.worker())).description;
  }

  /**
   * The reply to an operation about the game, or about the state after some moves; in a graph, about
   * the node after the texts of arcs.
   *
   * @param data that of the operation, without `game` and `state`; the moves are `after`, texts,
   *   each that of a move or of the list of a joint one
   * @param limits as for Engine.request
   */
  async request(operation, data = {}, limits = {}) {
    try {
      return await this.asked(operation, data, limits);
    } catch (refused) {
      if (refused.wrong !== 'goal_sum' || typeof this.rules.constant !== 'function') throw refused;
      await this.settle();
      return this.asked(operation, data, limits);
    }
  }

  /** Finds out whether the goals add up to a constant, if that is not known, as before a search. */
  async settle() {
    const { constant } = this.rules;
    if (typeof constant !== 'function') return;
    this.rules.constant = await constant(this);
    await this.asked('goal_sum', { constant: String(this.rules.constant) });
  }

  async asked(operation, { after = null, ...data }, limits = {}) {
    const prolog = this.worker();
    const { description } = await this.loaded(prolog);
    const number = after === null ? null : await this.state(prolog, after);
    const place = number === null ? {} : { [description.space === 'book' ? 'node' : 'state']: number };
    return this.ask(prolog, operation, { ...data, ...place, game: description.game }, limits);
  }

  worker() {
    const { prolog } = this.engine;
    return this.held.has(prolog) ? prolog : this.engine.forGame();
  }

  ask(prolog, operation, data, limits = {}) {
    return this.engine.request(operation, data, { ...limits, prolog });
  }

  /** What a worker knows of the game, which it loads at the first call. */
  loaded(prolog) {
    if (!this.held.has(prolog)) {
      this.held.set(prolog, this.load(prolog));
      this.held.get(prolog).catch(() => this.held.delete(prolog));
    }
    return this.held.get(prolog);
  }

  async load(prolog) {
    const { syntax, text, parameters, constant, open } = this.rules;
    const description = await this.ask(prolog, 'load', { syntax, text, parameters }, LOADING);
    const { game, faults } = description;
    if (game === null) throw new Refused({ kind: 'faults', message: 'the rules have faults', faults });
    await this.ask(prolog, 'compile', { game, form: 'best' }, LOADING);
    if (open && description.hidden) await this.ask(prolog, 'face_up', { game });
    if (typeof constant === 'boolean') await this.ask(prolog, 'goal_sum', { game, constant: String(constant) });
    return { description, states: new Map() };
  }

  /** The number of the state after moves. */
  async state(prolog, moves) {
    const { description, states } = await this.loaded(prolog);
    const key = JSON.stringify(moves);
    if (!states.has(key)) {
      states.set(key, this.reached(prolog, description.game, moves));
      states.get(key).catch(() => states.delete(key));
    }
    return states.get(key);
  }

  async reached(prolog, game, moves) {
    const { description } = await this.loaded(prolog);
    if (description.space === 'book') return this.node(prolog, game, moves);
    if (moves.length === 0) {
      const { facts } = this.rules;
      const asked = facts === null ? ['initial', { game }] : ['from_facts', { game, text: facts }];
      return (await this.ask(prolog, ...asked)).state;
    }
    const state = await this.state(prolog, moves.slice(0, -1));
    const reply = await this.ask(prolog, 'play', { game, state, text: moves.at(-1) });
    if (reply.illegal !== undefined) {
      throw new Refused({ kind: 'not_legal', message: reply.illegal, legal: reply.legal });
    }
    return reply.state;
  }

  /** The number of the node after arcs. */
  async node(prolog, game, arcs) {
    if (arcs.length === 0) return (await this.ask(prolog, 'start_node', { game })).node;
    const node = await this.state(prolog, arcs.slice(0, -1));
    const { neighbours } = await this.ask(prolog, 'neighbours', { game, node });
    const arc = neighbours.find(([text]) => text === arcs.at(-1));
    if (!arc) throw new Refused({ kind: 'not_legal', message: 'there is no such arc here' });
    return arc[1];
  }
}
