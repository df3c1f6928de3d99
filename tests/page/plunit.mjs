// Runs a file of Prolog tests in WebAssembly, for tests/page/test_webassembly.py:
//     node plunit.mjs SYSTEM FILE
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { withLibrary } from '../../pygame_search/page/node/system.mjs';

const ROOT = new URL('../..', import.meta.url).pathname;
const [folder, file] = process.argv.slice(2);
const prolog = await withLibrary(folder, (line) => console.log(line));

function copy(from) {
  prolog.FS.mkdirTree(`/${relative(ROOT, from)}`);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    if (entry.isDirectory()) copy(source);
    else if (/\.(pl|md)$/.test(entry.name)) prolog.FS.writeFile(`/${relative(ROOT, source)}`, readFileSync(source));
  }
}

for (const name of ['logic', 'rules', 'docs', 'tests/logic']) copy(join(ROOT, name));
const { success } = prolog.prolog.query('load_files(File, []), run_tests', { File: `/${relative(ROOT, file)}` }).once();
process.exit(success ? 0 : 1);
