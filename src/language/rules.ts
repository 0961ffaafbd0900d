import { rules as ca } from "./ca/rules.ts";
import { rules as de } from "./de/rules.ts";
import { rules as en } from "./en/rules.ts";
import { rules as es } from "./es/rules.ts";
import { rules as fr } from "./fr/rules.ts";
import { rules as pt } from "./pt/rules.ts";
import type { LanguageRules } from "./types/rules.ts";

/** The languages in which statements are read. Not part of `languages.ts`: recall does without rules. */
export const languageRules: readonly LanguageRules[] = [en, es, ca, pt, fr, de];
