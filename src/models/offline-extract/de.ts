import { en } from "./en.ts"; import type { LanguageRules } from "./language.ts"; export const de: LanguageRules = { ...en, code: "de" };
