/**
 * The whole search in one strip: across, the steps; down, the plies. Each node is a bar
 * from its first step to its last. The strip never moves; it is a map and a slider.
 */

import { colours } from './dom.js';

const COLOURS = ['paper', 'line', 'max', 'min', 'both', 'own', 'turns', 'chance', 'cut', 'mark', 'expanded', 'goal', 'pruned', 'frontier', 'soft'];

export class Strip {
  constructor(canvas, trace, look) {
    Object.assign(this, { canvas, trace, look });
    this.film = document.createElement('canvas');
  }

  /** Whether the strip has the size that was measured. */
  get fits() {
    const { width, height } = this.#size();
    return width === this.width && height === this.height;
  }

  /** Measures the strip and draws all of it; to be called when size or colours change. */
  measure() {
    const size = this.#size();
    for (const one of [this, this.canvas, this.film]) Object.assign(one, size);
    this.colours = colours(this.canvas, COLOURS);
    this.#draw();
  }

  /** The step at a distance from the left edge, in pixels of the page. */
  stepAt(x) {
    const { width } = this.canvas.getBoundingClientRect();
    return Math.max(1, Math.min(this.trace.length, Math.ceil((x / width) * this.trace.length)));
  }

  /** Marks a step; what comes later is pale. */
  show(step) {
    const pen = this.canvas.getContext('2d');
    const x = (step / this.trace.length) * this.width;
    pen.clearRect(0, 0, this.width, this.height);
    pen.drawImage(this.film, 0, 0);
    pen.fillStyle = this.colours.paper;
    pen.globalAlpha = 0.7;
    pen.fillRect(x, 0, this.width - x, this.height);
    pen.globalAlpha = 1;
    pen.fillStyle = this.colours.mark;
    pen.fillRect(x - 1.5, 0, 3, this.height);
  }

  /** The size in dots of the screen. */
  #size() {
    const { width, height } = this.canvas.getBoundingClientRect();
    const dots = (length) => Math.max(1, Math.round(length * (devicePixelRatio || 1)));
    return { width: dots(width), height: dots(height) };
  }

  #draw() {
    const { trace, look, colours: colour } = this;
    const pen = this.film.getContext('2d');
    const high = this.height / (trace.depth + 1);
    const per = this.width / trace.length;
    const cuts = [];
    pen.clearRect(0, 0, this.width, this.height);
    for (const node of trace.nodes) {
      const last = trace.at(node, Infinity);
      if (last.kind === 'cut') continue;
      if (last.cutoff) cuts.push(node);
      const kind = look.shape(node, last);
      const end = Math.min(this.#end(node, last), trace.length);
      const wide = (end - node.born + 1) * per;
      pen.fillStyle = colour[kind] ?? colour[look.player(node)] ?? colour.soft;
      pen.globalAlpha = node.children.length ? 0.55 : 0.9;
      pen.fillRect((node.born - 1) * per, node.ply * high, Math.max(wide - (wide > 3 ? 1 : 0), 0.5), Math.max(high - 1, 0.5));
    }
    pen.globalAlpha = 1;
    pen.fillStyle = colour.cut;
    for (const node of cuts) {
      const [step] = node.changes.find(([, change]) => change.cutoff);
      pen.fillRect((step - 1) * per, (node.ply + 1) * high, Math.max(2, per), Math.max(high - 1, 1));
    }
  }

  /** The last step at which a node is open, or on the frontier. */
  #end(node, last) {
    if (node.left < Infinity) return node.left;
    if (last.cost === null) return node.changes.at(-1)?.[0] ?? node.born;
    const done = node.changes.find(([, change]) => ['expanded', 'pruned', 'goal'].includes(change.kind));
    return done ? done[0] : node.search.end;
  }
}
