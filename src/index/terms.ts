import { fileNameOf } from "../vault/paths.ts";
import type { Topic } from "../vault/topic.ts";
import { dayTokens } from "./dates.ts";
import { detectLanguage, type Language, languageOf } from "./languages.ts";
import { type Token, tokenize, tokenizerVersion } from "./tokenize.ts";

/** Raised when the same words give other terms than before; part of the index's fingerprint. */
export const TERMS_VERSION = `${tokenizerVersion}.4`;

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

/** The words of a name; a day in it as the tokens under which days are found too. */
export function nameTokens(name: string): { readonly tokens: Token[]; readonly days: string[] } {
  const [day = ""] = /\d{4}-\d\d-\d\d/.exec(name) ?? [];
  return { tokens: tokenize(name, "document"), days: dayTokens(day) };
}

/**
 * Prepares a file's names for the full-text index: title, aliases, the file's own name, summary and tags; and the language of
 * most of its text.
 */
export function fileTerms(
  topic: Topic,
  fallbackLanguage: string,
): { readonly language: string; readonly title: string } {
  const { aliases, summary, tags } = topic.frontmatter;
  const name = fileNameOf(topic.path);
  const names = [...new Set([topic.title, ...aliases, name, summary ?? "", ...tags])].join("\n");
  const sample = [...topic.passages, ...topic.entries].map(({ text }) => text);
  const code = detectLanguage(
    tokenize(sample.join("\n").slice(0, 4000), "query"),
    fallbackLanguage,
  );
  const { tokens, days } = nameTokens(names);
  return { language: code, title: [searchable(tokens, languageOf(code)), ...days].join(" ") };
}

/** The stems of the tokens that carry meaning in `language`, in order. */
export function contentTerms(tokens: readonly Token[], language: Language): string[] {
  return tokens
    .filter(({ text }) => !language.isStopWord(text))
    .map((token) => language.stem(token));
}

/** The beginning of the terms under which words that end like `word` are kept, where the language joins words in one. */
export function endingTerm(word: string): string {
  return endMark + [...word].reverse().join("");
}

/** The word behind such a term. */
export function wordOfEnding(term: string): string {
  return [...term.slice(endMark.length)].reverse().join("");
}

/** A private character, which no text's tokens hold, but SQLite's tokenizer takes for a letter. */
const endMark = "\ue000";
/** Languages that write a thing and its kind as one word: a question for tyres means the Winterreifen too. */
export const joiningLanguages: ReadonlySet<string> = new Set(["de", "nl", "sv", "da", "no"]);
const shortestJoined = 8;

function searchable(tokens: readonly Token[], language: Language): string {
  const joins = joiningLanguages.has(language.code);
  return tokens
    .map((token) => {
      const stem = language.stem(token);
      const words = stem === token.text ? stem : `${stem} ${token.text}`;
      const isJoined = joins && token.kind === "word" && token.text.length >= shortestJoined;
      return isJoined ? `${words} ${endingTerm(token.text)}` : words;
    })
    .join(" ");
}
