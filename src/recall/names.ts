import type { FoundChunk } from "../index/found-chunks.ts";
import { keepFor } from "../index/kept.ts";
import { languageOf } from "../index/languages.ts";
import { contentTerms, nameTokens } from "../index/terms.ts";
import type { Token } from "../index/tokenize.ts";
import { fileNameOf } from "../vault/paths.ts";
import { sumOf } from "./bm25.ts";
import type { Query, TermGroup } from "./query.ts";

/** How a question relates to what a chunk's file is called. */
export interface Named {
  /** The question is a name of the file and no more. */
  readonly isName: boolean;
  /** The best name of which the question has every word: what it is of all that is asked for, 0 to 1. */
  readonly share: number;
}

const unnamed: Named = { isName: false, share: 0 };

/** Looks for a file's names (title, aliases, its own name) in a question; once a file. */
export function nameScorer(
  query: Query,
  weights: ReadonlyMap<TermGroup, number>,
  state: object,
): (chunk: FoundChunk) => Named {
  const all = sumOf(weights.values()) || 1;
  const groupByTerm = new Map<string, TermGroup>();
  for (const group of query.groups.toReversed()) {
    for (const { text } of group.forms) groupByTerm.set(text, group);
  }
  const found = new Map<number, Named>();
  return (chunk) => {
    let named = found.get(chunk.fileId);
    if (named === undefined) {
      named = namedBy(keepNames(state, `${chunk.fileId} ${chunk.language}`, () => namesOf(chunk)));
      found.set(chunk.fileId, named);
    }
    return named;
  };

  function namedBy(names: readonly Name[]): Named {
    let [isName, share] = [false, 0];
    for (const name of names) {
      isName ||= areWords(name.tokens, query.words);
      const groups = heldBy(name, groupByTerm);
      if (groups !== undefined) share = Math.max(share, sumOf(groups.map(weightOf)) / all);
    }
    return isName || share > 0 ? { isName, share } : unnamed;
  }

  function weightOf(group: TermGroup): number {
    return weights.get(group) ?? 0;
  }
}

interface Name {
  readonly tokens: readonly Token[];
  /** How many parts its terms come in; each is read when it is asked for, because most names are not meant and a stem costs. */
  readonly parts: number;
  readonly termsOf: (part: number) => readonly string[];
}

/** Some 500 bytes a file. */
const keepNames = keepFor<string, readonly Name[]>(5_000);

function namesOf({ title, file, aliases, language }: FoundChunk): readonly Name[] {
  const known: unknown = JSON.parse(aliases);
  const also = Array.isArray(known) ? known.map(String) : [];
  return [...new Set([title, fileNameOf(file), ...also])].map((name) => readName(name, language));
}

function readName(name: string, code: string): Name {
  const { tokens, days } = nameTokens(name);
  const language = languageOf(code);
  if (days.length > 0) return { tokens, parts: 1, termsOf: () => days };
  const terms: string[][] = [];
  const termsOf = (part: number): readonly string[] => {
    const token = tokens[part];
    terms[part] ??= token === undefined ? [] : contentTerms([token], language);
    return terms[part];
  };
  return { tokens, parts: tokens.length, termsOf };
}

/** The groups that a name's terms stand for; undefined where the question lacks one, or where it is one word and so says little. */
function heldBy(
  { parts, termsOf }: Name,
  groupByTerm: ReadonlyMap<string, TermGroup>,
): TermGroup[] | undefined {
  const held: TermGroup[] = [];
  for (let part = 0; part < parts; part++) {
    for (const term of termsOf(part)) {
      const group = groupByTerm.get(term);
      if (group === undefined) return undefined;
      held.push(group);
    }
  }
  return held.length < 2 ? undefined : [...new Set(held)];
}

/** Whether these are all of the words, in whatever order. */
function areWords(tokens: readonly Token[], words: ReadonlySet<string>): boolean {
  if (tokens.length < words.size || !tokens.every(({ text }) => words.has(text))) return false;
  return words.size > 0 && new Set(tokens.map(({ text }) => text)).size === words.size;
}
