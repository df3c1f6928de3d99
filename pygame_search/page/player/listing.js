/**
 * The lecture's clauses and the function beside them, with the lines that run marked.
 */

import { element } from './dom.js';

export class Listing {
  /** @param code a list of `{file, lines, marks}`, marks from a kind of event to lines */
  constructor(code) {
    this.code = code;
    this.files = code.map(({ file, lines }) => ({
      rows: lines.map((line) => element('span', {}, line || ' ')), file,
    }));
    this.root = element('section', { class: 'code', 'aria-label': 'The search as clauses and as a function' },
      ...this.files.map(({ file, rows }, i) => element('details', { open: i === 0 },
        element('summary', {}, file), element('pre', { tabindex: 0, role: 'region', 'aria-label': file }, ...rows))));
  }

  /** Marks the lines of an event. */
  show(kind, event) {
    this.code.forEach(({ marks }, i) => {
      const lines = new Set(marks[`${kind} ${event[1]}`] ?? marks[kind] ?? []);
      const { rows } = this.files[i];
      rows.forEach((row, number) => row.classList.toggle('runs', lines.has(number)));
      const [first] = lines;
      if (first === undefined) return;
      const { root } = this;
      const place = rows[first].getBoundingClientRect();
      const seen = root.getBoundingClientRect();
      if (i === 0 && (place.top < seen.top || place.bottom > seen.bottom)) {
        root.scrollTop += place.top - seen.top - seen.height / 3;
      }
    });
  }
}
