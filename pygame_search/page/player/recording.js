/**
 * A search of the engine, recorded: the same data as in a file, for the player.
 */

/** The most inferences for notations and boards: some seconds. */
const MOST_SHOWN = 30_000_000;

/** How each operation is recorded: what is sent by `ask`, and the events that come back. */
const SEARCHES = {
  best: async (ask, data) => (await ask('best', { ...data, record: true })).events,
  prove: async (ask, data) => (await ask('prove', { ...data, record: true })).events,
  path: async (ask, data) => {
    const { handle } = await ask('path_start', { ...data, record: true });
    const { events } = await ask('path_next', { handle });
    await ask('path_close', { handle });
    return events;
  },
};

/**
 * The recording of a search that is run now.
 *
 * @param game a Game
 * @param moves those that lead to the state where the search begins; null in a space of arcs
 * @param search `operation`: `best`, `prove` or `path`; `data`: that of the request (`path_start` for
 *   a path) without `game`, `state` and `record`; and what is known of its method: `method` (its
 *   `text`, `name`, `about` and `source`), `window`, `scouts`, `code`, `notes`
 * @param limits `seconds`, after which the worker is ended
 * @throws Refused, or Ended
 */
export async function recorded(game, moves, search, { seconds = null } = {}) {
  const { operation, data, method, window = false, scouts = false, code = [], notes = [] } = search;
  const prolog = game.worker();
  const { description } = await game.loaded(prolog);
  const ask = (name, asked) => game.ask(prolog, name, { game: description.game, ...asked }, { inferences: null, seconds });
  const state = moves === null ? (await ask('start_node', {})).node : await game.state(prolog, moves);
  const { role = '' } = data;
  const unit = data.options?.unit ?? 1;
  const events = await SEARCHES[operation](ask, { ...data, state });
  const said = await ask('recording', { root: state, role, events, scouts, unit, numbered: true, most: MOST_SHOWN });
  return { kind: 'search', ...said, method, window, notes, code, step: 1 };
}
