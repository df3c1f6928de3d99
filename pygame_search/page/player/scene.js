/**
 * The tree around the node in focus, drawn on a canvas.
 *
 * The path from the root to the focus is a straight line down the middle; the siblings
 * stand beside it, and the children of the focus below. Each ply has a fixed line, so a
 * step moves only what is below the change. A small tree can also be shown whole.
 */

import { colours, visible } from './dom.js';
import { tidy } from './tidy.js';
import { counted } from './values.js';

const COLOURS = [
  'ink', 'soft', 'line', 'paper', 'mark', 'markfill', 'max', 'min', 'both', 'own', 'turns', 'chance',
  'terminal', 'limit', 'hit', 'repetition', 'open', 'cut', 'expanded', 'frontier', 'goal', 'pruned',
];
const FONT = 'system-ui, sans-serif';
/** A text that is too long is written in letters of at least this part of their size. */
const SMALLEST = 0.8;
/** A node that is smaller than this part of its size does not hold its value. */
const SMALL = 0.5;
/** A tree of more nodes is not shown whole. */
export const MOST_WHOLE = 400;

export class Scene {
  /**
   * @param canvas where to draw
   * @param trace the recording
   * @param look what the nodes say
   */
  constructor(canvas, trace, look) {
    Object.assign(this, { canvas, trace, look, whole: false, step: 0, focus: null, placed: [] });
    this.pen = canvas.getContext('2d');
    this.zoom = 1;
  }

  /** Whether the canvas has the size that was measured. */
  get fits() {
    const { width, height } = this.canvas.getBoundingClientRect();
    return width === this.width && height === this.height;
  }

  /** Measures the canvas and reads the colours; to be called when either changes. */
  measure() {
    const { width, height } = this.canvas.getBoundingClientRect();
    const scale = devicePixelRatio || 1;
    Object.assign(this, { width, height });
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    this.pen.setTransform(scale, 0, 0, scale, 0, 0);
    this.colours = colours(this.canvas, COLOURS);
    this.text = Number.parseFloat(getComputedStyle(this.canvas).fontSize);
    const narrow = width < 28 * this.text;
    this.narrow = narrow;
    this.box = { width: 5 * this.text, height: 2.5 * this.text };
    this.across = 5.9 * this.text;
    this.down = (narrow ? 5.2 : 6) * this.text;
    this.margin = (narrow ? 4.4 : 8) * this.text;
  }

  /** Shows the tree at a step, around a node. */
  show(step, focus) {
    this.step = step;
    this.focus = focus;
    this.#place();
    this.draw();
  }

  /** The node at a point of the canvas, null for none. */
  at(x, y) {
    const { width, height } = this.box;
    const hit = this.placed.find((one) =>
      Math.abs(one.x - x) <= (width / 2) * this.zoom && Math.abs(one.y - y) <= (height / 2 + 6) * this.zoom);
    return hit ? hit.node : null;
  }

