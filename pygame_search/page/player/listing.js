/**
 * The lecture's clauses and the function beside them, with the lines that run marked.
 */

import { element, refill } from './dom.js';

export class Listing {
  /**
   * @param code a list of `{file, lines, marks}`, marks from a kind of event to lines
   * @param beside whether they stand side by side, each in a frame of its own
   */
  constructor(code, beside = false) {
    this.code = code;
    this.beside = beside;
    this.files = code.map(({ file, lines }) => ({
      rows: lines.map((line) => element('span', {}, line || ' ')), file,
    }));
    this.root = element('section', { class: beside ? 'code beside' : 'code', 'aria-label': 'The search as clauses and as a function' },
      ...this.files.map(({ file, rows }, i) => element('details', { open: beside || i === 0 },
        element('summary', {}, file), element('pre', { tabindex: 0, role: 'region', 'aria-label': file }, ...rows))));
  }

  /** Marks the lines of an event; a kind with one of its parts goes first, as `leaf limit`. */
  show(kind, event) {
    this.code.forEach(({ marks }, i) => {
      const keys = [...event.slice(1).map((part) => `${kind} ${part}`), kind];
      const lines = new Set(marks[keys.find((key) => marks[key])] ?? []);
      const { rows } = this.files[i];
      rows.forEach((row, number) => row.classList.toggle('runs', lines.has(number)));
      const [first] = lines;
      if (first === undefined) return;
      const frame = this.beside ? rows[first].closest('details') : this.root;
      const place = rows[first].getBoundingClientRect();
      const seen = frame.getBoundingClientRect();
      if ((this.beside || i === 0) && (place.top < seen.top || place.bottom > seen.bottom)) {
        frame.scrollTop += place.top - seen.top - seen.height / 3;
      }
    });
  }
}

/** Sources side by side, and no search. */
export class Sources {
  constructor(data, root) {
    root.classList.add('player');
    refill(root, element('div', { class: 'stage alone' }, new Listing(data.code, data.beside).root));
  }
}
