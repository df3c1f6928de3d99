/**
 * Compiles the clauses of `logic/` with SWI-Prolog in WebAssembly:
 *
 *     node compile.mjs SYSTEM LOGIC OUTPUT
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { called } from '../player/prolog.js';
import { inNode } from './system.mjs';

const [folder, logic, output] = process.argv.slice(2);
const said = [];
const prolog = await inNode(folder, (line) => said.push(line));

/** Copies the clauses into the files of the system. */
function copy(from, to) {
  prolog.FS.mkdirTree(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), `${to}/${entry.name}`];
    if (entry.isDirectory()) copy(source, target);
    else if (entry.name.endsWith('.pl')) prolog.FS.writeFile(target, readFileSync(source));
  }
}

copy(logic, '/logic');
called(prolog, "qcompile('/logic/serve.pl', [include(user)])");
if (said.length > 0) {
  console.error(said.join('\n'));
  process.exit(1);
}
writeFileSync(output, prolog.FS.readFile('/logic/serve.qlf'));
