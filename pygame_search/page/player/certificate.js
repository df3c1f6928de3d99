/**
 * A certificate as lines of JSON, verified by the clauses: see `logic/requests/certificate.pl`.
 */

/** The lines that are sent at a time. */
const BATCH = 500;

const TRUST = "checked by the package's clauses in this page; trust the rules, the package's reader and "
  + 'clauses, SWI-Prolog in WebAssembly, this browser and SHA-256';

/**
 * The verdict on a certificate, as `logic/requests/certificate_words.pl` describes it, with `trust`:
 * who has checked it, and what that relies on.
 *
 * @param game a Game with the rules and the parameters that the certificate is about
 * @param lines the texts of the lines that `verify --export` writes, an array
 * @param onprogress called with `turn`, `read` or `checked`, and with how many lines of `total` are
 *   `done` in this turn
 * @throws Refused if the lines are no certificate or belong to other rules; Ended
 */
export async function verified(game, lines, onprogress = () => {}) {
  const prolog = game.worker(); // it holds the entries
  const { description } = await game.loaded(prolog);
  const ask = (operation, data) => game.ask(prolog, operation, data, { inferences: null });
  const tables = { fluents: [], outcomes: [] };
  const { certificate } = await ask('certificate_open', { game: description.game, ...tables });
  try {
    for (const turn of ['read', 'checked']) {
      for (let done = 0; ; done += BATCH) {
        const batch = lines.slice(done, done + BATCH);
        const { verdict } = await ask('certificate_lines', { certificate, lines: batch });
        if (verdict !== null) return { ...verdict, trust: TRUST };
        if (batch.length === 0) break;
        onprogress({ turn, done: done + batch.length, total: lines.length });
      }
    }
    throw new Error('expected a verdict after the last line');
  } finally {
    await ask('certificate_close', { certificate }).catch(() => {}); // the worker may have ended
  }
}
