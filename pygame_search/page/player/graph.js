/**
 * The graph of a small space, with what a path search has made of it at a step.
 *
 * The places are worked out once, from the arcs alone, so nothing moves while one steps.
 * A node stands in the layer of its distance from the start, in arcs; within the layers
 * the order is the one with the fewest crossings that a few sweeps of means find.
 */

import { picture } from './dom.js';

const LINE = 20;
/** The shape of the place where it is shown: its width by its height. */
const ASPECT = 1.4;
const SWEEPS = 12;
/** How far an arc may bend, as parts of its length, the least first. */
const BOWS = [0, 0.1, -0.1, 0.2, -0.2, 0.32, -0.32, 0.45, -0.45];

/** The layers of nodes by distance from the start, with few crossings between them. */
export function layered(count, arcs, start) {
  const near = Array.from({ length: count }, () => []);
  for (const [from, to] of arcs) {
    near[from].push(to);
    near[to].push(from);
  }
  const layers = distances(count, arcs, start);
  let best = layers;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const next = best.map((layer) => [...layer]);
    const at = places(sweep < SWEEPS / 2 ? layers : next);
    const order = sweep % 2 ? [...next.keys()].reverse() : [...next.keys()];
    for (const i of order) {
      const beside = (node) => near[node].filter((one) => at.get(one).layer !== i);
      const mean = new Map(next[i].map((node) => [node, meanOf(beside(node), node, at)]));
      next[i].sort((a, b) => mean.get(a) - mean.get(b) || at.get(a).place - at.get(b).place);
      places([next[i]], i).forEach((place, node) => at.set(node, place));
    }
    if (crossings(next, arcs) < crossings(best, arcs)) best = next;
  }
  return best;
}

function distances(count, arcs, start) {
  const seen = new Set([start]);
  const layers = [[start]];
  while (layers.at(-1).length) {
    const next = [];
    for (const node of layers.at(-1)) {
      for (const [from, to] of arcs) {
        if (from !== node || seen.has(to)) continue;
        seen.add(to);
        next.push(to);
      }
    }
    layers.push(next);
  }
  layers.pop();
  const rest = [...Array(count).keys()].filter((node) => !seen.has(node));
  return rest.length ? [...layers, rest] : layers;
}

/** Where each node of some layers stands: its layer, and its place around the middle. */
function places(layers, first = 0) {
  return new Map(layers.flatMap((layer, i) => layer.map((node, j) =>
    [node, { layer: first + i, place: j - (layer.length - 1) / 2 }])));
}

function meanOf(others, node, at) {
  if (!others.length) return at.get(node).place;
  return others.reduce((sum, one) => sum + at.get(one).place, 0) / others.length;
}

function crossings(layers, arcs) {
  const at = places(layers);
  const lines = arcs.map(([from, to]) => [at.get(from), at.get(to)].sort((a, b) => a.layer - b.layer));
  let found = 0;
  lines.forEach(([a, b], i) => {
    for (const [c, d] of lines.slice(i + 1)) {
      if (a.layer === b.layer) {
        // An arc within a layer bends around the nodes between its ends.
        if (c === a || c === b) continue;
        if (c.layer === a.layer) found += (c.place - a.place) * (c.place - b.place) < 0;
      } else if (a.layer === c.layer && b.layer === d.layer) {
        found += (a.place - c.place) * (b.place - d.place) < 0;
      }
    }
  });
  return found;
}

