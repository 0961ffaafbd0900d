import type { ObjectReader } from "../../git/objects/objects.ts";
import { textId } from "../../vault/entry.ts";
import { maxFileBytes } from "../../vault/list-files.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { toTopicPath } from "../../vault/paths.ts";
import type { ChangedFile } from "./changed-files.ts";

/** The ids of the texts of the entries in a file's content; none where there is no file. */
export type TextsOf = (blob: string | undefined) => Promise<ReadonlySet<string>>;

/** Prepares the look-up; each content is read once, because what one commit left is what the next one changes. */
export function blobTexts(objects: ObjectReader): TextsOf {
  const textsByBlob = new Map<string, ReadonlySet<string>>();
  return async (blob) => {
    if (blob === undefined) return new Set();
    const texts = textsByBlob.get(blob) ?? (await readTexts(objects, blob));
    textsByBlob.set(blob, texts);
    return texts;
  };
}

/** The texts that a file had before and has no more. */
export async function lostTexts(
  textsOf: TextsOf,
  { before, after }: Pick<ChangedFile, "before" | "after">,
): Promise<ReadonlySet<string>> {
  const [lost, kept] = [await textsOf(before), await textsOf(after)];
  return new Set([...lost].filter((text) => !kept.has(text)));
}

async function readTexts(objects: ObjectReader, blob: string): Promise<ReadonlySet<string>> {
  const bytes = await objects.read(blob);
  if (bytes.length > maxFileBytes) return new Set();
  const { entries } = parseTopic(toTopicPath("any.md"), bytes);
  return new Set(entries.map(({ text }) => textId(text)));
}
