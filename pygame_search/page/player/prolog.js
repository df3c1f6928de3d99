/**
 * SWI-Prolog in WebAssembly with the clauses of `logic/`, as a worker and Node run it.
 *
 * The system is npm's `swipl-wasm`: a script that defines SWIPL, and the code. Its saved state
 * has the clauses and the part of its library that they use.
 */

/** Where the state stands in the files of the system. */
const STATE = '/state';

/**
 * A system with the clauses.
 *
 * @param SWIPL the function of the script
 * @param code a WebAssembly.Module, which workers share
 * @param state the saved state, as bytes
 */
export function system(SWIPL, { code, state }) {
  return SWIPL({
    ...compiled(code),
    arguments: ['-q', '-x', STATE],
    preRun: [({ FS }) => FS.writeFile(STATE, state)],
    getPreloadedPackage: (name, size) => new ArrayBuffer(size), // the library, which is not used
    print: console.error,
    printErr: console.error,
  });
}

/** The options by which the system takes its code as a WebAssembly.Module. */
export function compiled(code) {
  return {
    instantiateWasm: (imports, use) => {
      WebAssembly.instantiate(code, imports).then((instance) => use(instance, code));
      return {};
    },
  };
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
