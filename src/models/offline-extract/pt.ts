import { en } from "./en.ts"; import type { LanguageRules } from "./language.ts"; export const pt: LanguageRules = { ...en, code: "pt" };
