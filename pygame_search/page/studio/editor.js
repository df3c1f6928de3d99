/**
 * A text with line numbers and underlined faults, in which one types.
 *
 * The underlines are those of a copy of the text, which lies below the field where one types.
 */

import { element, refill } from '../player/dom.js';
import { lineStarts, moved } from '../player/places.js';

export class Editor {
  /** @param onedit called with the text after each edit */
  constructor(onedit) {
    this.faults = [];
    this.shown = '';
    this.numbers = element('div', { class: 'numbers', 'aria-hidden': 'true' });
    this.copy = element('pre', { class: 'copy', 'aria-hidden': 'true' });
    this.field = element('textarea', {
      'aria-label': 'Rules', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', wrap: 'off',
    });
    this.field.addEventListener('input', () => {
      this.#draw(moved(this.faults, this.shown, this.text));
      onedit(this.text);
    });
    this.root = element('div', { class: 'editor' }, this.numbers, element('div', { class: 'sheet' }, this.copy, this.field));
    this.#draw([]);
  }

  get text() {
    return this.field.value;
  }

  /** Shows another text. */
  set text(text) {
    if (text === this.text) return;
    this.field.value = text;
    this.root.scrollTo(0, 0);
    this.#draw([]);
  }

  /** Underlines faults, as `placed` gives them for the text. */
  mark(faults) {
    if (faults !== this.marked) this.#draw(faults);
    this.marked = faults;
  }

  /** Puts the cursor at a fault, and shows the place. */
  goTo({ from, to, line }) {
    this.field.focus({ preventScroll: true });
    this.field.setSelectionRange(from, to);
    const high = this.copy.getBoundingClientRect().height / this.lines;
    this.root.scrollTop = (line - 1) * high - this.root.clientHeight / 3;
    this.root.scrollLeft = 0;
    const place = this.#place(from) - this.field.getBoundingClientRect().left;
    const wide = this.root.clientWidth - this.numbers.offsetWidth;
    if (place > 0.9 * wide) this.root.scrollLeft = place - wide / 2;
  }

  /** The left edge of a character of the text, in pixels of the window. */
  #place(at) {
    const walker = document.createTreeWalker(this.copy, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(), rest = at; node; node = walker.nextNode()) {
      if (rest < node.length) {
        const range = new Range();
        range.setStart(node, rest);
        return range.getBoundingClientRect().left;
      }
      rest -= node.length;
    }
    return 0;
  }

  #draw(faults) {
    const { text } = this;
    this.faults = faults;
    this.shown = text;
    const lines = lineStarts(text).length;
    if (lines !== this.lines) {
      this.lines = lines;
      refill(this.numbers, Array.from({ length: lines }, (_, i) => i + 1).join('\n'));
    }
    let at = 0;
    const parts = [];
    for (const { from, to, severity } of faults.toSorted((a, b) => a.from - b.from)) {
      if (from < at) continue;
      const underlined = element('span', { class: `fault ${severity}` }, new Text(text.slice(from, to)));
      parts.push(new Text(text.slice(at, from)), underlined);
      at = to;
    }
    // The last line has no height without a character.
    refill(this.copy, ...parts, new Text(`${text.slice(at)}\u200B`));
  }
}
