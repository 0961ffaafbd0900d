import type { Clues } from "./find-answers.ts";

/** Made by `npm run train` from the questions of test/fixtures/conversation: what each clue adds to the log-odds. */
export const weights: Clues = {
  always: -1.78,
  first: 0.83,
  lead: 2.26,
  shared: 1.51,
  missing: 0.16,
  unnamed: -2,
  namedFits: 0.62,
  misfits: -1.65,
  misfitsStrictly: -0.2,
  meant: 4,
  note: -1.5,
};
