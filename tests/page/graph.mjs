// Prints the layers of the graph of a recording, for tests/page/test_contract.py.
import { readFileSync } from 'node:fs';
import { layered } from '../../pygame_search/page/player/graph.js';

const { graph } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
process.stdout.write(JSON.stringify(layered(graph.states, graph.arcs, 0)));
