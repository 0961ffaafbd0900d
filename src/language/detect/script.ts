/** The script most letters of a text are written in ("Latn", "Arab", "Jpan"…, ISO 15924), or null where it has no letters. */
export function scriptOf(text: string): string | null {
  const sample = text.slice(0, longestSample);
  const counts = patterns
    .map(([script, pattern]) => ({ script, count: sample.match(pattern)?.length ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const most = counts[0]?.script ?? null;
  if (most !== "Hani") return most;
  // What writes kana or Hangul is Japanese or Korean, whatever Chinese characters it has.
  return counts.find(({ script }) => /Jpan|Kore/.test(script))?.script ?? most;
}

/** True when a language can be written in the script. */
export function writesIn(language: string, script: string): boolean {
  if (language === "sr") return script === "Cyrl" || script === "Latn";
  const usual = usualScript(language);
  return script === "Hani" ? /^(?:Hans|Hant|Jpan)$/.test(usual) : usual === script;
}

const longestSample = 2000;

const scripts = "Latn Cyrl Arab Hani Grek Hebr Deva Thai Armn Geor Beng Taml Telu Gujr Guru Ethi";

const patterns: readonly (readonly [script: string, pattern: RegExp])[] = [
  ...scripts
    .split(" ")
    .map((script) => [script, new RegExp(`\\p{Script=${script}}`, "gu")] as const),
  ["Jpan", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["Kore", /\p{Script=Hangul}/gu],
];

function usualScript(language: string): string {
  try {
    return new Intl.Locale(language).maximize().script ?? "Latn";
  } catch {
    // The one thing Intl.Locale throws for is a code that is none.
    return "Latn";
  }
}
