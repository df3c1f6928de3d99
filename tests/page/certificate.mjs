// Verifies certificates by `certificate.js` and the clauses in WebAssembly, for
// tests/page/test_webassembly.py: a line of JSON for each, its rules and its lines; a line for each
// verdict, or for the message if it is refused.
import { createInterface } from 'node:readline';
import { inNode } from '../../pygame_search/page/node/system.mjs';
import { verified } from '../../pygame_search/page/player/certificate.js';
import { Engine, Refused } from '../../pygame_search/page/player/engine.js';
import { Game } from '../../pygame_search/page/player/game.js';
import { reply } from '../../pygame_search/page/player/prolog.js';

const system = await inNode(process.argv[2]);
const prolog = { loads: 0, waiting: [], ask: async (...request) => reply(system, ...request) };
const engine = Object.assign(Object.create(Engine.prototype), { prolog });
const games = new Map();

async function answer([rules, lines]) {
  const key = JSON.stringify(rules);
  if (!games.has(key)) games.set(key, new Game(engine, rules));
  const told = [];
  try {
    const verdict = await verified(games.get(key), lines, (progress) => told.push(progress));
    return { verdict, told };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message };
    throw error;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
}
