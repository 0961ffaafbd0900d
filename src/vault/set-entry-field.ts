import { isDeepStrictEqual } from "node:util";
import { LociError } from "../errors.ts";
import { type EditOptions, rewriteEntry } from "./edit-topic.ts";
import { type EntryParts, parseEntry, splitEntry } from "./entry.ts";

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
    ({ entry, lines }) => {
      const parts = splitEntry(lines);
      for (const value of values) {
        const line = parts.box + withField(parts, key, value);
        const { [key]: _, ...others } = entry.fields;
        const fields = value === null ? others : { ...others, [key]: value };
        const { text, date, tags, blockId, task } = entry;
        const wanted = { text, date, fields, tags, blockId, task };
        if (isDeepStrictEqual(parseEntry([line]), wanted)) return line;
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

/** In the place of the field that counts; else behind the last date or field, before tags and a block id. */
function withField({ words, text, tokens }: EntryParts, key: string, value: string | null): string {
  const own = tokens.filter((token) => token.type === "field" && token.key === key);
  const [first] = own;
  if (value === null) {
    return own.reduceRight(
      (line, { start, end }) => line.slice(0, start - 1) + line.slice(end),
      words,
    );
  }
  const field = `[${key}:: ${value}]`;
  if (first !== undefined) return words.slice(0, first.start) + field + words.slice(first.end);
  const anchor = tokens.findLast(({ type }) => type === "date" || type === "field");
  const cut = anchor?.end ?? text.length;
  return `${words.slice(0, cut)} ${field}${words.slice(cut)}`;
}
