import type { FoundChunk } from "../index/found-chunks.ts";
import { keepFor } from "../index/kept.ts";
import { nameTokens } from "../index/terms.ts";
import { fileNameOf } from "../vault/paths.ts";
import type { Query } from "./query.ts";

/**
 * Whether a question is a name of a chunk's file (title, alias, its own name) and no more, in whatever order, or the day
 * that one is.
 */
export function nameMatcher(
  { words, groups }: Query,
  state: object,
): (chunk: FoundChunk) => boolean {
  const days = new Set(
    groups.flatMap(({ isDate, forms }) => (isDate === true ? forms.map(({ text }) => text) : [])),
  );
  const isAsked = ({ tokens, days: own }: Name): boolean =>
    own.length > 0
      ? own.every((day) => days.has(day))
      : words.size > 0 && words.symmetricDifference(tokens).size === 0;
  return (chunk) =>
    keepNames(state, `${chunk.fileId} ${chunk.language}`, () => namesOf(chunk)).some(isAsked);
}

interface Name {
  readonly tokens: ReadonlySet<string>;
  /** What a day in it is found by. */
  readonly days: readonly string[];
}

/** Some 500 bytes a file. */
const keepNames = keepFor<string, readonly Name[]>(5_000);

function namesOf({ title, file, aliases }: FoundChunk): readonly Name[] {
  const known: unknown = JSON.parse(aliases);
  const also = Array.isArray(known) ? known.map(String) : [];
  return [title, fileNameOf(file), ...also].map((name) => {
    const { tokens, days } = nameTokens(name);
    return { tokens: new Set(tokens.map(({ text }) => text)), days };
  });
}
