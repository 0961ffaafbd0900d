import type { Clues } from "./find-answers.ts";

/** Made by `npm run train` from the questions of test/fixtures/conversation: what each clue adds to the log-odds. */
export const weights: Clues = {
  always: -1.87,
  first: 0.8,
  lead: 2.7,
  shared: 1.42,
  missing: 0.23,
  unnamed: -1.91,
  namedFits: 0.56,
  misfits: -1.65,
  meant: 4,
  note: -1.5,
};
