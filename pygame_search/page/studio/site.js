/**
 * The first script of the studio's file: unpacks what it has, and starts the engine.
 */

import { element } from '../player/dom.js';
import { live } from '../player/live.js';
import { unpacked } from '../player/packed.js';
import { apply, settings } from './settings.js';
import { Shell } from './shell.js';
import { Studio } from './studio.js';

async function start() {
  apply(settings());
  const place = element('div', { class: 'studio' });
  document.querySelector('main').append(place);
  const data = await unpacked('data').json();
  const shell = new Shell(place, data);
  const engine = await live();
  engine.ready.catch((error) => shell.say(`This browser cannot run the engine: ${error.message}.`));
  const studio = new Studio(engine, data, (text) => shell.say(text));
  await shell.show(studio);
  globalThis.studio = studio; // for those who look at it from the console
  document.body.dataset.ready = 'yes';
}

start();
