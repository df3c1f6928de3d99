/**
 * The engine of a file that has its parts.
 */

import { Engine } from './engine.js';
import { unpacked } from './packed.js';

/** The engine, which starts now; `ready` of it says when it answers. */
export async function live() {
  const [script, code, state] = await Promise.all([
    unpacked('worker').text(),
    unpacked('code').arrayBuffer().then((bytes) => WebAssembly.compile(bytes)),
    unpacked('state').arrayBuffer().then((bytes) => new Uint8Array(bytes)),
  ]);
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  return new Engine(() => new Worker(url), { code, state });
}
