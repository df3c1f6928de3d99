// Prints recordings of searches in WebAssembly, for tests/page/test_webassembly.py: a line of JSON
// with `rules`, `moves` and `search` for each.
import { createInterface } from 'node:readline';
import { inNode } from '../../pygame_search/page/node/system.mjs';
import { Refused } from '../../pygame_search/page/player/engine.js';
import { Game } from '../../pygame_search/page/player/game.js';
import { reply } from '../../pygame_search/page/player/prolog.js';
import { recorded } from '../../pygame_search/page/player/recording.js';

const system = await inNode(process.argv[2]);

/** What a Game asks, without a worker. */
const engine = {
  prolog: {},
  forGame() { return this.prolog; },
  async request(operation, data) {
    const found = JSON.parse(reply(system, operation, data));
    if (found.error) throw new Refused(found.error);
    return found;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { rules, moves, search } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(await recorded(new Game(engine, rules), moves, search))}\n`);
}
