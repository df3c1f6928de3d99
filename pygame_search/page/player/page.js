/**
 * The first script of a file: unpacks its data and shows it.
 */

import { above } from './above.js';
import { element } from './dom.js';
import { Sources } from './listing.js';
import { unpacked } from './packed.js';
import { Played } from './played.js';
import { Player } from './player.js';
import { Proof } from './proof.js';
import { Quiz } from './quiz.js';

/** What shows data of a kind: a class that is given the data, a place, and options. */
const KINDS = { search: Player, proof: Proof, quiz: Quiz, game: Played, sources: Sources };

/** A page in the frame of a notebook has no address, and does not take the focus. */
const FRAMED = window !== window.parent;

/** The step of a link, as in `#step=14`; 0 for none. */
function linked() {
  return Number(new URLSearchParams(location.hash.slice(1)).get('step')) || 0;
}

async function start() {
  const data = await unpacked('data').json();
  const place = element('div');
  document.querySelector('main').append(place);
  let linking = 0;
  const shown = new KINDS[data.kind](data, place, {
    step: linked() || data.step,
    onstep: (step) => {
      clearTimeout(linking);
      if (FRAMED) return;
      linking = setTimeout(() => history.replaceState(null, '', `#step=${step}`), 200);
    },
  });
  if (data.above) place.prepend(above(data.above));
  addEventListener('hashchange', () => shown.show?.(linked() || data.step));
  place.tabIndex = -1;
  if (!FRAMED && !place.contains(document.activeElement)) place.focus({ preventScroll: true });
  document.body.dataset.ready = 'yes';
}

start();
