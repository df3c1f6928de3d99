/**
 * Places in a text: the engine counts characters, and a text of JavaScript has units of UTF-16.
 */

/** Faults with `from` and `to` in units of UTF-16, with `line` and `column` counted from 1. */
export function placed(text, faults) {
  const unit = units(text);
  const starts = lineStarts(text);
  return faults.map((fault) => {
    const from = Math.min(unit(fault.from), text.length);
    const to = Math.min(Math.max(unit(fault.to), from + 1), text.length);
    const line = starts.findLastIndex((start) => start <= from) + 1;
    return { ...fault, from, to, line, column: [...text.slice(starts[line - 1], from)].length + 1 };
  });
}

/** A function from the number of a character to that of its first unit. */
export function units(text) {
  if (!/[\uD800-\uDFFF]/.test(text)) return (character) => character;
  const starts = [];
  let unit = 0;
  for (const character of text) {
    starts.push(unit);
    unit += character.length;
  }
  return (character) => starts[character] ?? unit;
}

/** The place where each line begins. */
export function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Ranges of a text as they stand after an edit of it; those that the edit touches are left out. */
export function moved(ranges, before, after) {
  let head = 0;
  const most = Math.min(before.length, after.length);
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const by = after.length - before.length;
  return ranges.flatMap((range) => {
    if (range.to < head) return [range];
    if (range.from > before.length - tail) return [{ ...range, from: range.from + by, to: range.to + by }];
    return [];
  });
}
