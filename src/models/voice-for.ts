/** The voice that the settings name for a language, or for `any`. */
export function voiceFor(
  voices: Readonly<Record<string, string>>,
  language: string,
): string | undefined {
  const code = /^[a-z]+/.exec(language.toLowerCase())?.[0] ?? "";
  // Not a plain look-up: a language named "constructor" would find one.
  return Object.entries(voices).find(([key]) => key === code)?.[1] ?? voices.any;
}
