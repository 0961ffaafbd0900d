import { LociError } from "../../errors.ts";
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
import { withField } from "./entry-fields.ts";

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
  const blockId = freshBlockId(bytes, draft.text);
  const words = (marker: string): string => formatEntry({ ...draft, blockId }, marker);
  return appendAll(strikeEntry(bytes, id, blockId), [words], section);
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
  const refuse = (state: string): never => {
    throw new LociError("BAD_INPUT", `Cannot replace the entry "${entry.id}": ${state}`, {
      data: { id: entry.id },
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
