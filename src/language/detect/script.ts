/** The script most letters of a text are written in ("Latn", "Arab", "Jpan"…, ISO 15924), or null where it has no letters. */
export function scriptOf(text: string): string | null {
  const sample = text.slice(0, longestSample);
  const counts = patterns
    .map(([script, pattern]) => ({ script, count: sample.match(pattern)?.length ?? 0 }))
    .filter(({ count }) => count > 0);
  const most = counts.reduce<{ script: string; count: number } | null>(
    (best, next) => (best === null || next.count > best.count ? next : best),
    null,
  );
  if (most === null) return null;
  // What writes kana or Hangul is Japanese or Korean, whatever Chinese characters it has.
  const east =
    most.script === "Hans" ? counts.find(({ script }) => /Jpan|Kore/.test(script)) : null;
  return east?.script ?? most.script;
}

/** True when a language can be written in the script. */
export function writesIn(language: string, script: string): boolean {
  if (language === "sr") return script === "Cyrl" || script === "Latn";
  const usual = usualScript(language);
  return script === "Hans" ? /^(?:Hans|Hant|Jpan)$/.test(usual) : usual === script;
}

const longestSample = 2000;

const patterns: readonly (readonly [string, RegExp])[] = [
  ["Latn", /\p{Script=Latin}/gu],
  ["Cyrl", /\p{Script=Cyrillic}/gu],
  ["Arab", /\p{Script=Arabic}/gu],
  ["Hans", /\p{Script=Han}/gu],
  ["Jpan", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["Kore", /\p{Script=Hangul}/gu],
  ["Grek", /\p{Script=Greek}/gu],
  ["Hebr", /\p{Script=Hebrew}/gu],
  ["Deva", /\p{Script=Devanagari}/gu],
  ["Thai", /\p{Script=Thai}/gu],
  ["Armn", /\p{Script=Armenian}/gu],
  ["Geor", /\p{Script=Georgian}/gu],
  ["Beng", /\p{Script=Bengali}/gu],
  ["Taml", /\p{Script=Tamil}/gu],
  ["Telu", /\p{Script=Telugu}/gu],
  ["Gujr", /\p{Script=Gujarati}/gu],
  ["Guru", /\p{Script=Gurmukhi}/gu],
  ["Ethi", /\p{Script=Ethiopic}/gu],
];

function usualScript(language: string): string {
  try {
    return new Intl.Locale(language).maximize().script ?? "Latn";
  } catch {
    // The one thing Intl.Locale throws for is a code that is none.
    return "Latn";
  }
}
