import type { Forms } from "./language.ts";

/**
 * How commands are said in one language: forms separated by ` | `, each a piece of a pattern, written as people write
 * them. Case, accents and apostrophes are not compared; a space also stands for punctuation, and a comma must be one.
 * `REST` stands for any words.
 */
export interface CommandWords {
  /** May stand before and behind any command: politeness, hesitation. */
  readonly opening: Forms;
  readonly closing: Forms;
  /** Takes back what was said last, or was misheard. */
  readonly forget_that: Forms;
  readonly forget: Forms;
  readonly end: Forms;
  readonly stop: Forms;
  readonly repeat: Forms;
  readonly help: Forms;
  /** Clear enough to delete something. */
  readonly yes: Forms;
  readonly no: Forms;
}
