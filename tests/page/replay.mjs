// Answers calls of `logic/serve.pl` in WebAssembly, for tests/page/test_webassembly.py: a line of
// JSON for each, the name of the predicate and its arguments; a line for each reply.
import { createInterface } from 'node:readline';
import { inNode } from '../../pygame_search/page/node/system.mjs';
import { called, reply } from '../../pygame_search/page/player/prolog.js';

const prolog = await inNode(process.argv[2]);

function answer([name, ...values]) {
  if (name === 'request') return JSON.parse(reply(prolog, values[0], values[1]));
  const input = Object.fromEntries(values.map((value, i) => [`A${i}`, value]));
  return called(prolog, `serve:${name}(${[...Object.keys(input), 'Text'].join(', ')})`, input).Text;
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}
