import { LociError } from "../errors.ts";
import { type Fact, rankFacts, saysMuch } from "../recall/rank-facts.ts";
import { speakerName } from "../session/speaker-name.ts";
import { appendAll, newTopic, removeEntries } from "../vault/edit/edit-topic.ts";
import { orNone } from "../vault/or-none.ts";
import { placeOf, profilePath, type TopicPath } from "../vault/paths.ts";
import {
  copyName,
  formatEntry,
  hasTag,
  isCopy,
  isCurrent,
  readImportance,
} from "../vault/topic/entry.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import { isSecret } from "../vault/topic/secrets.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { personKey } from "../vault/topic/viewer.ts";
import { linesOf } from "../vault/vault-text.ts";
import type { Change, ChangeFile } from "../vault/write/change-file.ts";
import { readNote } from "../vault/write/read-settled.ts";
import { type Refused, upkeepAgent } from "./apply-steps.ts";
import { type KeptFile, type VaultState, wordsOf } from "./vault-state.ts";

/** Most lines that a profile says again. */
const maxLines = 20;

/** Lines that a profile gets and loses; they say again what other lines say, and name these. */
export interface ProfileChange {
  readonly file: TopicPath;
  /** As they are spelt behind their marker. */
  readonly come: readonly string[];
  readonly gone: readonly string[];
}

/** A change with all that the profile is to say. */
export interface WantedProfile extends ProfileChange {
  readonly copies: readonly Copy[];
}

/** What each person's profile is to say: of what is known of them, the lines that tell most. */
export function lookForProfiles(state: VaultState): WantedProfile[] {
  const people = new Set(
    state.files.flatMap(({ scope }) => (scope.startsWith("people/") ? scope.slice(7) : [])),
  );
  return [...people].sort().flatMap((person) => {
    const file = profilePath(person);
    if (file === undefined) return [];
    const copies = copiesFor(state, person);
    // A link, or a folder, is not Loci's to write through.
    const before = orNone(() => readNote(state.root, file) ?? new Uint8Array());
    if (before === undefined) return [];
    const { come, leaving } = compare(file, before, copies);
    const gone = leaving.map(({ words }) => words);
    return come.length + gone.length === 0 ? [] : { file, come, gone, copies };
  });
}

/** Writes them, a file at a time; a file that cannot be written is left alone. */
export async function writeProfiles(
  changeFile: ChangeFile,
  profiles: readonly WantedProfile[],
  today: string,
): Promise<{ readonly done: readonly ProfileChange[]; readonly refused: readonly Refused[] }> {
  const done: ProfileChange[] = [];
  const refused: Refused[] = [];
  for (const { file, come, gone, copies } of profiles) {
    const { scope } = placeOf(file);
    const title = speakerName(scope.slice("people/".length));
    const change: Change<null> = (bytes) => {
      const before = bytes ?? newTopic({ title, created: today });
      const now = compare(file, before, copies);
      const ids = now.leaving.map(({ id }) => id);
      const rest = removeEntries(before, ids).bytes;
      const added = now.come.map((words) => () => words);
      const ops = [...added.map(() => "learned" as const), ...ids.map(() => "removed" as const)];
      return { bytes: appendAll(rest, added), result: null, ops };
    };
    try {
      await changeFile(file, change, upkeepAgent);
      done.push({ file, come, gone });
    } catch (error) {
      if (!(error instanceof LociError)) throw error;
      const reason = `${file} was left alone: ${error.message}`;
      refused.push({ task: "profile", scope, reason });
    }
  }
  return { done, refused };
}

/** What a profile is to say again. */
interface Copy {
  readonly text: string;
  /** What it is of. */
  readonly name: string;
  /** As it is spelt behind its marker. */
  readonly words: string;
}

/** The most telling first. */
function copiesFor({ files, today }: VaultState, person: string): readonly Copy[] {
  const facts = files.flatMap((file) =>
    file.topic.entries.flatMap((entry) => {
      const isTheirs = isOwn(file, entry, person) && tellsNow(file, entry, today);
      return isTheirs ? toFact(file, entry) : [];
    }),
  );
  return rankFacts(facts.filter(saysMuch), maxLines).flatMap(toCopy);
}

function isOwn({ scope }: KeptFile, { owner }: Entry, person: string): boolean {
  const isAbout = owner === personKey(person);
  return scope === `people/${person}` ? owner === "" || isAbout : scope === "" && isAbout;
}

function tellsNow(file: KeptFile, entry: Entry, today: string): boolean {
  const isPlain = entry.task === undefined && wordsOf(entry, file.lines) !== undefined;
  return isPlain && isCurrent(entry, today) && !isSecret(entry, file.topic);
}

interface KnownFact extends Fact {
  readonly entry: Entry;
}

function toFact({ path }: KeptFile, entry: Entry): KnownFact {
  const { text, date = "", fields, tags } = entry;
  return {
    entry,
    text,
    date,
    file: path,
    key: fields.key ?? "",
    isOwn: true,
    importance: readImportance(fields.importance),
    isPreference: hasTag(tags, "preference"),
    isProtected: hasTag(tags, "protected"),
  };
}

/** None where Markdown would not give them back. */
function toCopy({ text, entry, file }: KnownFact): Copy[] {
  const name = copyName(file, entry);
  const fields = { "copy-of": name };
  const words = orNone(() => formatEntry({ text, date: entry.date, fields }));
  return words === undefined ? [] : [{ text, name, words }];
}

/** Pure: what comes into a profile that is to say these, and which of its lines go. */
function compare(file: TopicPath, before: Uint8Array, wanted: readonly Copy[]) {
  const lines = linesOf(before);
  const { entries } = parseTopic(file, before);
  const copies = entries.filter(isCopy).map((entry) => {
    const { id, fields } = entry;
    return { id, of: fields["copy-of"], words: wordsOf(entry, lines) };
  });
  // What people say there themselves, and a copy that they wrote something below.
  const said = new Set(entries.flatMap((entry) => (isCopy(entry) ? [] : entry.text)));
  const kept = new Set(copies.flatMap(({ words, of }) => (words === undefined ? of : [])));
  const open = wanted.filter(({ text, name }) => !said.has(text) && !kept.has(name));
  const missing = new Set(open.map(({ words }) => words));
  const leaving = copies.flatMap(({ id, words }) => {
    const stays = words === undefined || missing.delete(words);
    return stays ? [] : { id, words };
  });
  return { come: [...missing], leaving };
}
