/**
 * The player of a recorded search: board, tree, strip, words and code, at any step.
 */

import { Board } from './board.js';
import { element, refill, say } from './dom.js';
import { Graph } from './graph.js';
import { Listing } from './listing.js';
import { lookOf } from './looks.js';
import { Prediction } from './prediction.js';
import { MOST_WHOLE, Scene } from './scene.js';
import { Strip } from './strip.js';
import { Trace } from './trace.js';

/** How many steps a second the player may show by itself. */
const SPEEDS = [0.5, 1, 2, 5, 10, 25];
/** How long a step must last before it is read aloud, in milliseconds. */
const SPOKEN_AFTER = 250;

export class Player {
  /**
   * @param data a recording
   * @param root the element that the player fills
   * @param options `step`: the first step; `onstep`: called with each new step
   */
  constructor(data, root, { step = 1, onstep = () => {} } = {}) {
    this.data = data;
    this.root = root;
    this.onstep = onstep;
    this.trace = new Trace(data);
    this.look = lookOf(this.trace);
    this.board = new Board(data);
    this.step = 0;
    this.speed = 2;
    this.prediction = new Prediction(this.trace, this.look);
    this.#build();
    this.scene = new Scene(this.parts.tree, this.trace, this.look);
    this.strip = new Strip(this.parts.strip, this.trace, this.look);
    this.#listen();
    this.measure();
    this.show(step);
  }

  /** Fits the drawings to their places; called when sizes or colours change. */
  measure() {
    this.scene.measure();
    this.strip.measure();
    if (this.step) this.#draw();
  }

  /** The same, unless they fit already. */
  fit() {
    if (!this.scene.fits || !this.strip.fits) this.measure();
  }

  /** Ends what it does outside its place, which shows something else. */
  leave() {
    this.play(false);
    this.sizes.disconnect();
    this.left.abort();
  }

  /** Shows a step, the nearest one that there is. */
  show(step) {
    const shown = Math.max(1, Math.min(this.trace.length, Math.round(step) || 1));
    if (shown === this.step) return;
    this.step = shown;
    this.#draw();
    this.onstep(shown);
  }