export class Graph {
  /**
   * @param trace the recording of a path search with a `graph`
   * @param onpick called with the path that a click on a node means
   */
  constructor(trace, onpick) {
    const { graph, names, texts } = trace.data;
    this.trace = trace;
    this.onpick = onpick;
    this.states = Array.from({ length: graph.states }, () => []);
    for (const node of trace.nodes) this.states[node.state].push(node);
    this.names = this.states.map((_, i) => (names ? texts[names[i]] : String(i + 1)));
    this.start = trace.nodes[0].state;
    this.layers = layered(graph.states, graph.arcs, this.start);
    this.costly = new Set(graph.arcs.map(([, , cost]) => cost)).size > 1;
    this.#place();
    this.arcs = this.#pairs(graph.arcs).map((pair) => this.#arc(pair));
    this.nodes = this.states.map((_, i) => this.#node(i, graph.goals.includes(i)));
    this.root = picture('svg', {
      viewBox: `0 0 ${this.width} ${this.height}`, class: 'graph', role: 'img',
      'aria-label': 'The graph of the space: what the search has reached',
    }, ...this.arcs.map((arc) => arc.root), ...this.nodes.map((node) => node.root));
  }

  /** Shows what the search has made of the graph at a step, around a path. */
  show(step, focus) {
    const { trace } = this;
    const search = trace.searchAt(step);
    const line = focus ? trace.line(focus) : [];
    const best = trace.bestLine(step);
    this.states.forEach((paths, i) => {
      const now = paths.filter((path) => path.search === search && path.born <= step);
      const kinds = new Set(now.map((path) => trace.at(path, step).kind));
      const kind = ['goal', 'expanded', 'frontier', 'pruned', 'open'].find((one) => kinds.has(one)) ?? 'new';
      this.#paint(this.nodes[i], kind, {
        here: focus?.state === i, best: best.some((path) => path.state === i),
      });
    });
    const entered = search.nodes.filter((path) => path.born <= step);
    for (const arc of this.arcs) {
      const on = (path) => path.parent && arc.joins(path.parent.state, path.state);
      const held = [
        ['taken', entered.some(on)], ['line', line.some(on)], ['best', best.some(on)],
      ].filter(([, holds]) => holds).map(([name]) => name);
      arc.root.setAttribute('class', ['arc', ...held].join(' '));
    }
    this.step = step;
  }

  /** The places of the nodes, and the size of the whole. */
  #place() {
    const longest = Math.max(...this.names.map((name) => name.length));
    this.box = { width: Math.max(44, Math.min(15, longest) * 9.2 + 18), height: 2 * LINE };
    const most = Math.max(...this.layers.map((layer) => layer.length));
    const wide = this.box.width + (this.costly ? 60 : 32);
    const size = (down) => (down
      ? [most * wide, this.layers.length * 5 * LINE]
      : [this.layers.length * wide, most * 4 * LINE]);
    const scale = ([width, height]) => Math.min(ASPECT / width, 1 / height);
    const down = scale(size(true)) >= scale(size(false));
    const margin = 2 * LINE;
    const [across, along] = size(down);
    this.width = across + margin;
    this.height = along + margin;
    const layers = this.layers.length;
    this.at = new Map();
    places(this.layers).forEach(({ layer, place }, node) => {
      const deep = (layer + 0.5) / layers;
      // Every second layer is shifted, so that long arcs pass between the nodes.
      const aside = (place + (layer % 2 ? 0.14 : -0.14) * (most > 1)) / most + 0.5;
      this.at.set(node, down
        ? [margin / 2 + aside * across, margin / 2 + deep * along]
        : [margin / 2 + deep * across, margin / 2 + aside * along]);
    });
  }

  /** The arcs by their two ends; the costs are shown if they differ anywhere. */
  #pairs(arcs) {
    const pairs = new Map();
    for (const [from, to, cost] of arcs) {
      if (from === to) continue;
      const [a, b] = from < to ? [from, to] : [to, from];
      const key = `${a} ${b}`;
      if (!pairs.has(key)) pairs.set(key, { a, b, there: [], back: [] });
      pairs.get(key)[from === a ? 'there' : 'back'].push(cost);
    }
    return [...pairs.values()].map((pair) => {
      const [there, back] = [pair.there, pair.back].map((costs) => [...new Set(costs)].join(', '));
      const both = there && back && there !== back ? `${there} → ← ${back}` : there || back;
      return { ...pair, label: this.costly ? both : '' };
    });
  }

  #arc({ a, b, there, back, label }) {
    const [[x1, y1], [x2, y2]] = [this.at.get(a), this.at.get(b)];
    const [dx, dy] = [x2 - x1, y2 - y1];
    const length = Math.hypot(dx, dy);
    const { mx, my, cx, cy } = this.#curve(a, b);
    const parts = [picture('path', { d: `M${x1} ${y1}Q${cx} ${cy} ${x2} ${y2}`, fill: 'none' })];
    if (!there.length || !back.length) {
      const turn = (Math.atan2(dy, dx) * 180) / Math.PI + (there.length ? 0 : 180);
      const beside = label ? Math.min(22, length / 5) : 0;
      const shift = there.length ? beside : -beside;
      parts.push(picture('path', {
        d: 'M6 0L-5 -5L-5 5Z', class: 'tip',
        transform: `translate(${mx + (dx / length) * shift} ${my + (dy / length) * shift}) rotate(${turn})`,
      }));
    }
    if (label) parts.push(picture('text', { x: mx, y: my + 5 }, label));
    return {
      root: picture('g', { class: 'arc' }, ...parts),
      joins: (from, to) => (from === a && to === b) || (from === b && to === a),
    };
  }

  /**
   * The curve between two nodes that passes over the fewest others; of equals the
   * straightest. It has its middle at (mx, my) and is drawn by the point (cx, cy).
   */
  #curve(a, b) {
    const [[x1, y1], [x2, y2]] = [this.at.get(a), this.at.get(b)];
    let best = null;
    for (const bow of BOWS) {
      const [mx, my] = [(x1 + x2) / 2 - (y2 - y1) * bow, (y1 + y2) / 2 + (x2 - x1) * bow];
      const [cx, cy] = [2 * mx - (x1 + x2) / 2, 2 * my - (y1 + y2) / 2];
      const points = Array.from({ length: 25 }, (_, i) => {
        const [u, v] = [i / 24, 1 - i / 24];
        return [v * v * x1 + 2 * u * v * cx + u * u * x2, v * v * y1 + 2 * u * v * cy + u * u * y2];
      });
      const hit = this.#over(points, [a, b]) + points.filter(([x, y]) =>
        x < 0 || y < 0 || x > this.width || y > this.height).length;
      if (!best || hit < best.hit) best = { hit, mx, my, cx, cy };
      if (!hit) break;
    }
    return best;
  }

  /** How many points of a curve lie on other nodes than its ends. */
  #over(points, ends) {
    const half = [this.box.width / 2 + 3, this.box.height / 2 + 3];
    const others = [...this.at].filter(([node]) => !ends.includes(node)).map(([, place]) => place);
    return points.filter(([x, y]) => others.some(([ox, oy]) =>
      Math.abs(ox - x) < half[0] && Math.abs(oy - y) < half[1])).length;
  }

  #node(i, goal) {
    const [x, y] = this.at.get(i);
    const { width, height } = this.box;
    const frame = (inset) => picture('rect', {
      x: x - width / 2 + inset, y: y - height / 2 + inset,
      width: width - 2 * inset, height: height - 2 * inset,
    });
    const name = this.names[i];
    const shown = name.length > 15 ? `${name.slice(0, 14)}…` : name;
    const outer = frame(0);
    const frames = goal ? [outer, frame(4)] : [outer];
    const cross = picture('path', {
      class: 'cross', d: `M${x - width / 2} ${y - height / 2}l${width} ${height}`, fill: 'none',
    });
    const mark = [i === this.start ? 'start' : '', goal ? 'goal' : ''].filter(Boolean).join(', ');
    const root = picture('g', { onclick: () => this.#pick(i) }, picture('title', {}, name), ...frames, cross,
      picture('text', { x, y: y + 6 }, shown),
      mark ? picture('text', { class: 'mark', x, y: y - height / 2 - 6 }, mark) : null);
    return { root, frames };
  }

  /** Sets the shape of a node: corners, dashes and a cross, beside its colour. */
  #paint({ root, frames }, kind, { here, best }) {
    const round = { frontier: this.box.height / 2, open: this.box.height / 2, pruned: 8 }[kind] ?? 0;
    frames.forEach((frame, i) => frame.setAttribute('rx', Math.max(0, round - 4 * i)));
    root.setAttribute('class', ['node', kind, here && 'here', best && 'best'].filter(Boolean).join(' '));
  }

  /** A click means the last path to the node so far, else the first one to come. */
  #pick(i) {
    const paths = this.states[i];
    this.onpick(paths.filter((path) => path.born <= this.step).at(-1) ?? paths[0]);
  }
}
