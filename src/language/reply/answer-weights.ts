import type { Clues } from "./find-answers.ts";

/** Made by `npm run train` from the questions of test/fixtures/conversation: what each clue adds to the log-odds. */
export const weights: Clues = {
  always: -1.87,
  first: 0.82,
  lead: 2.71,
  shared: 1.4,
  missing: 0.22,
  unnamed: -1.89,
  namedFits: 0.57,
  misfits: -1.64,
  meant: 4,
  note: -1.5,
};
