import { ar } from "./ar.ts";
import { ca } from "./ca.ts";
import { de } from "./de.ts";
import { en, type Strings } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { pt } from "./pt.ts";
import { type SearchTexts, searchStringsFor } from "./search-strings.ts";

const stringsByLanguage: Readonly<Record<string, Strings>> = { en, es, ca, pt, fr, de, ar };

/** Languages that the interface speaks, as BCP 47 codes. */
export const languages: readonly string[] = Object.keys(stringsByLanguage);

/** The interface's words in a language, those of the search among them; `pt-BR` gets `pt`, an unknown language English. */
export function stringsFor(language: string): Strings & { readonly search: SearchTexts } {
  const own = supportedLanguage(language);
  return { ...(stringsByLanguage[own] ?? en), search: searchStringsFor(own) };
}

/** The language of `languages` that is nearest: what `<html lang>` then says. */
export function supportedLanguage(language: string): string {
  const [base = ""] = language.toLowerCase().split(/[-_]/);
  return Object.hasOwn(stringsByLanguage, base) ? base : "en";
}

/** Which way a language of the interface is written. */
export const directionOf = (language: string): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr");
