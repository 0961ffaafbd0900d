import { ca } from "./ca.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import type { LanguageRules } from "./language.ts";

/** The languages that the rules know. */
export const languages: readonly LanguageRules[] = [en, es, ca];
