import { fileNameOf } from "../vault/paths.ts";
import type { Topic } from "../vault/topic/topic.ts";
import { dayTokens } from "./dates.ts";
import { keepMost } from "./kept.ts";
import { detectLanguage, type Language, languageOf } from "./languages.ts";
import { type Token, tokenize, tokenizerVersion, type Word } from "./tokenize.ts";

/** Raised when the same words give other terms than before; part of the index's fingerprint. */
export const TERMS_VERSION = `${tokenizerVersion}.5`;

/** What the index keeps of a chunk's words; the texts are tokens joined by spaces. */
export interface ChunkTerms {
  readonly language: string;
  /** Content terms in order, stop words left out: what ranking counts. */
  readonly terms: readonly string[];
  /**
   * Each word as a stem and, where it differs, as written; stop words too; the tokens of its date; and those of its
   * headings, marked.
   */
  readonly body: string;
}

/** Prepares one entry or note passage for the full-text index. */
export function chunkTerms(
  chunk: { readonly text: string; readonly headings: readonly string[]; readonly date: string },
  fallbackLanguage: string,
): ChunkTerms {
  const tokens = documentTokens(chunk.text);
  const code = detectLanguage(tokens, fallbackLanguage);
  const { terms, body } = wordsOf(tokens, languageOf(code));
  const headings = searchableHeading(`${code}\n${chunk.headings.join("\n")}`);
  return {
    language: code,
    terms,
    body: [body, ...dayTokens(chunk.date), ...headings].join(" "),
  };
}

/** Of a language's code and the headings below it, a line each: most chunks share them with the one before. */
const searchableHeading = keepMost(1000, (lines: string): readonly string[] => {
  const end = lines.indexOf("\n");
  const tokens = documentTokens(lines.slice(end + 1));
  const { body } = wordsOf(tokens, languageOf(lines.slice(0, end)));
  return body.split(" ").filter(Boolean).map(headingTerm);
});

/** The term under which a word of a heading is found, below all of whose chunks it stands. */
export const headingTerm = (term: string): string => `\ue002${term}`;

/** Kept of a few files: a text is cut for its file's language, and for its own terms. */
const documentTokens = keepMost(500, (text: string) => tokenize(text, "document"));

/** Characters of a file from which its language is determined. */
const sampleLength = 4000;

function sampleTokens(texts: readonly string[]): readonly Token[] {
  const sample: Token[] = [];
  let left = sampleLength;
  for (const text of texts) {
    if (left <= 0) break;
    for (const token of documentTokens(text.slice(0, left))) sample.push(token);
    left -= text.length;
  }
  return sample;
}

/** The words of a name; a day in it as the tokens under which days are found too. */
export function nameTokens(name: string): { readonly tokens: Token[]; readonly days: string[] } {
  const [day = ""] = /\d{4}-\d\d-\d\d/.exec(name) ?? [];
  return { tokens: tokenize(name, "document"), days: dayTokens(day) };
}

/**
 * Prepares a file's names for the full-text index: title, aliases, the file's own name, summary and tags; and the
 * language of most of its text.
 */
export function fileTerms(
  topic: Topic,
  fallbackLanguage: string,
): { readonly language: string; readonly title: string } {
  const { aliases, summary, tags } = topic.frontmatter;
  const name = fileNameOf(topic.path);
  const names = [...new Set([topic.title, ...aliases, name, summary ?? "", ...tags])].join("\n");
  const texts = [...topic.passages, ...topic.entries].map(({ text }) => text);
  const code = detectLanguage(sampleTokens(texts), fallbackLanguage);
  const { tokens, days } = nameTokens(names);
  return { language: code, title: [wordsOf(tokens, languageOf(code)).body, ...days].join(" ") };
}

/** The stems of the tokens that carry meaning in `language`, in order. */
export const contentTerms = (tokens: readonly Token[], language: Language): string[] =>
  wordsOf(tokens, language).terms;

/** Those, and what is found in full-text search. */
function wordsOf(tokens: readonly Token[], language: Language): { terms: string[]; body: string } {
  const terms: string[] = [];
  let body = "";
  for (const token of tokens) {
    const { stem, isContent, searchable } = wordIn(language, token);
    if (isContent) terms.push(stem);
    body += body === "" ? searchable : ` ${searchable}`;
  }
  return { terms, body };
}

/** Kept on the token for the language in which it was read last. */
function wordIn(language: Language, token: Token): Word {
  if (token.word?.language !== language.code) token.word = toWord(language, token);
  return token.word;
}

function toWord(language: Language, token: Token): Word {
  const { text, kind } = token;
  const stem = language.stem(token);
  const words = stem === text ? stem : `${stem} ${text}`;
  const isJoined =
    joiningLanguages.has(language.code) && kind === "word" && text.length >= shortestJoined;
  return {
    language: language.code,
    stem,
    isContent: !language.isStopWord(text),
    searchable: isJoined ? `${words} ${endingTerm(text)}` : words,
  };
}

/** The beginning of the terms under which words that end like `word` are kept, where the language joins words in one. */
export const endingTerm = (word: string): string => endMark + [...word].reverse().join("");

/** The word behind such a term. */
export const wordOfEnding = (term: string): string =>
  [...term.slice(endMark.length)].reverse().join("");

/** A private character, which no text's tokens hold, but SQLite's tokenizer takes for a letter. */
const endMark = "\ue000";
/** Languages that write a thing and its kind as one word: a question for tyres means the Winterreifen too. */
export const joiningLanguages: ReadonlySet<string> = new Set(["de", "nl", "sv", "da", "no"]);
const shortestJoined = 8;
