import { en } from "./en.ts"; import type { LanguageRules } from "./language.ts"; export const fr: LanguageRules = { ...en, code: "fr" };
