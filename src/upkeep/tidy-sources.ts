import { isDeepStrictEqual } from "node:util";
import { LociError } from "../errors.ts";
import { type ChangeFile, changedMeanwhile } from "../vault/change-file.ts";
import { learnedAmong, readTeachings, sessionOf } from "../vault/learned-in.ts";
import { listFiles, maxFileBytes } from "../vault/list-files.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { placeOf, resolveInVault, type TopicPath } from "../vault/paths.ts";
import { readOwn } from "../vault/read-settled.ts";
import { setEntryField } from "../vault/set-entry-field.ts";
import type { Entry } from "../vault/topic.ts";

/** Lines of a file that end with `[source:: …]` although the log names that session for them, by their ids. */
export interface SpareSources {
  readonly path: TopicPath;
  readonly sessions: ReadonlyMap<string, string>;
}

/** Finds the lines that Loci wrote before the log alone named their session: without the field, the log still leads there. */
export function findSpareSources(root: string): readonly SpareSources[] {
  const read = listFiles(root).files.flatMap(({ path }) => {
    const bytes = readOwn(resolveInVault(root, path), maxFileBytes);
    return bytes === undefined ? [] : [{ path, bytes }];
  });
  // Most vaults have none: then nothing is parsed.
  const mayName = (bytes: Uint8Array): boolean =>
    /[[(]source *::/i.test(Buffer.from(bytes).toString("latin1"));
  if (!read.some(({ bytes }) => mayName(bytes))) return [];
  const files = read.map(({ path, bytes }) => {
    return { path, entries: parseTopic(path, bytes).entries };
  });
  const bare = files.map(({ path, entries }) => ({ path, entries: entries.map(withoutSource) }));
  const learned = learnedAmong(bare, readTeachings(root));
  return files.flatMap(({ path, entries }, file) => {
    const sessions = entries.flatMap(({ id, fields }, at): [string, string][] => {
      const entry = bare[file]?.entries[at];
      const found = entry && learned.get(entry);
      const session = sessionOf(fields.source ?? "");
      const isSame = found?.isSure === true && found.sessions.size === 1;
      return isSame && found.sessions.has(session) ? [[id, session]] : [];
    });
    return sessions.length === 0 ? [] : [{ path, sessions: new Map(sessions) }];
  });
}

function withoutSource(entry: Entry): Entry {
  const { source: _, ...fields } = entry.fields;
  return { ...entry, fields };
}

/** Takes the field out of these lines; every other byte stays. Returns how many there were. */
export async function dropSources(
  changeFile: ChangeFile,
  spare: readonly SpareSources[],
): Promise<number> {
  let count = 0;
  for (const { path, sessions } of spare) {
    count += await changeFile(
      path,
      (before) => {
        if (before === null) throw changedMeanwhile(path);
        const isMeant = ({ id, fields }: Entry): boolean =>
          sessions.get(id) === sessionOf(fields.source ?? "");
        const { bytes, dropped } = withoutSources(path, before, isMeant);
        return { bytes, result: dropped };
      },
      () => [{ path, topic: placeOf(path).topic, op: "derived" }],
    );
  }
  return count;
}

/** Pure. */
function withoutSources(
  path: TopicPath,
  before: Uint8Array,
  isMeant: (entry: Entry) => boolean,
): { readonly bytes: Uint8Array; readonly dropped: number } {
  const was = parseTopic(path, before);
  const meant = was.entries.filter(isMeant);
  const wanted = was.entries.map((entry) => (isMeant(entry) ? withoutSource(entry) : entry));
  const bytes = cutFields(before, meant);
  const now = parseTopic(path, bytes);
  const isAsMeant =
    isDeepStrictEqual(now.entries, wanted) && isDeepStrictEqual(now.passages, was.passages);
  if (isAsMeant) return { bytes, dropped: meant.length };
  // Some line is written in a way that only the whole grammar knows: one after another then.
  let [rest, dropped] = [before, 0];
  for (const { id } of meant) {
    try {
      rest = setEntryField(rest, id, { key: "source", values: [null] });
      dropped++;
    } catch (error) {
      if (!(error instanceof LociError)) throw error; // It stays as it is.
    }
  }
  return { bytes: rest, dropped };
}

/** Cuts the field where it stands once in the first line of an entry; one character a byte, whatever the encoding. */
function cutFields(before: Uint8Array, entries: readonly Entry[]): Uint8Array {
  const lines = Buffer.from(before)
    .toString("latin1")
    .split(/(?<=\n|\r(?!\n))/);
  for (const { line } of entries) {
    const raw = lines[line - 1] ?? "";
    const [found, ...others] = raw.matchAll(/ \[source::[^[\]\r\n]*\]/gi);
    if (found !== undefined && others.length === 0)
      lines[line - 1] = raw.slice(0, found.index) + raw.slice(found.index + found[0].length);
  }
  return Buffer.from(lines.join(""), "latin1");
}
