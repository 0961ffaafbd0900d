import { isDeepStrictEqual } from "node:util";
import { LociError } from "../../errors.ts";
import { parseEntry, rawOffsets, splitEntry } from "../topic/entry.ts";
import { type EditOptions, rewriteEntry } from "./edit-topic.ts";

/**
 * Sets a field of an entry to the first of `values` that reads back with all else as it was (`null`: without the field).
 * Pure; every other byte stays. Throws LociError NOT_FOUND, and BAD_INPUT where none reads back.
 */
export function setEntryField(
  bytes: Uint8Array,
  id: string,
  { key, values }: { readonly key: string; readonly values: readonly (string | null)[] },
  options: EditOptions = {},
): Buffer {
  return rewriteEntry(
    bytes,
    id,
    ({ entry, raw }) => {
      for (const value of values) {
        const words = withField(raw, key, value);
        const { [key]: _, ...others } = entry.fields;
        const fields = value === null ? others : { ...others, [key]: value };
        const { text, date, tags, blockId, task } = entry;
        const wanted = { text, date, fields, tags, blockId, task };
        if (isDeepStrictEqual(parseEntry([words]), wanted)) return words;
      }
      throw new LociError(
        "BAD_INPUT",
        `Cannot set the ${key} of the entry "${id}": the line would not read back; edit the file by hand`,
        { data: { id, key } },
      );
    },
    options,
  );
}

/** The words with a field (`null`: without it): in the place of the field that counts; else behind the last date or field, before tags and a block id. */
export function withField(raw: string, key: string, value: string | null): string {
  const { box, text, tokens } = splitEntry([raw]);
  const offsets = rawOffsets(raw);
  const start = (at: number): number => offsets[box.length + at] ?? raw.length;
  /** Behind the character before, so that what follows keeps its spaces. */
  const end = (at: number): number => start(at - 1) + 1;
  const own = tokens.filter((token) => token.type === "field" && token.key === key);
  if (value === null) {
    return own.reduceRight(
      (words, token) => words.slice(0, end(token.start - 1)) + words.slice(end(token.end)),
      raw,
    );
  }
  const field = `[${key}:: ${value}]`;
  const [first] = own;
  if (first !== undefined)
    return raw.slice(0, start(first.start)) + field + raw.slice(end(first.end));
  const anchor = tokens.findLast(({ type }) => type === "date" || type === "field");
  const cut = end(anchor?.end ?? text.length);
  return `${raw.slice(0, cut)} ${field}${raw.slice(cut)}`;
}
