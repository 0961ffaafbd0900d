/**
 * How commands are said in one language: pieces of patterns, written as people write them. Case, accents and
 * apostrophes are not compared; a space also stands for punctuation, and a comma must be one. `REST` stands for any words.
 */
export interface CommandWords {
  /** May stand before and behind any command: politeness, hesitation. */
  readonly opening: readonly string[];
  readonly closing: readonly string[];
  readonly forget_that: readonly string[];
  readonly misheard: readonly string[];
  /** Corrects a word or two, with nothing around it: here `REST` stands for three words at most. */
  readonly corrected: readonly string[];
  readonly forget: readonly string[];
  /** Nothing that can be forgotten: everything, me. */
  readonly too_much: readonly string[];
  /** Words by which what follows "forget …" is a remark and no memory: "forget that movie, it was bad". */
  readonly remark: readonly string[];
  readonly end: readonly string[];
  readonly stop: readonly string[];
  readonly repeat: readonly string[];
  readonly help: readonly string[];
  readonly yes: readonly string[];
  readonly no: readonly string[];
}
