// How the page asks Loci; the cookie goes along by itself.

import { connect } from "./client.js";

/** Asks the API, as `connect` of client.js does. */
export const ask = connect({
  headers: () => ({}),
  async fetch(path, options) {
    const response = await fetch(path, options).catch((error) => {
      if (options.signal?.aborted) throw error;
      throw new Error("Loci does not answer. Start it again with: loci up");
    });
    if (response.status !== 401) return response;
    throw new Error(
      "This browser has no access, or not any more: Loci was restarted, or a day has passed. Get an address with: loci up --address",
    );
  },
});

/** The same, for the JSON of the answer. */
export const askJson = async (path, options) => (await ask(path, options)).json();
