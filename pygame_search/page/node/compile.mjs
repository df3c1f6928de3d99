/**
 * Compiles the clauses of `logic/` with SWI-Prolog in WebAssembly, and saves the state:
 *
 *     node compile.mjs SYSTEM LOGIC STATE
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { called } from '../player/prolog.js';
import { withLibrary } from './system.mjs';

/** Copies the clauses into the files of the system. */
function copy(prolog, from, to) {
  prolog.FS.mkdirTree(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), `${to}/${entry.name}`];
    if (entry.isDirectory()) copy(prolog, source, target);
    else if (entry.name.endsWith('.pl')) prolog.FS.writeFile(target, readFileSync(source));
  }
}

async function compile(folder, logic, output) {
  let said = [];
  const prolog = await withLibrary(folder, (line) => said.push(line));
  called(prolog, 'use_module(library(qsave))');
  said = []; // the library of foreign code is missing, which the state does not need
  copy(prolog, logic, '/logic');
  called(prolog, "load_files('/logic/serve.pl', [])");
  if (said.length > 0) throw new Error(said.join('\n'));
  // The checker knows the names in Prolog's library by its index; a state has no library.
  called(prolog, "'$set_predicate_attribute'('$autoload':library_index/3, volatile, false)");
  called(prolog, "qsave_program('/state', [foreign(no_save)])");
  writeFileSync(output, prolog.FS.readFile('/state'));
}

// The system prints its own text where an error is not caught.
compile(...process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