  #place() {
    this.placed = [];
    this.edges = [];
    if (!this.focus) return;
    if (this.whole) this.#placeWhole();
    else this.#placeSpine();
  }

  #placeSpine() {
    const path = this.trace.line(this.focus);
    const rows = path.length + (this.focus.children.length ? 1 : 0);
    const top = this.box.height / 2 + 1.9 * this.text;
    const least = 4.4 * this.text;
    const room = this.height - top - this.box.height / 2 - 1.5 * this.text;
    const depth = Math.max(1, this.trace.depth);
    this.zoom = 1;
    const down = Math.max(least, Math.min(this.down, room / depth));
    const shift = Math.max(0, (rows - 1) * down - room);
    const middle = this.margin + (this.width - this.margin) / 2;
    const line = (ply) => top + ply * down - shift;
    const whole = line(0) >= (this.narrow ? 2.2 : 1.3) * this.text;
    const shown = (ply) => whole || line(ply) >= this.box.height / 2 + 1.6 * this.text; // below what says so
    if (shown(0)) this.#put(path[0], middle, line(0));
    path.forEach((node, i) => {
      const next = path[i + 1];
      const children = node.children;
      if (!children.length) return;
      const at = next ? children.indexOf(next) : this.#middle(children);
      const y = line(i + 1);
      if (!shown(i + 1)) return;
      const half = (this.width - this.margin) / 2 + this.across;
      children.forEach((child, j) => {
        const offset = (j - at) * this.across;
        if (Math.abs(offset) > half) return;
        this.#put(child, middle + offset, y, node, middle, shown(i) ? line(i) : -this.box.height);
      });
    });
    this.lanes = path.map((node, i) => ({ node, y: line(i) })).filter((_, i) => shown(i));
    this.hidden = path.length - this.lanes.length;
  }

  /**
   * Which place among the children of the focus is in the middle: that of those already there, unless
   * the first of them would not be seen whole, or the last that is not cut off.
   */
  #middle(children) {
    const there = children.filter((child) => child.born <= this.step);
    const half = (this.width - this.margin - this.box.width) / 2 / this.across;
    const last = there.findLastIndex((child) => this.trace.at(child, this.step).kind !== 'cut');
    return Math.max(Math.min(((there.length || children.length) - 1) / 2, half), last - half);
  }

  #placeWhole() {
    const { root } = this.trace.searchAt(this.step);
    const { nodes, width, height } = tidy(root);
    const room = { x: this.width - 1.2 * this.across, y: this.height - 2 * this.box.height };
    const across = Math.min(this.across, room.x / Math.max(1, width));
    const down = Math.min(2 * this.down, room.y / Math.max(1, height));
    this.zoom = Math.min(across / this.across, Math.min(1, down / this.box.height / 1.6));
    const left = (this.width - width * across) / 2;
    const at = new Map(nodes.map(({ node, x, y }) => [node, [left + x * across, this.box.height + y * down]]));
    for (const { node } of nodes) {
      const [x, y] = at.get(node);
      const above = node.parent && at.get(node.parent);
      this.#put(node, x, y, node.parent, ...(above ?? []));
    }
    this.lanes = [];
    this.hidden = 0;
  }

  #put(node, x, y, parent = null, px = 0, py = 0) {
    const held = this.trace.at(node, this.step);
    if (!held && this.trace.at(node, Infinity).kind === 'cut') return;
    this.placed.push({ node, held, x, y });
    if (parent) this.edges.push({ node, held, x, y, px, py });
  }

  /** Draws what was placed. */
  draw() {
    const { pen, colours: colour } = this;
    pen.clearRect(0, 0, this.width, this.height);
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    const path = new Set(this.focus ? this.trace.line(this.focus) : []);
    const best = new Set(this.trace.bestLine(this.step));
    pen.save();
    if (!this.whole) {
      pen.beginPath();
      pen.rect(this.margin, 0, this.width - this.margin, this.height);
      pen.clip();
    }
    for (const edge of this.edges) this.#edge(edge, path, best);
    for (const one of this.placed) this.#node(one, best);
    if (this.zoom < SMALL) this.#values();
    pen.restore();
    this.#lanes();
    if (this.hidden) {
      this.#write(`${counted(this.hidden, 'ply', 'plies')} above ↑`, this.width - 4.5 * this.text, 0.8 * this.text, colour.soft, 0.8, '', Infinity, true);
    }
  }

  #edge({ node, held, x, y, px, py }, path, best) {
    const { pen, colours: colour, zoom } = this;
    const half = (this.box.height / 2) * zoom;
    const bend = (y - py) * 0.45;
    pen.globalAlpha = held ? 1 : 0.22;
    pen.strokeStyle = path.has(node) ? colour.mark : best.has(node) ? colour.goal : held?.kind === 'cut' ? colour.cut : colour.line;
    pen.lineWidth = path.has(node) || best.has(node) ? 3 : 1.3;
    pen.setLineDash(held?.kind === 'cut' ? [4, 4] : []);
    pen.beginPath();
    pen.moveTo(px, py + half);
    pen.bezierCurveTo(px, py + half + bend, x, y - half - bend, x, y - half);
    pen.stroke();
    pen.setLineDash([]);
    pen.globalAlpha = 1;
  }

  #node({ node, held, x, y }, best) {
    const { pen, colours: colour, zoom, look } = this;
    if (!held) {
      pen.globalAlpha = 0.22;
      this.#shape('open', x, y, colour.line, 'transparent', 1.3);
      pen.globalAlpha = 1;
      return;
    }
    const kind = look.shape(node, held);
    const focus = node === this.focus;
    if (kind === 'cut') this.#cross(x, y, colour.cut);
    else {
      const stroke = focus ? colour.mark : colour[kind] ?? colour.line;
      this.#shape(kind, x, y, stroke, focus ? colour.markfill : colour.paper, focus ? 3.5 : best.has(node) ? 3 : 1.8);
    }
    if (zoom < SMALL) return;
    const [main, below] = look.lines(node, held, this.step);
    if (main) this.#write(main, x, y - (below ? 0.4 * this.text * zoom : 0), colour.ink, 0.95 * zoom, held.kind === 'open' ? '' : 'bold', this.box.width * zoom * 0.94);
    if (below) this.#write(below, x, y + 0.68 * this.text * zoom, colour.ink, 0.7 * zoom, '', this.box.width * zoom * 0.9);
    const edge = look.edge(node, true);
    if (edge) this.#write(edge, x, y - (this.box.height / 2 + 0.62 * this.text) * zoom, kind === 'cut' ? colour.cut : colour.soft, 0.78 * zoom, '', this.across * zoom * 0.96, true);
    if (!this.whole && node !== this.focus && !this.trace.line(this.focus).includes(node)) {
      const born = node.children.filter((child) => child.born <= this.step).length;
      if (born) this.#write(`+${born}`, x, y + (this.box.height / 2 + 0.6 * this.text) * zoom, colour.soft, 0.78 * zoom);
    }
  }

  /** The value of a node that is too small to hold it; empty if it is not known. */
  #value({ node, held }) {
    const [text] = held ? this.look.lines(node, held, this.step) : [];
    return !text || text === '?' ? '' : text;
  }

  /** Writes such values below their nodes, in each ply where there is room for all. */
  #values() {
    const { pen, text: size } = this;
    const rows = this.placed.toSorted((a, b) => a.y - b.y || a.x - b.x);
    pen.font = `bold ${0.75 * size}px ${FONT}`;
    const wide = rows.map((one) => pen.measureText(this.#value(one)).width);
    const tight = new Set(rows.filter(({ x, y }, i) => rows[i - 1]?.y === y && (wide[i - 1] + wide[i]) / 2 + 3 > x - rows[i - 1].x).map(({ y }) => y));
    for (const one of rows.filter(({ y }) => !tight.has(y))) {
      const below = one.y + (this.box.height / 2) * this.zoom + 0.6 * size;
      if (this.#value(one)) this.#write(this.#value(one), one.x, below, this.colours.ink, 0.75, 'bold', Infinity, true);
    }
  }

  #cross(x, y, stroke) {
    const { pen } = this;
    const arm = 0.55 * this.text * this.zoom;
    pen.strokeStyle = stroke;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(x - arm, y - arm);
    pen.lineTo(x + arm, y + arm);
    pen.moveTo(x + arm, y - arm);
    pen.lineTo(x - arm, y + arm);
    pen.stroke();
  }

  /** Draws the outline of a node: kinds differ by shape as well as by colour. */
  #shape(kind, x, y, stroke, fill, width) {
    const { pen } = this;
    const a = (this.box.width / 2) * this.zoom;
    const b = (this.box.height / 2) * this.zoom;
    const corners = {
      max: [[-1, 1], [-0.7, -1], [0.7, -1], [1, 1]],
      own: [[-1, 1], [-0.7, -1], [0.7, -1], [1, 1]],
      min: [[-1, -1], [-0.7, 1], [0.7, 1], [1, -1]],
      both: [[-1, 0], [-0.75, -1], [0.75, -1], [1, 0], [0.75, 1], [-0.75, 1]],
      turns: [[-1, 0], [-0.75, -1], [0.75, -1], [1, 0], [0.75, 1], [-0.75, 1]],
    }[kind];
    pen.beginPath();
    if (corners) {
      corners.forEach(([i, j], k) => (k ? pen.lineTo : pen.moveTo).call(pen, x + i * a, y + j * b));
      pen.closePath();
    } else if (kind === 'chance') pen.ellipse(x, y, a, b, 0, 0, 2 * Math.PI);
    else pen.roundRect(x - a, y - b, 2 * a, 2 * b, ['limit', 'frontier', 'goal'].includes(kind) ? b * 0.8 : 0);
    pen.lineWidth = width;
    pen.fillStyle = fill;
    pen.fill();
    pen.strokeStyle = stroke;
    pen.setLineDash(['hit', 'repetition', 'pruned'].includes(kind) ? [5, 3] : []);
    pen.stroke();
    pen.setLineDash([]);
    if (kind === 'terminal' || kind === 'goal') {
      pen.lineWidth = 1.2;
      pen.beginPath();
      pen.roundRect(x - a + 3, y - b + 3, 2 * a - 6, 2 * b - 6, kind === 'goal' ? b * 0.7 : 0);
      pen.stroke();
    }
  }

  /** Who moves at each ply of the path, and the window there, at the left edge. */
  #lanes() {
    const { pen, colours: colour, text } = this;
    for (const { node, y } of this.lanes) {
      if (y > this.height + text) continue;
      const held = this.trace.at(node, this.step);
      if (!held) continue;
      const { kind, title, lines, cut } = this.look.lane(node, held);
      pen.textAlign = 'left';
      const rest = (this.narrow ? lines : [lines.join('  ')]).filter(Boolean);
      const heads = this.narrow ? (title ?? '').split(' ') : [title ?? ''];
      const rows = [...heads.map((head) => [head, colour[kind] ?? colour.ink, 0.82, 'bold']),
        ...rest.map((line) => [line, cut ? colour.cut : colour.ink, 0.86, ''])];
      const pitch = (this.narrow ? 1.05 : 1.15) * text;
      const start = y - ((rows.length - 1) * pitch) / 2;
      rows.forEach(([row, ...style], i) => this.#write(row, 0.5 * text, start + i * pitch, ...style, this.margin - 0.7 * text));
      pen.textAlign = 'center';
    }
  }

  /** Writes a text; one that is too long is smaller, or ends in `…`. */
  #write(text, x, y, fill, usual, weight = '', most = Infinity, halo = false) {
    const { pen } = this;
    let shown = visible(text);
    pen.font = `${weight} ${usual * this.text}px ${FONT}`;
    const size = usual * Math.max(SMALLEST, Math.min(1, most / pen.measureText(shown).width));
    pen.font = `${weight} ${size * this.text}px ${FONT}`;
    while (shown.length > 2 && pen.measureText(shown).width > most) shown = `${shown.slice(0, -2)}…`;
    if (halo) {
      const wide = pen.measureText(shown).width + 4;
      const high = 1.1 * size * this.text;
      pen.fillStyle = this.colours.paper;
      pen.fillRect(x - wide / 2, y - high / 2, wide, high);
    }
    pen.fillStyle = fill;
    pen.fillText(shown, x, y);
  }
}
