/**
 * The first script of a file: unpacks its recording and shows it.
 */

import { element } from './dom.js';
import { unpacked } from './packed.js';
import { Player } from './player.js';

/** The step of a link, as in `#step=14`; 0 for none. */
function linked() {
  return Number(new URLSearchParams(location.hash.slice(1)).get('step')) || 0;
}

async function start() {
  const data = await unpacked('data').json();
  const place = element('div');
  document.querySelector('main').append(place);
  let linking = 0;
  const player = new Player(data, place, {
    step: linked() || data.step,
    onstep: (step) => {
      clearTimeout(linking);
      linking = setTimeout(() => history.replaceState(null, '', `#step=${step}`), 200);
    },
  });
  addEventListener('hashchange', () => player.show(linked() || data.step));
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
  document.body.dataset.ready = 'yes';
}

start();
