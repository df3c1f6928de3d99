// Prints where faults stand in a text, and where ranges stand after an edit, for test_links.py.
import { readFileSync } from 'node:fs';
import { moved, placed } from '../../pygame_search/page/player/places.js';

const { text, faults, after } = JSON.parse(readFileSync(0, 'utf8'));
const found = placed(text, faults);
process.stdout.write(JSON.stringify({ found, moved: moved(found, text, after) }));
