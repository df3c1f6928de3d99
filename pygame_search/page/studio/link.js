/**
 * Links to what the studio shows. All stands in the fragment of the address, which no server sees:
 *
 *     #game=nim&p.heaps=[1, 2]&move=take(1, 1)&view=search&method=alphabeta(depth%3D4)&step=14
 *
 * Rules of one's own are `rules`, packed with deflate in base64url, and their `syntax`.
 */

/** The most characters of a fragment, bytes of unpacked rules, moves, and characters of another text. */
export const MOST = { link: 32_000, rules: 1_000_000, moves: 2_000, text: 2_000 };

const SYNTAXES = ['prolog', 'kif', 'infix', 'hrf', 'cilog'];
/** What a fragment may name, and what each must be. A parameter of a game is `p.NAME`. */
const KEYS = {
  game: /^[a-z]\w*$/, syntax: new RegExp(`^(${SYNTAXES.join('|')})$`), rules: /^[\w-]+$/, state: /./s,
  move: /./s, view: /^[a-z]+$/, method: /^\w+(\(.*\))?$/s, step: /^[1-9]\d{0,8}$/, question: /./s,
};
const PARAMETER = /^p\.(\w+)$/;

/** A link that is not opened; the message says why. */
export class BadLink extends Error {}

/**
 * What a fragment names: `game` or `text` with `syntax`, `parameters` (pairs of name and text),
 * `facts`, `moves`, `view`, `method`, `step`, `question`; null where it names none.
 *
 * @throws BadLink
 */
export async function readLink(fragment) {
  const found = {
    game: null, syntax: null, rules: null, parameters: [], state: null, moves: [], view: null, method: null, step: null,
    question: null,
  };
  if (fragment.length > MOST.link) throw new BadLink(`it is longer than ${MOST.link.toLocaleString('en')} characters`);
  const seen = new Set();
  for (const part of fragment.split('&').filter((one) => one !== '')) {
    const [key, value] = pair(part);
    if (seen.has(key) && key !== 'move') throw new BadLink(`it names ${quoted(key)} twice`);
    seen.add(key);
    const parameter = PARAMETER.exec(key);
    const form = parameter ? /./s : Object.hasOwn(KEYS, key) && KEYS[key];
    if (!form) throw new BadLink(`there is no ${quoted(key)} in a link`);
    if (!form.test(value)) throw new BadLink(`${quoted(value)} is no ${key}`);
    if (key !== 'rules' && value.length > MOST.text) throw new BadLink(`its ${key} is too long`);
    if (parameter) found.parameters.push([parameter[1], value]);
    else if (key === 'move') found.moves.push(value);
    else found[key] = key === 'step' ? Number(value) : value;
  }
  if (found.moves.length > MOST.moves) throw new BadLink(`it has more than ${MOST.moves.toLocaleString('en')} moves`);
  if (found.rules !== null && found.game !== null) throw new BadLink('it names a game and has rules, too');
  if (found.rules === null && found.syntax !== null) throw new BadLink('it names a syntax and has no rules');
  const { rules, state, syntax, ...rest } = found;
  const text = rules === null ? null : await unpackedText(rules);
  return { ...rest, facts: state, text, syntax: text === null ? null : syntax ?? 'prolog' };
}

/** The fragment that names what `readLink` returns, without `#`. */
export async function writtenLink({ game, text, syntax, parameters, facts, moves, view, method, step, question }) {
  const rules = game === null ? await packedText(text) : null;
  const pairs = [
    ['game', game], ['syntax', rules === null || syntax === 'prolog' ? null : syntax], ['rules', rules],
    ...parameters.map(([name, value]) => [`p.${name}`, value]),
    ['state', facts], ...moves.map((move) => ['move', move]), ['view', view], ['method', method], ['step', step],
    ['question', question],
  ];
  return pairs
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => `${key}=${readable(String(value))}`)
    .join('&');
}

/** A text for an address: what needs no escape there stays as it is. */
function readable(text) {
  return encodeURIComponent(text).replace(/%(2C|3A|40|2F)/g, decodeURIComponent);
}

function quoted(text) {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text);
}

function pair(part) {
  const at = part.indexOf('=');
  if (at < 0) throw new BadLink(`${quoted(part)} has no value`);
  try {
    return [part.slice(0, at), part.slice(at + 1)].map((text) => decodeURIComponent(text.replaceAll('+', ' ')));
  } catch {
    throw new BadLink('it is not in UTF-8');
  }
}

async function packedText(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Unpacks no further than the limit: a small text can hold gigabytes. */
async function unpackedText(text) {
  let size = 0;
  const parts = [];
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.length;
      if (size > MOST.rules) {
        reader.cancel().catch(() => {});
        throw new BadLink(`its rules are longer than ${MOST.rules.toLocaleString('en')} bytes`);
      }
      parts.push(read.value);
    }
  } catch (error) {
    if (error instanceof BadLink) throw error;
    throw new BadLink('its rules cannot be unpacked');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await new Blob(parts).arrayBuffer());
  } catch {
    throw new BadLink('its rules are not in UTF-8');
  }
}
