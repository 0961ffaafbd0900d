import type { Clues } from "./find-answers.ts";

/** Made by `npm run train` from the questions of test/fixtures/conversation: what each clue adds to the log-odds. */
export const weights: Clues = {
  always: -1.85,
  first: 0.85,
  lead: 2.31,
  shared: 1.54,
  missing: 0.17,
  unnamed: -1.98,
  namedFits: 0.65,
  misfits: -1.64,
  misfitsStrictly: -0.19,
  meant: 4,
  note: -1.5,
};
