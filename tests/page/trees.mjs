// Prints the tree after each event of a recording, for tests/page/test_contract.py.
import { readFileSync } from 'node:fs';
import { Trace } from '../../pygame_search/page/player/trace.js';

const data = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const trace = new Trace(data);

/** Where a node stands: which child at each ply, counted from 0. */
const place = (node) => trace.line(node).slice(1).map((one) => one.parent.children.indexOf(one)).join('.');

const trees = trace.events.map((_, i) => {
  const step = i + 1;
  const focus = trace.focusAt(step);
  const seen = trace.searchAt(step).nodes.filter((node) => node.born <= step);
  return Object.fromEntries(seen.map((node) => {
    const joint = node.joint === null ? [] : data.joints[node.joint].map((move) => data.moves[move]);
    return [place(node), { ply: node.ply, joint, current: node === focus, ...trace.at(node, step) }];
  }));
});
process.stdout.write(JSON.stringify(trees));
