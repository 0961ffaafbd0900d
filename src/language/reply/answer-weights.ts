import type { Clues } from "./find-answers.ts";

/** Made by `npm run train` from the questions of test/fixtures/conversation: what each clue adds to the log-odds. */
export const weights: Clues = {
  always: -1.81,
  first: 0.81,
  lead: 2.25,
  shared: 1.53,
  missing: 0.16,
  unnamed: -2,
  namedFits: 0.68,
  misfits: -1.66,
  meant: 4,
  note: -1.5,
};