  /** Goes to the next, or the previous, event of some kinds; any kind if none is named. */
  go(kinds = this.data.kinds, backwards = false) {
    const step = this.trace.next(this.step, kinds, backwards);
    if (step !== null && !this.#asks(step, backwards)) this.show(step);
  }

  /** Shows one step after another, or stops. */
  play(on = !this.timer) {
    clearInterval(this.timer);
    this.timer = null;
    if (on) {
      this.timer = setInterval(() => {
        if (this.step >= this.trace.length) this.play(false);
        else this.go();
      }, 1000 / SPEEDS[this.speed]);
    }
    this.parts.play.setAttribute('aria-pressed', String(on));
    say(this.parts.play.firstChild, on ? 'Stop' : 'Play');
  }

  #build() {
    const { data, look, trace } = this;
    const canvas = (label) => element('canvas', { role: 'img', 'aria-label': label });
    const parts = {
      tree: canvas('The search tree around the node of this step'),
      strip: canvas('The whole search: steps across, plies down'),
      facts: element('dl', {}),
      event: element('span', { class: 'event' }),
      line: element('span', { class: 'line' }),
      words: element('p', { class: 'words' }),
      count: element('output', { class: 'count' }),
      slider: element('input', { type: 'range', min: 1, max: trace.length, 'aria-label': 'Step' }),
      list: element('ul', {}),
      waiting: element('ol', {}),
      question: element('div', { class: 'question', hidden: true }),
      spoken: element('p', { class: 'unseen', 'aria-live': 'polite' }),
      play: this.#button('Play', 'space', () => this.play()),
      whole: this.#button('Whole tree', 't', () => this.#toggleWhole(), { 'aria-pressed': 'false' }),
      graph: this.#button('Graph', 'g', () => this.#toggleGraph(), { 'aria-pressed': 'false' }),
      ask: this.#button('Ask me', 'a', () => this.#toggleAsking(), { 'aria-pressed': 'false' }),
      slower: this.#button('Slower', '', () => this.#faster(-1)),
      faster: this.#button('Faster', '', () => this.#faster(1)),
    };
    this.parts = parts;
    this.listing = data.code?.length ? new Listing(data.code, data.beside) : null;
    const steps = [
      this.#button('Start', 'Home', () => this.show(1)),
      this.#button('Back', '←', () => this.go(undefined, true)),
      this.#button('Next', '→', () => this.go()),
      this.#button('End', 'End', () => this.show(trace.length)),
      ...look.marks.map(([key, name, kinds]) => this.#button(name, key, () => this.go(kinds))),
    ];
    const side = element('section', { class: 'side', 'aria-label': 'The node of this step' },
      this.board.root, parts.facts,
      trace.paths
        ? element('details', { class: 'waiting', open: true }, element('summary', {}, 'Frontier'), parts.waiting)
        : null);
    parts.ask.hidden = !this.prediction.possible;
    this.graph = data.graph ? new Graph(trace, (node) => this.show(this.#moment(node))) : null;
    this.graph?.root.setAttribute('hidden', '');
    parts.graph.hidden = !this.graph;
    parts.whole.hidden = trace.nodes.length > MOST_WHOLE;
    const tree = element('section', { class: 'tree', 'aria-label': 'Search tree' }, parts.tree, this.graph?.root);
    const says = element('section', { class: 'says', 'aria-label': 'What happens' },
      element('p', {}, parts.event, ' ', parts.line), parts.words, parts.question);
    const list = element('details', { class: 'list' }, element('summary', {}, 'The tree as a list'), parts.list);
    const controls = element('section', { class: 'controls', 'aria-label': 'Steps' },
      parts.strip,
      element('div', { class: 'slide' }, parts.slider, parts.count),
      element('div', { class: 'buttons' }, ...steps, parts.play, parts.slower, parts.faster, parts.whole, parts.graph, parts.ask));
    this.root.classList.add('player');
    this.stage = element('div', { class: data.beside ? 'stage compared' : this.listing ? 'stage coded' : 'stage' },
      side, tree, this.listing?.root ?? null, says, controls, list);
    refill(this.root, this.stage, parts.spoken);
  }

  #button(name, key, act, attributes = {}) {
    const hint = key ? element('kbd', { 'aria-hidden': 'true' }, key) : null;
    return element('button', { type: 'button', onclick: act, ...attributes }, name, hint);
  }

  #listen() {
    const { root, parts } = this;
    root.addEventListener('keydown', (event) => this.key(event));
    parts.slider.addEventListener('input', () => this.show(Number(parts.slider.value)));
    const slide = (event) => this.show(this.strip.stepAt(event.offsetX));
    parts.strip.addEventListener('pointerdown', (event) => {
      parts.strip.setPointerCapture(event.pointerId);
      slide(event);
    });
    parts.strip.addEventListener('pointermove', (event) => { if (event.buttons) slide(event); });
    parts.tree.addEventListener('click', (event) => {
      const node = this.scene.at(event.offsetX, event.offsetY);
      if (node) this.show(this.#moment(node));
    });
    this.sizes = new ResizeObserver(() => this.fit());
    this.sizes.observe(root);
    this.left = new AbortController();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.measure(), { signal: this.left.signal });
  }

  /** The step at which a node got what it holds now; of one to come, when it is entered. */
  #moment(node) {
    if (node.born > this.step) return node.born;
    const past = node.changes.filter(([step]) => step <= this.step);
    return past.length ? past.at(-1)[0] : node.born;
  }

