/**
 * Rules that include games of the shelf, as `include(chess)` does: one text is made of them.
 *
 * The twin of `pygame_search/rules/inclusion.py`, but a page has the games of its shelf alone.
 */

const INCLUDES = /(?<![\w'])include\s*\(/;
const NOT_HERE = 'the studio can include the games of its shelf alone';

/**
 * The whole of rules and of what they include: its `text`; `own`, which gives faults of the whole the
 * places that they have in the rules; and `faults` if no whole can be made.
 *
 * @param shelf the games: `name`, `text`
 * @param rules `syntax`, `text`
 * @param limits of each request
 */
export async function composed(engine, shelf, { syntax, text }, limits) {
  if (syntax !== 'prolog' || !INCLUDES.test(text)) return { text, own: (faults) => faults, faults: [] };
  const files = [];
  for (;;) {
    const reply = await engine.request('compose', { text, files }, limits);
    if (reply.needs === undefined) return whole(text, reply);
    const found = shelf.find(({ name }) => name === reply.needs);
    files.push(found ? [reply.needs, 'found', found.text] : [reply.needs, 'missing', NOT_HERE]);
  }
}

function whole(text, reply) {
  if (!reply.fault) return { text: reply.text, own: (faults) => inOwn(reply.parts, faults), faults: [] };
  const { fault, file } = reply;
  const at = file === '' ? {} : { from: 0, to: 1, message: `${file}: ${fault.message}` };
  return { text, own: (faults) => faults, faults: [{ ...fault, ...at }] };
}

/** Faults with the places of the rules; what lies in a game of the shelf has that of the clause that includes it. */
function inOwn(parts, faults) {
  const ends = [];
  for (const [, , length] of parts) ends.push((ends.at(-1) ?? 0) + length);
  return faults.flatMap((fault) => {
    const [name, , , , within] = parts[Math.max(0, ends.findIndex((end) => fault.from < end))];
    if (name === '') return [fault];
    if (fault.code === 'never_used') return []; // what asked for the relation is replaced
    return [{ ...fault, from: within, to: within + 1, message: `${name}: ${fault.message}` }];
  });
}
