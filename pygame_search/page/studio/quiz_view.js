/**
 * Questions about recorded searches of games of the shelf, whose answers stand in the page.
 */

import { element, refill } from '../player/dom.js';
import { Quiz } from '../player/quiz.js';

export class QuizView {
  /** @param shell the page, which can go to another view */
  constructor(studio, shell) {
    this.title = 'Quiz';
    this.studio = studio;
    this.shell = shell;
    this.root = element('div', { class: 'asking' });
    /** The quizzes that were begun, by game, so that they go on where they were left. */
    this.begun = new Map();
    this.shown = null;
  }

  show() {
    const { studio, begun } = this;
    const { quizzes } = studio.data;
    const game = asItStands(studio);
    const found = quizzes.find((one) => one.game === game);
    if (this.shown === (found ?? studio.rules)) return;
    this.shown = found ?? studio.rules;
    if (!found) {
      this.#others(quizzes);
      return;
    }
    if (!begun.has(game)) {
      begun.set(game, new Quiz(found.quiz, element('div', { tabindex: -1 })));
    }
    const inside = this.root.contains(document.activeElement);
    refill(this.root, begun.get(game).root);
    if (inside) begun.get(game).root.focus();
  }

  /** Takes a key, as a quiz does. */
  takeKey(event) {
    this.begun.get(this.shown.game)?.key(event);
  }

  /** What there is instead. */
  #others(quizzes) {
    const { studio, shell } = this;
    const title = ({ game }) => studio.shelf.find(({ name }) => name === game).title;
    const searches = shell.views.some((view) => view.title === 'Search');
    refill(this.root, element('div', { class: 'card' },
      element('p', {}, 'Some games of the shelf have a quiz, for their own rules and parameters. There is none for these rules.'),
      searches ? element('p', {}, 'In any game, the button Ask me below a search has the page ask what comes next before it shows it. ',
        element('button', { type: 'button', onclick: () => shell.go('Search') }, 'Go to Search')) : null,
      element('div', { class: 'buttons', role: 'group', 'aria-label': 'Games with a quiz' },
        ...quizzes.map((one) => element('button', { type: 'button', onclick: () => studio.choose(one.game) }, title(one))))));
  }
}

/** The name of the game of the shelf that is played with its own rules and parameters, or null. */
function asItStands({ rules, shelf }) {
  const { game, text, parameters } = rules;
  const found = shelf.find((one) => one.name === game);
  return found && found.text === text && parameters.length === 0 ? game : null;
}
