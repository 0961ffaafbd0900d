import { placeOf, type TopicPath } from "../paths.ts";
import { splitRows } from "../split-lines.ts";
import { textId } from "../topic/entry.ts";
import {
  type DigestBlock,
  type DigestLine,
  type LogBlock,
  type LogRow,
  readLogBlocks,
} from "./digest-log.ts";
import { sessionOf } from "./learned-in.ts";
import { createMentionMatcher } from "./mention-matcher.ts";

/** An entry whose words are to leave the digest log. */
export interface ForgottenEntry {
  readonly text: string;
  readonly file: TopicPath;
  /** The sessions that it was learned in, as far as they are known. */
  readonly sessions?: readonly string[];
}

interface ForgottenInLog {
  readonly bytes: Uint8Array;
  /** The lines that went, from 0. */
  readonly gone: ReadonlySet<number>;
  /** Sessions whose summary went. */
  readonly summariesGone: readonly string[];
  /** The person's words behind each of the entries, in their order. */
  readonly said: readonly (readonly string[])[];
}

/**
 * Takes entries out of a digest log: their lines with what was said, the same sentence behind other memories of that
 * conversation, what was not saved but paraphrases them, and a summary that mentions them. Pure; every other line
 * stays byte for byte, the session's too.
 */
export function forgetInLog(bytes: Uint8Array, entries: readonly ForgottenEntry[]): ForgottenInLog {
  const gone = new Set<number>();
  const summariesGone = new Set<string>();
  const all = entries.map((entry) => ({ ...entry, id: textId(entry.text), said: [] as string[] }));
  const meantIn = findMeant(all);
  for (const block of readLogBlocks(bytes)) {
    for (const entry of meantIn(block)) {
      const own = block.digest.lines.filter((line) => isAbout(line, entry, block.digest));
      entry.said.push(...own.flatMap(saidIn));
      for (const { line, end, type } of rowsToGo(block, entry, own)) {
        for (let at = line; at < end; at++) gone.add(at);
        if (type === "summary") summariesGone.add(sessionOf(block.digest.session));
      }
    }
  }
  summariesGone.delete("");
  // One character a byte, so that lines are what they were whatever the encoding.
  const lines = splitRows(Buffer.from(bytes).toString("latin1"));
  const rest = Buffer.from(lines.filter((_, at) => !gone.has(at)).join(""), "latin1");
  const said = all.map((entry) => entry.said);
  return { bytes: gone.size === 0 ? bytes : rest, gone, summariesGone: [...summariesGone], said };
}

type Meant = ForgottenEntry & { readonly id: string };

/** Finds entries by what a block knows of them: the id of their text, and each session that they were learned in. */
function findMeant<T extends Meant>(entries: readonly T[]): (block: LogBlock) => ReadonlySet<T> {
  const keyed = entries.flatMap((entry) =>
    [entry.id, ...(entry.sessions ?? [])].map((key) => ({ key, entry })),
  );
  const entriesByKey = Map.groupBy(keyed, ({ key }) => key);
  return ({ digest, rows }) => {
    const keys = [...rows.map(({ words }) => textId(words)), sessionOf(digest.session)];
    const meant = keys.flatMap((key) => (key === "" ? [] : (entriesByKey.get(key) ?? [])));
    return new Set(meant.map(({ entry }) => entry));
  };
}

/** The rows of a block that go with an entry; `own`: the lines about it. */
function rowsToGo(
  { digest, rows }: LogBlock,
  { id, text, file, sessions }: Meant,
  own: readonly DigestLine[],
): readonly LogRow[] {
  const isOfSource = sessions?.includes(sessionOf(digest.session)) === true;
  const about = new Set(own);
  const isOwn = ({ says }: LogRow): boolean => says !== undefined && about.has(says);
  const isReplaced = ({ type, words, says }: LogRow): boolean => {
    const isHere = isOfSource || (says !== undefined && "file" in says && says.file === file);
    return type === "was" && isHere && textId(words) === id;
  };
  if (!isOfSource && own.length === 0 && !rows.some(isReplaced)) return [];
  const mentions = createMentionMatcher([text, ...own.flatMap(saidIn)]);
  const isRetold = ({ type, words, says }: LogRow): boolean => {
    if (type === "said") return mentions.quotes(words);
    const isLeftOut = says?.type === "kept" && says.reason.startsWith("not saved");
    return (type === "summary" || (type === "item" && isLeftOut)) && mentions.reveals(words);
  };
  return rows.filter((row) => isOwn(row) || isReplaced(row) || isRetold(row));
}

const saidIn = (line: DigestLine): readonly string[] =>
  "said" in line && line.said !== undefined ? [line.said] : [];

/** A line that names the file must name this one, unless its block is of the very conversation: entries move. */
function isAbout(line: DigestLine, { id, file, sessions }: Meant, block: DigestBlock): boolean {
  if (line.type === "changed" || textId(line.text) !== id) return false;
  if (sessions?.includes(sessionOf(block.session)) === true) return true;
  if ("file" in line) return line.file === file;
  // Lines without a file: another person's, or another agent's, are not about what is in this one's folder.
  const [group, owner] = placeOf(file).scope.split("/");
  if (group === "people") return block.person === null || block.person === owner;
  return group !== "agents" || block.agent === owner;
}
