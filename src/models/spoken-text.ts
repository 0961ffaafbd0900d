import { cleanQuoted } from "./quote-for-prompt.ts";

/**
 * What was said of a transcript, on one line: without the marks for what is not speech ("[BLANK_AUDIO]", "(music)",
 * "*sighs*", "♪"). Undefined where it is longer than anybody speaks in one turn.
 */
export function toSpokenText(text: string): string | undefined {
  if (text.length > longest) return undefined;
  const line = cleanQuoted(text).replace(/\s+/g, " ").trim();
  const spoken = line
    .replace(/\[[^\]]{0,500}\]|♪[^♪]{0,500}♪|[♪♫]|\*[^*]{0,500}\*/g, " ")
    .replace(/^\s*\([^)]*\)\s*$/, " ")
    .replace(/\s+/g, " ")
    .trim();
  return /[\p{L}\p{N}]/u.test(spoken) ? spoken : "";
}

const longest = 10_000;
