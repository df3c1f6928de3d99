/**
 * A tidy drawing of a whole tree: parents stand above the middle of their children, and no
 * two nodes of a line are closer than one unit (Reingold and Tilford, 1981, with contours).
 */

/** Where the nodes of a tree stand: `x` from 0 to `width`, `y` from 0 to `height`. */
export function tidy(root) {
  const order = [root];
  for (let i = 0; i < order.length; i++) order.push(...order[i].children);
  const shapes = new Map();
  for (const node of order.toReversed()) shapes.set(node, shape(node.children.map((child) => shapes.get(child))));
  const whole = shapes.get(root);
  const least = Math.min(...whole.left);
  const x = new Map([[root, -least]]);
  for (const node of order) {
    node.children.forEach((child, i) => x.set(child, x.get(node) + shapes.get(node).offsets[i]));
  }
  const nodes = order.map((node) => ({ node, x: x.get(node), y: node.ply - root.ply }));
  return { nodes, width: Math.max(...whole.right) - least, height: whole.left.length - 1 };
}

/** The contours of a subtree relative to its root, and the offsets of the children. */
function shape(below) {
  if (!below.length) return { left: [0], right: [0], offsets: [] };
  const offsets = [0];
  const left = [...below[0].left];
  const right = [...below[0].right];
  for (const next of below.slice(1)) {
    const shared = Math.min(right.length, next.left.length);
    let gap = -Infinity;
    for (let i = 0; i < shared; i++) gap = Math.max(gap, right[i] - next.left[i]);
    const at = gap + 1;
    offsets.push(at);
    next.right.forEach((edge, i) => { right[i] = edge + at; });
    for (let i = left.length; i < next.left.length; i++) left.push(next.left[i] + at);
  }
  const middle = (offsets[0] + offsets.at(-1)) / 2;
  const moved = (edges) => [0, ...edges.map((edge) => edge - middle)];
  return { left: moved(left), right: moved(right), offsets: offsets.map((at) => at - middle) };
}
