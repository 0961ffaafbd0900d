import { en } from "./en.ts"; import type { LanguageRules } from "./language.ts"; export const ca: LanguageRules = { ...en, code: "ca" };
