/**
 * SWI-Prolog in WebAssembly in Node.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { system } from '../player/prolog.js';

/**
 * A system without clauses.
 *
 * @param folder has the files of the system, as `webassembly.py` writes them
 * @param said called with each line that the system prints
 */
export async function inNode(folder, said = console.error) {
  const place = resolve(folder);
  const SWIPL = createRequire(import.meta.url)(join(place, 'script.cjs'));
  const code = new WebAssembly.Module(readFileSync(join(place, 'code.wasm')));
  const library = new Uint8Array(readFileSync(join(place, 'library.data'))).buffer;
  return system(SWIPL, { code, library }, said);
}
