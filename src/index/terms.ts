import type { Topic } from "../vault/topic.ts";
import { dayTokens } from "./dates.ts";
import { detectLanguage, type Language, languageOf } from "./languages.ts";
import { type Token, tokenize, tokenizerVersion } from "./tokenize.ts";

/** Raised when the same words give other terms than before; part of the index's fingerprint. */
export const TERMS_VERSION = `${tokenizerVersion}.1`;

/** What the index keeps of a chunk's words; every field is tokens joined by spaces. */
export interface ChunkTerms {
  readonly language: string;
  /** Content terms in order, stop words left out: what ranking counts. */
  readonly terms: string;
  readonly heading: string;
  /** Each word as a stem and, where it differs, as written; stop words too. */
  readonly body: string;
  /** The date as tokens. */
  readonly day: string;
}

/** Prepares one entry or note passage for the full-text index. */
export function chunkTerms(
  chunk: { readonly text: string; readonly headings: readonly string[]; readonly date: string },
  fallbackLanguage: string,
): ChunkTerms {
  const tokens = tokenize(chunk.text, "document");
  const code = detectLanguage(tokens, fallbackLanguage);
  const language = languageOf(code);
  return {
    language: code,
    terms: contentTerms(tokens, language).join(" "),
    heading: searchable(tokenize(chunk.headings.join("\n"), "document"), language),
    body: searchable(tokens, language),
    day: dayTokens(chunk.date).join(" "),
  };
}

/** Prepares a file's name for the full-text index: title, aliases, summary and tags, and the language of most of it. */
export function fileTerms(
  topic: Topic,
  fallbackLanguage: string,
): { readonly language: string; readonly title: string } {
  const { aliases, summary, tags } = topic.frontmatter;
  const title = tokenize([topic.title, ...aliases, summary ?? "", ...tags].join("\n"), "document");
  const sample = [...topic.passages, ...topic.entries].map(({ text }) => text);
  const code = detectLanguage(
    tokenize(sample.join("\n").slice(0, 4000), "query"),
    fallbackLanguage,
  );
  return { language: code, title: searchable(title, languageOf(code)) };
}

/** The stems of the tokens that carry meaning in `language`, in order. */
export function contentTerms(tokens: readonly Token[], language: Language): string[] {
  return tokens
    .filter(({ text }) => !language.isStopWord(text))
    .map((token) => language.stem(token));
}

function searchable(tokens: readonly Token[], language: Language): string {
  return tokens
    .map((token) => {
      const stem = language.stem(token);
      return stem === token.text ? stem : `${stem} ${token.text}`;
    })
    .join(" ");
}
