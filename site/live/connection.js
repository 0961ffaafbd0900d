// How the page asks Loci, and the line that says when it cannot.

import { connect } from "./client.js";
import { sessionKey } from "./enter.js";
import { at } from "./page.js";

const state = at("state");
let timer;
let onBack = () => {};

/** Calls the function when Loci may answer again. */
export function whenBack(listen) {
  onBack = listen;
}

const asking = connect({
  headers: () => ({ "loci-key": sessionKey() ?? "" }),
  async fetch(path, options) {
    const response = await fetch(path, options).catch((error) => {
      if (options.signal?.aborted) throw error;
      lookAgain("Loci is not running");
      throw new Error("Loci does not answer. Start it again with: loci up");
    });
    if (response.status !== 401) return response;
    if (sessionKey() === null) {
      setState("No access yet");
      throw new Error(
        "This page has no key. Open the whole address that “loci up” printed, up to its end (#code=…), or get a new one with: loci up --address",
      );
    }
    lookAgain("No access");
    throw new Error(
      "The key of this page is no longer valid: Loci was restarted, or a day has passed. Get a new address with: loci up --address",
    );
  },
});

/** Asks the API, as `connect` of client.js does, and clears the line when it answers. */
export async function ask(path, options) {
  const response = await asking(path, options);
  setState("");
  return response;
}

/** The same, for the JSON of the answer. */
export const askJson = async (path, options) => (await ask(path, options)).json();

function setState(sentence) {
  if (state.textContent !== sentence) state.textContent = sentence;
}

function lookAgain(sentence) {
  setState(sentence);
  clearTimeout(timer);
  timer = setTimeout(() => onBack(), 3000);
}
