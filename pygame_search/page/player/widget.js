/**
 * The player as a widget of a notebook, for anywidget (https://anywidget.dev/en/afm/).
 */

import { element, refill } from './dom.js';
import { Player } from './player.js';

/** The module that anywidget renders; its style reaches nothing else on the page. */
export function widget(style) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  return { render: ({ model, el }) => render(model, el, sheet) };
}

/**
 * @param model has the `data` of a recording, and the `step` that is shown
 * @param el the element that the widget fills
 * @param sheet its style
 */
function render(model, el, sheet) {
  const host = element('div', { 'data-lm-suppress-shortcuts': 'true' }); // those of JupyterLab
  const place = element('div', { tabindex: -1 });
  host.attachShadow({ mode: 'open' }).append(place);
  host.shadowRoot.adoptedStyleSheets = [sheet];
  refill(el, host);
  const player = new Player(model.get('data'), place, {
    step: model.get('step'),
    onstep: (step) => {
      model.set('step', step);
      model.save_changes();
    },
  });
  const follow = () => player.show(model.get('step'));
  model.on('change:step', follow);
  host.addEventListener('keydown', (event) => { if (event.defaultPrevented) event.stopPropagation(); });
  return () => {
    model.off('change:step', follow);
    player.play(false);
  };
}
