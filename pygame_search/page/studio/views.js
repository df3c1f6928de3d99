/**
 * The views of the studio, in the order of their tabs.
 *
 * A view is a class. `new View(studio)` has a `title`, a `root`, the element of its panel, and
 * `show()`, which is called when its tab is chosen, and after each change while it is. What a link
 * keeps of it, `{ method, step, question }`, is given by `link()` and taken by `open()`, if it has these.
 */

import { AskView } from './ask_view.js';
import { CertificateView } from './certificate_view.js';
import { PlayView } from './play_view.js';
import { QuizView } from './quiz_view.js';
import { RulesView } from './rules_view.js';
import { SearchView } from './search_view.js';

export const VIEWS = [PlayView, SearchView, RulesView, AskView, QuizView, CertificateView];
