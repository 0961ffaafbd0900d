// How the page asks Loci, and the line that says when it cannot.

import { connect } from "./client.js";
import { at } from "./page.js";

const state = at("state");
let timer;
let onBack = () => {};

/** Calls the function when Loci may answer again. */
export function whenBack(listen) {
  onBack = listen;
}

const asking = connect({
  // The cookie goes along by itself.
  headers: () => ({}),
  async fetch(path, options) {
    const response = await fetch(path, options).catch((error) => {
      if (options.signal?.aborted) throw error;
      lookAgain("Loci is not running");
      throw new Error("Loci does not answer. Start it again with: loci up");
    });
    if (response.status !== 401) return response;
    lookAgain("No access");
    throw new Error(
      "This browser has no access, or not any more: Loci was restarted, or a day has passed. Get an address with: loci up --address",
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
