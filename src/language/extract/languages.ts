import { ca } from "./ca.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import type { LanguageRules } from "./language.ts";
import { pt } from "./pt.ts";

/** The languages that the rules know. */
export const languages: readonly LanguageRules[] = [en, es, ca, pt, fr, de];
