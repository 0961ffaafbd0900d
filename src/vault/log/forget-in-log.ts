import { placeOf, type TopicPath } from "../paths.ts";
import { isBlankLine, splitLines } from "../split-lines.ts";
import { textId } from "../topic/entry.ts";
import { decodeText } from "../vault-text.ts";
import { type LogBlock, type LogItem, readLogBlocks } from "./digest-log.ts";
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
  const lines = splitLines(decodeText(bytes).text);
  const gone = new Set<number>();
  const summariesGone = new Set<string>();
  const said = entries.map((): string[] => []);
  const entriesByKey = Map.groupBy(entries.flatMap(meantBy), ({ key }) => key);
  for (const block of readLogBlocks(bytes)) {
    const session = sessionOf(block.digest.session);
    const keys = [session, ...textsOf(block).map(textId)].filter((key) => key !== "");
    const meant = keys.flatMap((key) => entriesByKey.get(key) ?? []);
    for (const entry of new Set(meant.map((one) => one.entry))) {
      const found = findIn({ block, session, entry });
      const summary = found.isSummaryGone ? summaryLines(block, lines) : [];
      for (const line of [...found.lines, ...summary]) gone.add(line);
      said[entry.at]?.push(...found.said);
      if (found.isSummaryGone && session !== "") summariesGone.add(session);
    }
  }
  const rest = gone.size === 0 ? bytes : withoutLines(bytes, gone);
  return { bytes: rest, gone, summariesGone: [...summariesGone], said };
}

type MeantEntry = ForgottenEntry & { readonly id: string; readonly at: number };

/** An entry by what a block knows it: the id of its text, and each session that it was learned in. */
function meantBy(given: ForgottenEntry, at: number) {
  const entry: MeantEntry = { ...given, id: textId(given.text), at };
  return [entry.id, ...(entry.sessions ?? [])].map((key) => ({ key, entry }));
}

/** What a block says of memories, and what they replaced. */
const textsOf = ({ items }: LogBlock): string[] =>
  items.flatMap(({ says, nested }) => [
    ...("text" in says ? [says.text] : []),
    ...nested.flatMap(({ key, words }) => (key === "was" ? words : [])),
  ]);

/** The lines of the summary, and a blank one below where there is one above. */
function summaryLines({ summaryLines: at }: LogBlock, lines: readonly string[]): readonly number[] {
  const [above, below] = [(at[0] ?? 0) - 1, (at.at(-1) ?? 0) + 1];
  const isApart = below < lines.length && isBlankLine(lines[above]) && isBlankLine(lines[below]);
  return isApart ? [...at, below] : at;
}

/** One character a byte, so that lines are what they were whatever the encoding. */
function withoutLines(bytes: Uint8Array, gone: ReadonlySet<number>): Uint8Array {
  const lines = Buffer.from(bytes)
    .toString("latin1")
    .split(/(?<=\n|\r(?!\n))/);
  return Buffer.from(lines.filter((_, line) => !gone.has(line)).join(""), "latin1");
}

interface Sought {
  readonly block: LogBlock;
  readonly session: string;
  readonly entry: MeantEntry;
}

function findIn(sought: Sought) {
  const { block, session, entry } = sought;
  const isOfSource = entry.sessions?.includes(session) === true;
  const own = block.items.filter((item) => isAbout(item, sought, isOfSource));
  const others = block.items.filter((item) => !own.includes(item));
  const was = others
    .filter(({ says }) => isOfSource || ("file" in says && says.file === entry.file))
    .flatMap(({ nested }) =>
      nested.filter(({ key, words }) => key === "was" && textId(words) === entry.id),
    );
  const said = own.flatMap(({ says }) => ("said" in says ? (says.said ?? []) : []));
  if (!isOfSource && own.length + was.length === 0)
    return { lines: [], isSummaryGone: false, said };
  const mentions = createMentionMatcher([entry.text, ...said]);
  const retold = others.filter(
    ({ says }) =>
      says.type === "kept" && says.reason.startsWith("not saved") && mentions.reveals(says.text),
  );
  const quotes = others.flatMap(({ nested }) =>
    nested.filter(({ key, words }) => key === "said" && mentions.quotes(words)),
  );
  const all = [...own, ...own.flatMap(({ nested }) => nested), ...was, ...retold, ...quotes];
  return {
    lines: all.map(({ line }) => line),
    isSummaryGone: mentions.reveals(block.digest.summary),
    said,
  };
}

/** A line that names the file must name this one, unless its block is of the very conversation: entries move. */
function isAbout({ says }: LogItem, { block, entry }: Sought, isOfSource: boolean): boolean {
  if (says.type === "changed" || textId(says.text) !== entry.id) return false;
  if (isOfSource) return true;
  if ("file" in says) return says.file === entry.file;
  // Lines without a file: another person's, or another agent's, are not about what is in this one's folder.
  const { person, agent } = block.digest;
  const [group, id] = placeOf(entry.file).scope.split("/");
  if (group === "people") return person === null || person === id;
  return group !== "agents" || agent === id;
}
