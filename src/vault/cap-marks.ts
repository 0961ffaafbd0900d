/**
 * Leaves out the combining marks beyond the 30th of a character, as Unicode's stream-safe form does (UAX #15): no
 * writing has so many, and to normalize a run of n marks takes time in n².
 */
export const capMarks = (text: string): string =>
  longRun.test(text) ? text.replace(tooManyMarks, "$1") : text;

/** Asked first: Unicode's classes take a millisecond each to compile. */
const longRun = /[^\0-\x7f]{31}/;
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;
