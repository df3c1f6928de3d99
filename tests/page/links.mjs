// Reads fragments, one a line as JSON, and prints what each names or why it is refused.
import { createInterface } from 'node:readline';
import { BadLink, readLink, writtenLink } from '../../pygame_search/page/studio/link.js';

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  try {
    const fragment = typeof asked === 'string' ? asked : await writtenLink(asked);
    console.log(JSON.stringify({ fragment, found: await readLink(fragment) }));
  } catch (error) {
    if (!(error instanceof BadLink)) throw error;
    console.log(JSON.stringify({ refused: error.message }));
  }
}
