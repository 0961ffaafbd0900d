import { isDeepStrictEqual } from "node:util";
import { LociError } from "../../errors.ts";
import { toTopicPath } from "../paths.ts";
import { sha256Hex } from "../sha256.ts";
import {
  type EntryDraft,
  formatEntry,
  hasTag,
  isSuperseded,
  parseEntry,
  splitEntry,
} from "../topic/entry.ts";
import { isMark } from "../topic/entry-tokens.ts";
import { appendAll, type OldWords, rewriteEntry } from "./edit-topic.ts";

/**
 * Sets a field of an entry to the first of `values` that reads back with all else as it was (`null`: without the
 * field). Pure; every other byte stays. Throws LociError NOT_FOUND, and BAD_INPUT where none reads back.
 */
export function setEntryField(
  bytes: Uint8Array,
  id: string,
  { key, values }: { readonly key: string; readonly values: readonly (string | null)[] },
): Buffer {
  return rewriteEntry(bytes, id, ({ entry, raw }) => {
    const { text, date, tags, blockId, task } = entry;
    for (const value of values) {
      const words = withField(raw, key, value);
      const { [key]: _, ...others } = entry.fields;
      const fields = value === null ? others : { ...others, [key]: value };
      const wanted = { text, date, fields, tags, blockId, task };
      if (isDeepStrictEqual(parseEntry([words]), wanted)) return words;
    }
    const message = `Cannot set the ${key} of the entry "${id}": the line would not read back; edit the file by hand`;
    throw new LociError("BAD_INPUT", message, { data: { id, key } });
  });
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
  if (first !== undefined) {
    return raw.slice(0, start(first.start)) + field + raw.slice(end(first.end));
  }
  const anchor = tokens.findLast(({ type }) => type === "date" || type === "field");
  const cut = end(anchor?.end ?? text.length);
  return `${raw.slice(0, cut)} ${field}${raw.slice(cut)}`;
}

/** Where each character of the one line that `splitEntry` makes of an entry's lines stands in them. */
function rawOffsets(raw: string): number[] {
  const lead = raw.length - raw.trimStart().length;
  const parts = raw.slice(lead).matchAll(/[ \t\n\v\f\r\u0085\u2028\u2029]+|./gs);
  return Array.from(parts, ({ index }) => lead + index);
}

/** Why an entry lies in the archive. */
type Archiving = NonNullable<ReturnType<typeof readArchiving>>;

const archivingKeys = ["archived", "archived-from", "archived-why"] as const;

/**
 * The words of an entry with where from, when and why behind them; every other byte stays. Undefined where they would
 * not read back, or hold such fields already.
 */
export function toArchivedWords(words: string, archiving: Archiving): string | undefined {
  const { day, from, why } = archiving;
  const values = [day, encodePath(from), why];
  const archived = archivingKeys.reduce(
    (line, key, i) => withField(line, key, values[i] ?? ""),
    words,
  );
  const back = readArchiving(parseEntry([archived]).fields);
  const isWhole = isDeepStrictEqual(back, archiving) && fromArchivedWords(archived) === words;
  return isWhole ? archived : undefined;
}

/** The words as they stood before they were archived. */
export const fromArchivedWords = (words: string): string =>
  archivingKeys.reduce((line, key) => withField(line, key, null), words);

/**
 * What the fields of an archived entry say: the day (`YYYY-MM-DD`), the file that it stood in, and why in a few words;
 * undefined where they do not say where it is from.
 */
export function readArchiving(fields: Readonly<Record<string, string>>) {
  const [day = "", from = "", why = ""] = archivingKeys.map((key) => fields[key]);
  try {
    return { day, from: toTopicPath(decodePath(from)), why };
  } catch {
    return undefined; // Somebody wrote it by hand.
  }
}

/** What could end the field, or would be folded, is written as in an address. */
const encodePath = (path: string): string =>
  path.replace(/[[\]#%]|\s(?=\s)/g, (sign) => encodeURIComponent(sign));

const decodePath = (path: string): string =>
  path.replace(/(?:%[0-9A-F]{2})+/g, (signs) => decodeURIComponent(signs));

/**
 * Adds an entry with a block id of its own, and strikes the one it replaces, which then points at it: it stays readable
 * and is out of recall. Pure; every other byte stays. Throws NOT_FOUND, and BAD_INPUT for an entry that is protected
 * or superseded already.
 */
export function supersedeEntry(
  bytes: Uint8Array,
  id: string,
  draft: EntryDraft,
  section?: string,
): Buffer {
  const entry = { ...draft, blockId: freshBlockId(bytes, draft.text) };
  const struck = strikeEntry(bytes, id, entry.blockId);
  return appendAll(struck, [(marker) => formatEntry(entry, marker)], section);
}

/**
 * Strikes an entry that another one, which is there already, stands for. Pure; every other byte stays. Throws as
 * `supersedeEntry` does.
 */
export const strikeEntry = (bytes: Uint8Array, id: string, by: string): Buffer =>
  rewriteEntry(bytes, id, (words) => strikeWords(words, by));

/** Short, from the text (the same edit made twice gives the same file), and nowhere else in the file. */
export function freshBlockId(bytes: Uint8Array, text: string): string {
  const file = Buffer.from(bytes).toString("latin1");
  for (let n = 0; ; n++) {
    const hash = Number.parseInt(sha256Hex(`${text}\n${n}`).slice(0, 12), 16);
    const id = hash.toString(36).padStart(6, "0").slice(-6);
    if (!file.includes(`^${id}`)) return id;
  }
}

/** The words of an entry, struck, with all its metadata and where it went. */
function strikeWords({ entry, raw }: OldWords, by: string): string {
  const { id } = entry;
  const refuse = (state: string): never => {
    throw new LociError("BAD_INPUT", `Cannot replace the entry "${id}": ${state}`, {
      data: { id },
    });
  };
  if (hasTag(entry.tags, "protected")) refuse("it is protected");
  if (isSuperseded(entry)) refuse("it is superseded already");
  const { box, words, text } = splitEntry([raw]);
  const struck = `${box}~~${escapeTildes(text)}~~${words.slice(text.length)}`;
  const line = withField(struck, "superseded", `^${by}`);
  const back = parseEntry([line]);
  const kept = entry.tags.filter(isMark).every((tag) => back.tags.includes(tag));
  const isSame = back.date === entry.date && back.blockId === entry.blockId && kept;
  const isRead = isSame && back.fields.superseded === `^${by}`;
  return isRead ? line : refuse("its words would not read back; edit the file by hand");
}

/** Tildes that would end the stroke early, or start a fence, get a backslash, and so does one at the end; those in code and addresses stay. */
const escapeTildes = (text: string): string =>
  text.replace(/\\.|`[^`]*`|<[^\s<>]*>|^~+|~{2,}|~+$|\\$/gs, (found) => {
    const isWhole = /^(?:\\.|[`<])/s.test(found);
    return isWhole ? found : found.replace(/./g, "\\$&");
  });
