const rightToLeft = new Set([
  "Adlm",
  "Arab",
  "Aran",
  "Hebr",
  "Mand",
  "Nkoo",
  "Rohg",
  "Samr",
  "Syrc",
  "Thaa",
]);

/** Which way a language is written. Never throws: what is no language is written left to right. */
export function directionOf(language: string): "ltr" | "rtl" {
  try {
    const { script } = new Intl.Locale(language).maximize();
    return script !== undefined && rightToLeft.has(script) ? "rtl" : "ltr";
  } catch {
    return "ltr"; // Not a BCP 47 tag.
  }
}
