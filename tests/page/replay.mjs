// Answers calls of `logic/serve.pl` in WebAssembly, for tests/page/test_webassembly.py: a line of
// JSON for each, the name of the predicate and its arguments; a line for each reply.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { inNode } from '../../pygame_search/page/node/system.mjs';
import { called, load, reply } from '../../pygame_search/page/player/prolog.js';

const [folder, clauses] = process.argv.slice(2);
const prolog = await inNode(folder);
load(prolog, readFileSync(clauses));

function answer([name, ...values]) {
  if (name === 'request') return JSON.parse(reply(prolog, values[0], values[1]));
  const input = Object.fromEntries(values.map((value, i) => [`A${i}`, value]));
  return called(prolog, `serve:${name}(${[...Object.keys(input), 'Text'].join(', ')})`, input).Text;
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}
