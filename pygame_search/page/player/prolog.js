/**
 * SWI-Prolog in WebAssembly with the clauses of `logic/`, as a worker and Node run it.
 *
 * The system is npm's `swipl-wasm`: a script that defines SWIPL, the code and the library.
 */

/** Where the clauses stand in the file system of the system. */
const CLAUSES = '/logic/serve.qlf';

/**
 * A system without clauses.
 *
 * @param SWIPL the function of the script
 * @param code a WebAssembly.Module, which workers share
 * @param library the files of the library, as an ArrayBuffer
 * @param said called with each line that the system prints
 */
export function system(SWIPL, { code, library }, said = console.error) {
  return SWIPL({
    arguments: ['-q'],
    instantiateWasm: (imports, use) => {
      WebAssembly.instantiate(code, imports).then((instance) => use(instance, code));
      return {};
    },
    getPreloadedPackage: () => library,
    print: said,
    printErr: said,
  });
}

/** Loads the clauses, which `compile.mjs` has compiled. */
export function load(prolog, clauses) {
  prolog.FS.mkdirTree('/logic');
  prolog.FS.writeFile(CLAUSES, clauses);
  called(prolog, `load_files('${CLAUSES}', [])`);
}

/** Calls a goal once, and throws if it does not hold. */
export function called(prolog, goal, input = {}) {
  const found = prolog.prolog.query(goal, input).once();
  if (!found.success) throw new Error(`${goal} failed: ${found.message ?? 'it does not hold'}`);
  return found;
}

/**
 * The reply of `logic/serve.pl` to a request, a text of JSON.
 *
 * `trusted` has a text called as a goal of Prolog: no page sends it, whatever it is given.
 *
 * @throws if the system has ended, for want of memory; it is of no more use then
 */
export function reply(prolog, operation, data) {
  const { trusted, ...asked } = data;
  const text = { $t: 's', v: JSON.stringify(asked) };
  const found = called(prolog, 'serve:request(Operation, Text, Reply)', { Operation: operation, Text: text });
  return String(found.Reply);
}
