import type { FoundChunk } from "../index/search.ts";
import { nameTokens } from "../index/terms.ts";
import { tokenize } from "../index/tokenize.ts";
import { fileNameOf } from "../vault/paths.ts";
import type { Query } from "./query.ts";

/**
 * Whether a question is a name of a chunk's file (title, alias, its own name) and no more, in whatever order, or the
 * day that one is. `files`: those that may be, all others are not.
 */
export function nameMatcher(
  { words, groups }: Query,
  files: ReadonlySet<number>,
): (chunk: FoundChunk) => boolean {
  const days = new Set(
    groups.flatMap(({ isDate, forms }) => (isDate === true ? forms.map(({ text }) => text) : [])),
  );
  const isAsked = (name: string): boolean => {
    const { days: own } = nameTokens(name);
    if (own.length > 0) return own.every((day) => days.has(day));
    const called = new Set(tokenize(name, "query").map(({ text }) => text));
    return words.size > 0 && words.symmetricDifference(called).size === 0;
  };
  const found = new Map<number, boolean>();
  return (chunk) => {
    if (!files.has(chunk.fileId)) return false;
    const isName = found.get(chunk.fileId) ?? namesOf(chunk).some(isAsked);
    found.set(chunk.fileId, isName);
    return isName;
  };
}

function namesOf({ title, file, aliases }: FoundChunk): readonly string[] {
  const known: unknown = JSON.parse(aliases);
  const also = Array.isArray(known) ? known.map(String) : [];
  return [title, fileNameOf(file), ...also].flatMap((name) => [name, ...partsOf(name)]);
}

/** "ROI (Return On Investment)" is called by either. */
const partsOf = (name: string): readonly string[] =>
  /^(.+?)\s*\((.+)\)$/u.exec(name)?.slice(1) ?? [];
