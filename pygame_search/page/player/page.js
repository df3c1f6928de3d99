/**
 * The first script of a file: unpacks its data and shows it.
 */

import { above } from './above.js';
import { element } from './dom.js';
import { Games } from './games.js';
import { Sources } from './listing.js';
import { unpacked } from './packed.js';
import { Played } from './played.js';
import { Player } from './player.js';
import { Proof } from './proof.js';
import { Quiz } from './quiz.js';

/** What shows data of a kind: a class that is given the data, a place, and options. */
const KINDS = { search: Player, proof: Proof, quiz: Quiz, game: Played, games: Games, sources: Sources };

/** A page in the frame of a notebook has no address, and does not take the focus. */
const FRAMED = window !== window.parent;

/** A number of a link, as in `#game=2&step=14`; 0 for none. */
function linked(name) {
  return Number(new URLSearchParams(location.hash.slice(1)).get(name)) || 0;
}

async function start() {
  const data = await unpacked('data').json();
  const place = element('div');
  document.querySelector('main').append(place);
  let linking = 0;
  const shown = new KINDS[data.kind](data, place, {
    step: linked('step') || data.step,
    game: linked('game') || 1,
    onstep: (step, game) => {
      clearTimeout(linking);
      if (FRAMED) return;
      const link = game ? `#game=${game}&step=${step}` : `#step=${step}`;
      linking = setTimeout(() => history.replaceState(null, '', link), 200);
    },
  });
  if (data.above) place.prepend(above(data.above));
  addEventListener('hashchange', () => shown.show?.(linked('step') || data.step, linked('game') || undefined));
  place.tabIndex = -1;
  if (!FRAMED && !place.contains(document.activeElement)) place.focus({ preventScroll: true });
  document.body.dataset.ready = 'yes';
}

start();
