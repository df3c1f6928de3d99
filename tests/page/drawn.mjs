// Prints what the player shows of texts and squares, for tests/page/test_drawn.py.
import { readFileSync } from 'node:fs';
import { boardOf } from '../../pygame_search/page/player/cells.js';
import { visible } from '../../pygame_search/page/player/dom.js';

const { texts, boards } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
process.stdout.write(JSON.stringify({
  texts: texts.map(([text]) => visible(text)),
  boards: boards.map(({ cells, game }) => boardOf(cells, game)),
}));
