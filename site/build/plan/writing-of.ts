/** The language of a text as far as its script shows it, and which way it runs. */
export interface Writing {
  readonly language: string | undefined;
  readonly direction: "ltr" | "rtl" | "auto";
}

const maxCharacters = 4_000;

/** Scripts that one language is written in, nearly always. */
const languageByScript: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, "ja"],
  [/\p{sc=Hangul}/gu, "ko"],
  [/\p{sc=Han}/gu, "zh"],
  [/\p{sc=Thai}/gu, "th"],
  [/\p{sc=Hebrew}/gu, "he"],
  [/\p{sc=Arabic}/gu, "ar"],
  [/\p{sc=Greek}/gu, "el"],
  [/\p{sc=Devanagari}/gu, "hi"],
];

const letters = /\p{L}/gu;
const rightToLeft =
  /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}\p{sc=Mandaic}]/gu;

/** Looks at the beginning of a text. Latin and Cyrillic say no language; Japanese has Han too. */
export function writingOf(text: string): Writing {
  const start = text.slice(0, maxCharacters);
  const count = (pattern: RegExp): number => start.match(pattern)?.length ?? 0;
  const all = count(letters);
  if (all === 0) return { language: undefined, direction: "auto" };
  const backwards = count(rightToLeft) / all;
  const [, language] =
    languageByScript.find(([script, code]) => count(script) / all > (code === "ja" ? 0.1 : 0.5)) ??
    [];
  return { language, direction: backwards > 0.5 ? "rtl" : backwards > 0.1 ? "auto" : "ltr" };
}
