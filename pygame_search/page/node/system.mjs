/**
 * SWI-Prolog in WebAssembly in Node. Its folder has the files that `webassembly.py` writes.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { compiled, system } from '../player/prolog.js';

function code(folder) {
  return new WebAssembly.Module(readFileSync(join(folder, 'code.wasm')));
}

function script(folder) {
  return createRequire(import.meta.url)(join(resolve(folder), 'script.cjs'));
}

/** A system with the clauses. */
export function inNode(folder) {
  const state = new Uint8Array(readFileSync(join(folder, 'state')));
  return system(script(folder), { code: code(folder), state });
}

/** A system with its library, and no clauses; `said` is called with each line that it prints. */
export function withLibrary(folder, said) {
  const library = new Uint8Array(readFileSync(join(folder, 'library.data'))).buffer;
  return script(folder)({
    ...compiled(code(folder)),
    arguments: ['-q'],
    getPreloadedPackage: () => library,
    print: said,
    printErr: said,
  });
}
