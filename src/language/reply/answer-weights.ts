import type { Clues } from "./find-answers.ts";

/** Made by `npm run train` from the questions of test/fixtures/conversation: what each clue adds to the log-odds. */
export const weights: Clues = {
  always: -1.88,
  first: 0.79,
  lead: 2.71,
  shared: 1.43,
  missing: 0.24,
  unnamed: -1.91,
  namedFits: 0.6,
  misfits: -1.71,
  meant: 4,
  note: -1.5,
};
