/**
 * The page of the studio: what is played, the tabs of the views, what runs, and what is said.
 */

import { element, refill } from '../player/dom.js';
import { BadLink, MOST, readLink, writtenLink } from './link.js';
import { CHOICES, set, settings } from './settings.js';
import { VIEWS } from './views.js';

/** What runs is shown if it takes longer than this, in milliseconds. */
const SOON = 250;
/** What the page says of a game whose roles do not see everything. */
const FACE_UP = 'Something is hidden in this game: by its `sees` rules a role knows only part of the position. '
  + 'This page shows all of it, and searches with all cards face up, so its values may be wrong for who plays.';

export class Shell {
  /** @param root the element that the page fills */
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.told = element('p', { class: 'told', role: 'status' });
    this.introduced = element('p', { class: 'introduced' });
    this.faceUp = element('p', { class: 'soft face_up', hidden: true }, FACE_UP);
  }

  /** Has a sentence shown and read out. */
  say(text) {
    refill(this.told, text);
  }

  /** Shows a studio, at what the address names. */
  async show(studio) {
    this.studio = studio;
    this.views = VIEWS.map((View) => new View(studio, this));
    this.#build();
    this.tab(this.views[0]);
    studio.onchange(() => this.#draw());
    addEventListener('hashchange', () => this.#open());
    addEventListener('keydown', (event) => this.#pass(event));
    await this.#open();
  }

  /** Shows a view. */
  tab(view) {
    this.view = view;
    this.views.forEach((one, i) => {
      const chosen = one === view;
      this.tabs[i].setAttribute('aria-selected', String(chosen));
      this.tabs[i].tabIndex = chosen ? 0 : -1;
      this.panels[i].hidden = !chosen;
    });
    this.tabs[this.views.indexOf(view)].scrollIntoView({ block: 'nearest', inline: 'nearest' });
    view.show();
  }

  /** Shows the view of a title. */
  go(title) {
    const found = this.views.find((view) => name(view) === title.toLowerCase());
    if (found) this.tab(found);
    return Boolean(found);
  }

  #build() {
    const { data } = this;
    this.chooser = element('select', { onchange: () => this.#choose(this.chooser.value) },
      element('optgroup', { label: 'Games' },
        ...data.games.map((game) => element('option', { value: `game:${game.name}` }, game.title))),
      element('optgroup', { label: 'New game' },
        ...data.templates.map(({ kind, title }) => element('option', { value: `new:${kind}` }, title))));
    this.own = element('option', { value: 'own' }, 'Your rules');
    this.parameters = element('div', { class: 'parameters' });
    this.sharing = element('button', { type: 'button', onclick: () => this.#share() }, 'Share');
    this.works = element('span', { class: 'works' });
    this.stop = element('button', { type: 'button', onclick: () => this.studio.stop() }, 'Stop');
    this.busy = element('div', { class: 'busy', 'data-idle': true }, this.works, this.stop);
    this.tabs = this.views.map((view) => element('button', {
      type: 'button', role: 'tab', id: `tab-${name(view)}`, 'aria-controls': `panel-${name(view)}`,
      onclick: () => this.tab(view) }, view.title));
    this.panels = this.views.map((view) => element('section', {
      role: 'tabpanel', id: `panel-${name(view)}`, 'aria-labelledby': `tab-${name(view)}` }, view.root));
    const bar = element('div', { role: 'tablist', 'aria-label': 'Views', onkeydown: (event) => this.#turn(event) }, ...this.tabs);
    refill(this.root,
      element('header', {},
        element('label', { class: 'field' }, element('span', {}, 'Game'), this.chooser), this.parameters,
        element('div', { class: 'right' },
          this.sharing, this.#settings())),
      this.#shared(), element('div', { class: 'news' }, this.told, this.introduced, this.busy), this.faceUp, bar, ...this.panels);
  }

  /** Passes keys on to the view that is shown, if nothing else takes them. */
  #pass(event) {
    const { target } = event;
    if (!event.defaultPrevented && (target === document.body || this.tabs.includes(target))) this.view.takeKey?.(event);
  }

  /** Arrow keys go from tab to tab. */
  #turn(event) {
    const { views, view } = this;
    const at = views.indexOf(view);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: views.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.tab(views.at(to % views.length));
    this.tabs[views.indexOf(this.view)].focus();
  }

  #choose(value) {
    const { studio, data } = this;
    const [kind, what] = value.split(':');
    if (kind === 'own') studio.write(studio.own ?? studio.rules);
    else if (kind === 'game') studio.choose(what);
    else {
      const { text } = data.templates.find((one) => one.kind === what);
      studio.write({ text });
      this.go('Rules');
    }
  }

  #draw() {
    const { studio } = this;
    const { game } = studio.rules;
    if ((game === null || studio.own) && !this.own.parentNode) this.chooser.prepend(this.own);
    const chosen = game === null ? 'own' : `game:${game}`;
    if (this.chooser.value !== chosen) this.chooser.value = chosen;
    this.#introduce();
    this.#fields();
    this.#busy();
    this.view.show();
  }

  /** Shows why there is no game, or what the game is about. */
  #introduce() {
    const { studio } = this;
    const none = studio.game === null && studio.read === studio.version;
    this.introduced.classList.toggle('refused', none);
    refill(this.introduced, none ? studio.refusal ?? 'The rules have faults, which the view Rules lists.'
      : studio.shelf.find((one) => one.name === studio.rules.game)?.about);
    this.faceUp.hidden = !studio.description?.hidden;
  }

  /** A field for each parameter. While the rules have faults, those of before stay. */
  #fields() {
    const { studio } = this;
    const { game, parameters } = studio.rules;
    const known = studio.description?.parameters ?? studio.shelf.find((one) => one.name === game)?.parameters;
    const given = new Map(parameters);
    if (!known) return;
    const key = JSON.stringify([known, parameters]);
    if (key === this.drawn) return;
    this.drawn = key;
    refill(this.parameters, ...known.map(([parameter, value]) => element('label', { class: 'field' },
      element('span', {}, parameter),
      element('input', {
        value: given.get(parameter) ?? value, size: Math.min(40, Math.max(3, value.length + 1)), spellcheck: 'false',
        onchange: (event) => {
          given.set(parameter, event.target.value.trim());
          if (event.target.value.trim() === value) given.delete(parameter);
          studio.set([...given]);
        },
      }))));
  }

  #busy() {
    const { works } = this.studio;
    if (works.length === 0) {
      clearTimeout(this.waiting);
      this.waiting = null;
      this.busy.setAttribute('data-idle', '');
      return;
    }
    refill(this.works, `${works[0].what} …`);
    this.waiting ??= setTimeout(() => this.busy.removeAttribute('data-idle'), SOON);
  }

  /** Shows what the address names. */
  async #open() {
    const { studio } = this;
    let link;
    let told = null;
    try {
      link = await readLink(location.hash.slice(1));
      if (link.game && !studio.shelf.some(({ name: known }) => known === link.game)) {
        throw new BadLink(`there is no game ${JSON.stringify(link.game)} here`);
      }
      if (link.view && !this.views.some((view) => name(view) === link.view)) {
        throw new BadLink(`there is no view ${JSON.stringify(link.view)} here`);
      }
    } catch (error) {
      if (!(error instanceof BadLink)) throw error;
      told = `The link was not opened: ${error.message}.`;
      link = await readLink('');
    }
    const brought = link.text !== null;
    if (!brought && link.game === null && !studio.rules.text) link = begun(this.data.first, link);
    const { game, text, name: called, syntax, parameters, facts, moves, view } = link;
    if (text !== null) studio.write({ name: called, text, syntax, parameters, facts, moves });
    else if (game !== null) studio.choose(game, { parameters, facts, moves });
    const shown = this.views.find((one) => name(one) === view);
    if (shown) {
      shown.open?.(link);
      this.tab(shown);
    }
    if (brought) {
      this.go('Rules');
      const more = shown && name(shown) !== 'rules' ? ` The link leads to the view ${shown.title}.` : '';
      told = `These rules come with the link.${more} Nothing is searched before you ask for it.`;
    }
    if (told !== null) this.say(told);
  }

  #shared() {
    this.link = element('input', { readonly: true, 'aria-label': 'Link to what is shown', class: 'wide' });
    const close = () => {
      this.shared.hidden = true;
      this.sharing.focus();
    };
    this.shared = element('div', { class: 'shared', hidden: true, onkeydown: ({ key }) => key === 'Escape' && close() },
      this.link,
      element('button', { type: 'button', onclick: () => this.#copy() }, 'Copy'),
      element('button', { type: 'button', onclick: close }, 'Close'));
    return this.shared;
  }

  async #share() {
    const { studio, view } = this;
    const { rules, facts, moves } = studio;
    const shown = { ...rules, facts, moves, view: name(view), ...view.link?.() };
    const fragment = await writtenLink(shown);
    if (fragment.length > MOST.link) {
      this.say(`The link would be longer than ${MOST.link.toLocaleString('en')} characters: save the rules as a file instead.`);
      return;
    }
    history.replaceState(null, '', `#${fragment}`);
    this.link.value = location.href;
    this.shared.hidden = false;
    this.link.focus();
    this.link.select();
  }

  async #copy() {
    this.link.select();
    try {
      await navigator.clipboard.writeText(this.link.value);
      this.say('The link is copied.');
    } catch {
      this.say('Press Ctrl+C to copy the link.');
    }
  }

  #settings() {
    const now = settings();
    const words = { theme: 'Colours', size: 'Text' };
    const fields = Object.entries(CHOICES).map(([key, values]) => element('label', { class: 'field' },
      element('span', {}, words[key]),
      element('select', { onchange: ({ target }) => {
        set(key, target.value);
        this.view.show(); // a drawing has its colours from the page
      } },
        ...Object.entries(values).map(([value, text]) => element('option', { value, selected: now[key] === value }, text)))));
    const licences = this.data.licences.map(([title, text]) =>
      element('details', {}, element('summary', {}, title), element('pre', { tabindex: 0 }, text)));
    const close = ({ key, currentTarget }) => {
      if (key !== 'Escape' || !currentTarget.open) return;
      currentTarget.open = false;
      currentTarget.firstChild.focus();
    };
    return element('details', { class: 'settings', onkeydown: close }, element('summary', {}, 'Settings'),
      element('div', { class: 'card' }, ...fields, element('h2', {}, 'Licences'), ...licences));
  }
}

/**
 * What the page shows first, with what a link says that names no rules. A recorded search is shown at
 * any step of it, but not beside another position or method.
 */
function begun(first, link) {
  const said = Object.entries(link).filter(([, value]) => value !== null && value.length !== 0);
  const same = said.every(([key]) => key === 'view' || key === 'step');
  const { step, recording, ...rest } = first;
  return { ...link, ...rest, ...(same ? { step, recording } : {}), ...Object.fromEntries(said) };
}

/** The name of a view in links. */
function name(view) {
  return view.title.toLowerCase();
}
