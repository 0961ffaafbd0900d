// How the page asks Loci: what was typed, and the key, go to nobody who does not know the key already.

import { checked, toRequest } from "./asking.js";
import { sessionKey } from "./enter.js";
import { canProve, isProven } from "./prove.js";

const state = document.getElementById("state");
let timer;
let back = () => {};

/** What is done when Loci may be there again. */
export function onBack(listen) {
  back = listen;
}

/** Asks the API, as `connect` of client.js does. Rejects with an Error that has a sentence for the person. */
export async function ask(path, options = {}) {
  const key = sessionKey();
  if (!key) throw new Error(say.noKey());
  let response;
  try {
    // As Loci answers another key.
    response =
      canProve && !(await isProven())
        ? { status: 401 }
        : await fetch(path, toRequest(options, { "loci-key": key }));
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Error(say.gone());
  }
  if (response.status === 401) throw new Error(say.oldKey());
  return checked(response);
}

/** Sentences about the connection; each also sets the line above the conversation. */
export const say = {
  gone() {
    setState("Loci is not running");
    lookAgain();
    return "Loci does not answer. Start it again with: loci up";
  },
  noKey() {
    setState("No access yet");
    return "This page has no key. Open the whole address that “loci up” printed, up to its end (#code=…), or get a new one with: loci up --address";
  },
  oldKey() {
    setState("No access");
    lookAgain();
    return "What answers here does not know this page any more: Loci was restarted, or a day has passed. Get a new address with: loci up --address";
  },
};

export function setState(sentence = "") {
  if (state.textContent !== sentence) state.textContent = sentence;
  state.className = sentence === "" ? "" : "bad";
}

/** Only where the server proves itself first: nobody watches what this sends. */
function lookAgain() {
  clearTimeout(timer);
  if (canProve) timer = setTimeout(() => back(), 3000);
}
