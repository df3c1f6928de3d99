/**
 * The engine of a page that `pygame-search studio` serves: the installed one, in a process for
 * each worker.
 *
 * The address that is opened has a token in its fragment. It goes to the storage of this tab at
 * once, so that it stands neither in the address bar nor in links, and a reload finds it.
 */

import { Engine } from './engine.js';

/** Where the token of this tab is kept. */
const KEY = 'pygame_search.token';
/** How it stands in the fragment. */
const GIVEN = 'token=';
/** The form of a token: 128 bits in base64. */
const TOKEN = /^[\w-]{22}$/;
/** How often the server hears that the page is there, in milliseconds. */
const BEAT = 10_000;
/** A process begins soon, and has the native tier. */
const OPTIONS = { spare: false, tiers: ['native'] };
/** How the reply of a request begins whose process has ended. */
const ENDED = '{"ended":';

/** The engine behind this page, which starts now; null if the page has no token of a server. */
export function served() {
  const token = location.protocol === 'http:' ? takenToken() : null;
  return token === null ? null : new Engine(() => new Session(token), {}, OPTIONS);
}

/** The token of the address, which is taken out of it, or of this tab; null if there is none. */
function takenToken() {
  const parts = location.hash.slice(1).split('&');
  const given = parts.find((part) => part.startsWith(GIVEN));
  if (given !== undefined) {
    const rest = parts.filter((part) => part !== given).join('&');
    history.replaceState(history.state, '', `${location.pathname}${rest && `#${rest}`}`);
    const token = given.slice(GIVEN.length);
    if (TOKEN.test(token)) sessionStorage.setItem(KEY, token);
  }
  return sessionStorage.getItem(KEY);
}

/** A process of the server, with the part of a Worker that `engine.js` uses. */
class Session {
  constructor(token) {
    this.token = token;
    this.session = '';
    this.stopping = new AbortController();
    this.beats = setInterval(() => this.#beat(), BEAT);
    addEventListener('pagehide', () => this.#leave(), { signal: this.stopping.signal });
  }

  /** Sends a request; the first message, the parts of a system, begins the session. */
  async postMessage({ operation = null, data = {} }) {
    try {
      this.onmessage({ data: operation === null ? await this.#begun() : await this.#reply(operation, data) });
    } catch (error) {
      if (!this.stopping.signal.aborted) this.onmessage({ data: { ended: words(error) } });
    }
  }

  /** Ends the process, whatever it does. */
  terminate() {
    if (this.stopping.signal.aborted) return;
    clearInterval(this.beats);
    this.stopping.abort();
    this.#leave();
  }

  async #begun() {
    const response = await this.#fetched('begin', {}, { signal: this.stopping.signal });
    if (!response.ok) throw new Error((await response.text()).trim());
    this.session = (await response.json()).session;
    return { ready: true };
  }

  async #reply(operation, data) {
    const response = await this.#fetched(operation, data, { signal: this.stopping.signal });
    const text = await response.text();
    if (!response.ok) return { reply: JSON.stringify({ error: { kind: 'input', message: text.trim() } }) };
    return text.startsWith(ENDED) ? JSON.parse(text) : { reply: text };
  }

  async #beat() {
    if (!this.session) return;
    try {
      const data = await this.#reply('beat', {});
      if (data.ended && !this.stopping.signal.aborted) this.onmessage({ data });
    } catch {
      // The next request says that the server is gone.
    }
  }

  #leave() {
    if (this.session) this.#fetched('end', {}, { keepalive: true }).catch(() => {});
  }

  #fetched(operation, data, more) {
    const { session, token } = this;
    return fetch('/request', {
      ...more,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Token': token },
      body: JSON.stringify({ session, operation, data }),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    });
  }
}

function words(error) {
  return error instanceof TypeError ? 'the server on this machine does not answer' : error.message;
}