  /** Takes a key. */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const inText = event.target.matches?.('input:not([type=range]), textarea, select');
    const act = this.#action(event.key, event.shiftKey, event.target);
    if (inText || !act) return;
    event.preventDefault();
    act();
  }

  #action(key, shift, target) {
    if (this.prediction.asked && /^[1-9]$/.test(key)) return () => this.#answer(Number(key) - 1);
    const mark = this.look.marks.find(([own]) => own === key.toLowerCase());
    if (mark) return () => this.go(mark[2], shift);
    if (key === ' ' && target.matches?.('button, summary')) return null;
    return {
      ArrowRight: () => this.go(), ArrowLeft: () => this.go(undefined, true),
      Home: () => this.show(1), End: () => this.show(this.trace.length),
      ' ': () => this.play(), a: () => this.#toggleAsking(),
      t: () => { if (!this.parts.whole.hidden) this.#toggleWhole(); },
      g: () => this.graph && this.#toggleGraph(),
    }[key] ?? null;
  }

  #toggleWhole() {
    this.scene.whole = !this.scene.whole;
    this.parts.whole.setAttribute('aria-pressed', String(this.scene.whole));
    this.#draw();
  }

  #toggleGraph() {
    const shown = this.parts.tree.toggleAttribute('hidden');
    this.graph.root.toggleAttribute('hidden', !shown);
    this.parts.graph.setAttribute('aria-pressed', String(shown));
    this.measure();
  }

  #faster(by) {
    this.speed = Math.max(0, Math.min(SPEEDS.length - 1, this.speed + by));
    if (this.timer) this.play(true);
  }

  #draw() {
    const { trace, look, parts, step } = this;
    const node = trace.focusAt(step);
    this.scene.show(step, node);
    this.strip.show(step);
    this.graph?.show(step, node);
    const held = node && trace.at(node, step);
    this.board.show(node?.state ?? null, node?.parent?.state ?? null);
    refill(parts.facts, ...(held ? look.facts(node, held, step) : []).flatMap(([name, text]) => [
      element('dt', {}, name), element('dd', {}, text)]));
    say(parts.event, this.data.kinds[trace.events[step - 1][0]]);
    parts.event.className = `event ${parts.event.textContent}`;
    say(parts.line, this.#lineText(node));
    say(parts.words, this.sentence(step));
    parts.slider.value = step;
    say(parts.count, `${step.toLocaleString('en')} of ${trace.length.toLocaleString('en')}`);
    this.listing?.show(trace.kind(step), trace.events[step - 1]);
    this.#list(node);
    if (trace.paths) this.#frontier();
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => { say(parts.spoken, `${step}: ${parts.words.textContent}`); }, SPOKEN_AFTER);
  }

  /** What happens at a step, in words; at a cut-off, why. */
  sentence(step) {
    const { why, said, texts } = this.data;
    return why[step] ?? texts[said[step - 1]];
  }

  #lineText(node) {
    if (!node) return '';
    const line = this.trace.line(node);
    const names = this.data.names ? line.map((one) => this.look.name(one)) : line.slice(1).map((one) => this.look.edge(one));
    return names.join('; ') || (this.trace.paths ? 'the start' : 'the root');
  }

  /** The path to the focus and the moves there, for those who do not see the tree. */
  #list(node) {
    const { trace, look, step } = this;
    if (!node) return refill(this.parts.list);
    const item = (one) => {
      const held = trace.at(one, step);
      if (!held) return null;
      const said = held.kind === 'cut' ? 'cut off' : look.lines(one, held, step).filter(Boolean).join(', ');
      const lane = held.kind === 'cut' ? '' : look.lane(one, held).lines.join(', ');
      return element('li', {}, [look.edge(one) || 'root', said, lane].filter(Boolean).join(': '));
    };
    refill(this.parts.list, ...trace.line(node).map(item), element('li', {}, 'Below: ',
      element('ul', {}, ...node.children.slice(0, 100).map(item).filter(Boolean))));
  }

  #frontier() {
    const most = 12;
    const waiting = this.look.frontier(this.step);
    const rows = waiting.slice(0, most).map(([node, held]) =>
      element('li', { class: node.selected < Infinity ? null : 'never' }, `${this.look.name(node) || this.#lineText(node)}  ${this.look.sum(held)}`));
    if (waiting.length > most) rows.push(element('li', { class: 'more' }, `and ${waiting.length - most} more`));
    refill(this.parts.waiting, ...rows);
  }

  #toggleAsking() {
    this.asking = !this.asking;
    this.prediction.reset();
    this.parts.ask.setAttribute('aria-pressed', String(this.asking));
    this.#showQuestion();
  }

  /** Asks about what comes before it is shown; whether there is a question now. */
  #asks(step, backwards) {
    if (!this.asking || backwards) return false;
    const before = this.prediction.first(this.step + 1, step);
    if (before === null) return false;
    this.show(before - 1);
    this.prediction.ask(before);
    this.play(false);
    this.#showQuestion();
    return true;
  }

  #answer(number) {
    if (!this.prediction.answer(number)) return;
    const { step } = this.prediction;
    this.#showQuestion();
    this.show(step);
  }

  #showQuestion() {
    const { question } = this.parts;
    const { asked, said, score } = this.prediction;
    question.hidden = !this.asking;
    if (!this.asking) return;
    const choices = asked ? asked.choices.map((text, i) =>
      this.#button(text, String(i + 1), () => this.#answer(i))) : [];
    refill(question, element('p', {}, asked ? asked.text : said),
      element('div', { class: 'buttons' }, ...choices),
      element('p', { class: 'score' }, score));
  }
}
