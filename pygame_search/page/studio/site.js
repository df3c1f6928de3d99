/**
 * The first script of the studio: unpacks what the file has, and starts the engine, that of the server
 * or that in the file.
 */

import { element } from '../player/dom.js';
import { live } from '../player/live.js';
import { unpacked } from '../player/packed.js';
import { served } from '../player/served.js';
import { apply, settings } from './settings.js';
import { Shell } from './shell.js';
import { Studio } from './studio.js';

async function start() {
  apply(settings());
  const place = element('div', { class: 'studio' });
  document.querySelector('main').append(place);
  const data = await unpacked('data').json();
  const shell = new Shell(place, data);
  const engine = served() ?? (document.getElementById('code') ? await live() : null);
  if (engine === null) {
    place.append(element('p', { role: 'status' }, 'Open the address that `pygame-search studio` shows: it has a token.'));
    document.body.dataset.ready = 'yes';
    return;
  }
  engine.ready.catch((error) => shell.say(`The engine cannot start here: ${error.message}.`));
  const studio = new Studio(engine, data, (text) => shell.say(text));
  await shell.show(studio);
  globalThis.studio = studio; // for those who look at it from the console
  document.body.dataset.ready = 'yes';
}

start();
