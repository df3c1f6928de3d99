/**
 * The engine of a page: the clauses of `logic/` in a worker, so that the page stays free. What
 * `served.js` has in place of a worker is a process of the installed engine.
 *
 * A worker whose rules run away is ended at once. Another one, which was ready, takes its place.
 * All games and states of a worker end with it: see `game.js`.
 */

/** The inferences of a request that names no limit: some seconds. */
const MOST_INFERENCES = 30_000_000;
/** The games that a worker loads before another takes its place; each leaves some memory behind. */
const MOST_LOADS = 50;

/** The worker has ended before it gave a reply. */
export class Ended extends Error {}

/** The clauses refuse a request: `kind`, `line` and `wrong` are those of `logic/serve.pl`. */
export class Refused extends Error {
  constructor({ message, ...more }) {
    super(message);
    Object.assign(this, more);
  }
}

/** A worker. Its requests wait for each other. */
class Prolog {
  constructor(worker, parts) {
    this.loads = 0;
    this.begun = false;
    this.why = null;
    this.onend = () => {};
    this.waiting = [];
    this.clock = 0;
    this.worker = worker;
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => this.end(event.message);
    this.ready = new Promise((done, failed) => {
      this.waiting.push({ done, failed, message: parts, seconds: null });
    });
    this.ready.catch(() => {});
    this.send();
  }

  /** The reply to a request. */
  ask(operation, data, seconds) {
    return new Promise((done, failed) => {
      if (this.why !== null) {
        failed(new Ended(this.why));
        return;
      }
      if (operation === 'load') this.loads += 1;
      this.waiting.push({ done, failed, message: { operation, data }, seconds });
      if (this.waiting.length === 1) this.send();
    });
  }

  /** Sends the first request that waits. */
  send() {
    const { message, seconds } = this.waiting[0];
    this.worker.postMessage(message);
    if (seconds !== null) {
      this.clock = setTimeout(() => this.end(`it took more than ${seconds} seconds`), seconds * 1000);
    }
  }

  heard({ ended, reply }) {
    clearTimeout(this.clock);
    if (ended !== undefined) {
      this.end(ended);
      return;
    }
    this.begun = true;
    this.waiting.shift().done(reply);
    if (this.waiting.length > 0) this.send();
  }

  /** Ends the worker; what waits for it fails. */
  end(why) {
    clearTimeout(this.clock);
    this.worker.terminate();
    this.why = why;
    for (const { failed } of this.waiting.splice(0)) failed(new Ended(why));
    this.onend();
  }
}

export class Engine {
  /**
   * @param worker a function that makes a worker
   * @param parts its first message: `code`, a WebAssembly.Module; `state`, the saved state of the
   *   system, as bytes
   * @param spare whether a second worker is made ready, as one takes long to begin
   * @param tiers what searches can run in beside the clauses, as in `best --tier`
   */
  constructor(worker, parts, { spare = true, tiers = [] } = {}) {
    this.tiers = tiers;
    this.begin = () => new Prolog(worker(), parts);
    this.spares = spare;
    this.spare = null;
    this.use(this.begin());
  }

  /** Fails if the engine cannot start here. */
  get ready() {
    return this.prolog.ready;
  }

  /**
   * Has a worker answer. When it is ready, another one is made so; when it ends, that one answers,
   * unless it could not start: then others could not either.
   */
  use(prolog) {
    this.prolog = prolog;
    prolog.onend = () => {
      if (prolog.begun) this.replace();
    };
    prolog.ready.then(() => {
      if (this.spares && this.prolog === prolog && this.spare === null) this.spare = this.begin();
    }, () => {});
  }

  /** Ends the worker at once, and has the other one answer. */
  end(why = 'it was stopped') {
    this.prolog.end(why);
    if (this.prolog.why !== null) this.replace();
  }

  replace() {
    const { spare } = this;
    this.spare = null;
    this.use(spare !== null && spare.why === null ? spare : this.begin());
  }

  /** The worker for another game; one that has loaded many games and rests now is replaced. */
  forGame() {
    if (this.prolog.loads >= MOST_LOADS && this.prolog.waiting.length === 0) {
      this.end('it has loaded many games');
    }
    return this.prolog;
  }

  /**
   * The reply to an operation of `logic/serve.pl`.
   *
   * @param inferences the most that it may take; null for a search, which has limits of its own
   * @param seconds by the clock, after which the worker is ended
   * @param prolog the worker that knows the game and the state; the present one by default
   * @throws Refused, or Ended
   */
  async request(operation, data = {}, { inferences = MOST_INFERENCES, seconds = null, prolog = this.prolog } = {}) {
    const limits = inferences === null ? {} : { inferences };
    const reply = JSON.parse(await prolog.ask(operation, { ...limits, ...data }, seconds));
    if (reply.error) throw new Refused(reply.error);
    return reply;
  }
}
