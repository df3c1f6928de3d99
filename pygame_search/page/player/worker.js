/**
 * The script of a worker, after that of the system: answers requests to the clauses.
 *
 * The first message has the parts of the system. A reply is a text of JSON; `ended` says that
 * the system has ended and answers no more.
 */

import { reply, system } from './prolog.js';

let prolog = null;

async function started(parts) {
  prolog = await system(SWIPL, parts);
  return { ready: true };
}

onmessage = async ({ data }) => {
  try {
    postMessage(prolog === null ? await started(data) : { reply: reply(prolog, data.operation, data.data) });
  } catch (error) {
    postMessage({ ended: String(error) });
  }
};
