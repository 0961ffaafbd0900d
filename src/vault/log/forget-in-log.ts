import { placeOf, type TopicPath } from "../paths.ts";
import { splitRows } from "../split-lines.ts";
import { normalText } from "../topic/entry.ts";
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

/**
 * Takes entries out of a digest log: their lines with what was said, the same sentence behind other memories of that
 * conversation, what was not saved but paraphrases them, and a summary that mentions them. Pure; every other line
 * stays byte for byte, the session's too. Returns also the lines that went (from 0), the sessions whose summary did, and
 * the person's words behind each of the entries.
 */
export function forgetInLog(bytes: Uint8Array, entries: readonly ForgottenEntry[]) {
  const gone = new Set<number>();
  const summariesGone = new Set<string>();
  const all = entries.map((entry) => {
    return { ...entry, plain: normalText(entry.text), said: [] as string[] };
  });
  for (const block of readLogBlocks(bytes)) {
    const session = sessionOf(block.digest.session);
    for (const entry of all) {
      const isOfSource = session !== "" && entry.sessions?.includes(session) === true;
      const { rows, said } = findTraces(block, { ...entry, isOfSource });
      entry.said.push(...said);
      for (const { line, end } of rows) for (let at = line; at < end; at++) gone.add(at);
      if (rows.some(({ type }) => type === "summary")) summariesGone.add(session);
    }
  }
  summariesGone.delete("");
  // One character a byte, so that lines are what they were whatever the encoding.
  const lines = splitRows(Buffer.from(bytes).toString("latin1"));
  const rest = Buffer.from(lines.filter((_, at) => !gone.has(at)).join(""), "latin1");
  const said = all.map((entry) => entry.said);
  return { bytes: gone.size === 0 ? bytes : rest, gone, summariesGone: [...summariesGone], said };
}

interface Meant extends ForgottenEntry {
  readonly plain: string;
  /** The block is of the conversation that it was learned in. */
  readonly isOfSource: boolean;
}

/** The rows of a block that go with an entry, and what was said of which it was learned. */
function findTraces(block: LogBlock, meant: Meant) {
  const { plain, text, file, isOfSource } = meant;
  const own = new Set(block.digest.lines.filter((line) => isAbout(line, meant, block.digest)));
  const isReplaced = ({ type, words, says }: LogRow): boolean => {
    const isHere = isOfSource || (says !== undefined && "file" in says && says.file === file);
    return type === "was" && isHere && normalText(words) === plain;
  };
  if (!isOfSource && own.size === 0 && !block.rows.some(isReplaced)) return { rows: [], said: [] };
  const said = [...own].flatMap((line) => ("said" in line && line.said) || []);
  const mentions = createMentionMatcher([text, ...said]);
  const isRetold = ({ type, words, says }: LogRow): boolean => {
    if (type === "said") return mentions.quotes(words);
    const isLeftOut = says?.type === "kept" && says.reason.startsWith("not saved");
    return (type === "summary" || (type === "item" && isLeftOut)) && mentions.reveals(words);
  };
  const isOwn = ({ says }: LogRow): boolean => says !== undefined && own.has(says);
  return { rows: block.rows.filter((row) => isOwn(row) || isReplaced(row) || isRetold(row)), said };
}

/** A line that names the file must name this one, unless its block is of the very conversation: entries move. */
function isAbout(
  line: DigestLine,
  { plain, file, isOfSource }: Meant,
  block: DigestBlock,
): boolean {
  if (line.type === "changed" || normalText(line.text) !== plain) return false;
  if (isOfSource) return true;
  if ("file" in line) return line.file === file;
  // Lines without a file: another person's, or another agent's, are not about what is in this one's folder.
  const [group, owner] = placeOf(file).scope.split("/");
  if (group === "people") return block.person === null || block.person === owner;
  return group !== "agents" || block.agent === owner;
}
