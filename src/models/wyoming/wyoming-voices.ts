import { isObject } from "../server-failure.ts";

export interface WyomingVoice {
  readonly name: string;
  /** Such as `es_ES` or `es`. */
  readonly languages: readonly string[];
}

/** The voices that a server describes as installed; undefined where it offers no text to speech. */
export function readWyomingVoices(
  info: Readonly<Record<string, unknown>>,
): readonly WyomingVoice[] | undefined {
  const programs = arrayOf(info.tts).filter((program) => program.installed !== false);
  if (programs.length === 0) return undefined;
  return programs.flatMap(({ voices }) =>
    arrayOf(voices).flatMap(({ name, languages, installed }) =>
      typeof name === "string" && Array.isArray(languages) && installed !== false
        ? [{ name, languages: languages.filter((code) => typeof code === "string") }]
        : [],
    ),
  );
}

/** The first voice for a language. */
export function chooseWyomingVoice(
  voices: readonly WyomingVoice[],
  language: string,
): string | undefined {
  const code = plain(language);
  return voices.find(({ languages }) => languages.some((one) => plain(one) === code))?.name;
}

const plain = (language: string): string => language.toLowerCase().replace(/[-_].*$/s, "");

function arrayOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
