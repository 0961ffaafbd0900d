import { LociError } from "../../errors.ts";
import { sha256Hex } from "../sha256.ts";
import { blankCodeSpans, isEscaped } from "../topic/blank-code.ts";
import { type EntryDraft, hasTag, isSuperseded, parseEntry, splitEntry } from "../topic/entry.ts";
import { isMark } from "../topic/entry-tokens.ts";
import type { Entry } from "../topic/topic.ts";
import { type Appended, appendEntry, type EditOptions, rewriteEntry } from "./edit-topic.ts";

/** A file in which a new entry stands for an old one; `old` is what that said. */
export interface Superseded extends Appended {
  readonly old: string;
}

/**
 * Adds an entry with a block id of its own, and strikes the one it replaces, which then points at it: it stays readable
 * and is out of recall. Pure; every other byte stays. Throws NOT_FOUND, and BAD_INPUT for an entry that is protected
 * or superseded already.
 */
export function supersedeEntry(
  bytes: Uint8Array,
  id: string,
  draft: EntryDraft,
  options: EditOptions = {},
): Superseded {
  const blockId = freshBlockId(bytes, draft.text);
  let old = "";
  const struck = rewriteEntry(
    bytes,
    id,
    ({ entry, raw }) => {
      refuseFixed(entry);
      old = entry.text;
      return strikeWords(raw, entry, blockId);
    },
    options,
  );
  return { ...appendEntry(struck, { ...draft, blockId }), old };
}

/**
 * Strikes an entry that another one, which is there already, stands for. Pure; every other byte stays. Throws as
 * `supersedeEntry` does.
 */
export function strikeEntry(bytes: Uint8Array, id: string, by: string): Uint8Array {
  return rewriteEntry(bytes, id, ({ entry, raw }) => {
    refuseFixed(entry);
    return strikeWords(raw, entry, by);
  });
}

function refuseFixed(entry: Entry): void {
  const isProtected = hasTag(entry.tags, "protected");
  if (!isProtected && !isSuperseded(entry)) return;
  const state = isProtected ? "it is protected" : "it is superseded already";
  throw new LociError("BAD_INPUT", `Cannot replace the entry "${entry.id}": ${state}`, {
    data: { id: entry.id },
  });
}

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
function strikeWords(raw: string, entry: Entry, by: string): string {
  const { box, words, text, tokens } = splitEntry([raw]);
  const anchor = tokens.findLast(({ type }) => type === "date" || type === "field");
  const cut = anchor?.end ?? text.length;
  const metadata = `${words.slice(text.length, cut)} [superseded:: ^${by}]${words.slice(cut)}`;
  const line = `${box}~~${escapeTildes(text)}~~${metadata}`;
  const back = parseEntry([line]);
  const kept = entry.tags.filter(isMark).every((tag) => back.tags.includes(tag));
  const isSame = back.date === entry.date && back.blockId === entry.blockId && kept;
  if (isSame && back.fields.superseded === `^${by}`) return line;
  throw new LociError(
    "BAD_INPUT",
    `Cannot replace the entry "${entry.id}": its words would not read back; edit the file by hand`,
    { data: { id: entry.id } },
  );
}

/**
 * Tildes that would end the stroke early, or start a fence, get a backslash; those in code and addresses stay. In a link in
 * angle brackets a backslash is a backslash.
 */
function escapeTildes(text: string): string {
  const prose = blankCodeSpans(text);
  const escaped = text.replace(addressOrTildes, (found, at: number) => {
    const isEdge = at === 0 || at + found.length === text.length;
    if (prose[at] === " " || found.startsWith("<") || (found.length === 1 && !isEdge)) return found;
    const tildes = "\\~".repeat(found.length);
    return isEscaped(text, at) ? tildes.slice(1) : tildes;
  });
  return isEscaped(text, text.length) ? `${escaped}\\` : escaped;
}

const addressOrTildes = /<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*>|~+/g;
