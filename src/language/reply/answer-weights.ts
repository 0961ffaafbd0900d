import type { Clues } from "./find-answers.ts";

/** Made by `npm run train` from the questions of test/fixtures/conversation: what each clue adds to the log-odds. */
export const weights: Clues = {
  always: -1.75,
  first: 0.82,
  lead: 2.45,
  shared: 1.49,
  missing: 0.15,
  unnamed: -2.12,
  namedFits: 0.76,
  misfits: -1.67,
  meant: 4,
  note: -1.5,
};
