import { type MergedFile, mergeFile } from "../../../src/sync/merge/file/merge-file.ts";
import { parseRemovals, removalLine } from "../../../src/sync/merge/file/removals.ts";

export interface Texts {
  readonly path?: string;
  /** One base, several, or (left out) none. */
  readonly base?: string | null | undefined | readonly (string | null)[];
  readonly ours: string | null;
  readonly theirs: string | null;
  readonly forgotten?: readonly string[];
}

/** Merges texts both ways round, which must give the same. */
export function mergeTexts(texts: Texts): MergedFile & { readonly text: string | null } {
  const { path = "topics/cooking.md", base, ours, theirs, forgotten = [] } = texts;
  const bases = base === undefined ? [] : [base].flat();
  const marks = forgotten.map((text) => removalLine("2026-02-12T14:30:00.000Z", text, "-"));
  const versions = {
    path,
    bases: bases.map(toBytes),
    removals: parseRemovals(Buffer.from(marks.join("\n"))),
  };
  const merged = mergeFile({ ...versions, ours: toBytes(ours), theirs: toBytes(theirs) });
  const turned = mergeFile({ ...versions, ours: toBytes(theirs), theirs: toBytes(ours) });
  if (toText(merged.bytes) !== toText(turned.bytes)) {
    throw new Error(`Not symmetric:\n${toText(merged.bytes)}\n=====\n${toText(turned.bytes)}`);
  }
  return { ...merged, text: toText(merged.bytes) };
}

/** The merged text alone. */
export const merged = (texts: Texts): string | null => mergeTexts(texts).text;

const toBytes = (text: string | null): Uint8Array | null =>
  text === null ? null : Buffer.from(text);

const toText = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes).toString();
