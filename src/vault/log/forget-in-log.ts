import { placeOf, type TopicPath } from "../paths.ts";
import { isBlankLine, splitLines } from "../split-lines.ts";
import { textId } from "../topic/entry.ts";
import { decodeText } from "../vault-text.ts";
import { type DigestBlock, readItem, toDigestBlock } from "./digest-log.ts";
import { sessionOf } from "./learned-in.ts";
import { type LogBlock, type LogItem, readLogBlocks } from "./log-blocks.ts";
import { createMentionMatcher } from "./mention-matcher.ts";

/** An entry whose words are to leave the digest log. */
export interface ForgottenEntry {
  readonly text: string;
  readonly file: TopicPath;
  /** The sessions that it was learned in, as far as they are known. */
  readonly sessions?: readonly string[];
}

export interface ForgottenInLog {
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
  const meantIn = entriesByMention(entries);
  for (const block of readLogBlocks(lines)) {
    const digest = toDigestBlock(block);
    const session = sessionOf(digest.session);
    for (const entry of meantIn(block, session)) {
      const found = findIn({ block, digest, session }, entry);
      const summary = found.isSummaryGone ? summaryLines(block, lines) : [];
      for (const line of [...found.lines, ...summary]) gone.add(line);
      said[entry.at]?.push(...found.said);
      if (found.isSummaryGone && session !== "") summariesGone.add(session);
    }
  }
  return {
    bytes: gone.size === 0 ? bytes : withoutLines(bytes, gone),
    gone,
    summariesGone: [...summariesGone],
    said,
  };
}

type MeantEntry = ForgottenEntry & { readonly id: string; readonly at: number };

/** Those that a block may be about: learned in its conversation, or told by it. */
function entriesByMention(
  entries: readonly ForgottenEntry[],
): (block: LogBlock, session: string) => ReadonlySet<MeantEntry> {
  const meant = entries.map((entry, at) => ({ ...entry, id: textId(entry.text), at }));
  const byId = Map.groupBy(meant, ({ id }) => id);
  const bySession = Map.groupBy(
    meant.flatMap((entry) => (entry.sessions ?? []).map((session) => ({ session, entry }))),
    ({ session }) => session,
  );
  return (block, session) => {
    const own = session === "" ? undefined : bySession.get(session);
    const ofSource = own?.map(({ entry }) => entry) ?? [];
    return new Set([...ofSource, ...textIdsOf(block).flatMap((id) => byId.get(id) ?? [])]);
  };
}

/** Of all that a block says of memories. */
const textIdsOf = ({ items }: LogBlock): string[] =>
  items.flatMap((item) => [
    ...readItem(item).flatMap((line) => (line.type === "changed" ? [] : [textId(line.text)])),
    ...item.nested.flatMap(({ key, words }) => (key === "was" ? [textId(words)] : [])),
  ]);

/** The lines of the summary, and a blank one below where there is one above. */
function summaryLines({ summary }: LogBlock, lines: readonly string[]): number[] {
  const at = summary.map(({ line }) => line);
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

interface Found {
  readonly lines: readonly number[];
  readonly isSummaryGone: boolean;
  readonly said: readonly string[];
}

interface ReadBlock {
  readonly block: LogBlock;
  readonly digest: DigestBlock;
  readonly session: string;
}

function findIn({ block, digest, session }: ReadBlock, entry: MeantEntry): Found {
  const { id } = entry;
  const isOfSource = session !== "" && entry.sessions?.includes(session) === true;
  const isMeant = (item: LogItem): boolean => isOwn(item, { digest, entry, id, isOfSource });
  const { true: own = [], false: others = [] } = Object.groupBy(block.items, (item) =>
    isMeant(item) ? "true" : "false",
  );
  const was = others
    .filter((item) => isOfSource || fileOf(item) === entry.file)
    .flatMap(({ nested }) => nested.filter((one) => one.key === "was" && textId(one.words) === id));
  const isMentioned = own.length > 0 || isOfSource;
  if (!isMentioned && was.length === 0) return { lines: [], isSummaryGone: false, said: [] };
  const said = own.flatMap((item) => readItem(item).flatMap((line) => saidOf(line) ?? []));
  const mentions = createMentionMatcher([entry.text, ...said]);
  const quotes = others.flatMap(({ nested }) =>
    nested.filter(({ key, words }) => isMentioned && key === "said" && mentions.quotes(words)),
  );
  const paraphrased = isMentioned
    ? others.filter((item) => leftOut(item).some(mentions.paraphrases))
    : [];
  const all = [...own, ...own.flatMap(({ nested }) => nested), ...was, ...quotes, ...paraphrased];
  const { summary } = digest;
  return {
    lines: all.map(({ line }) => line),
    isSummaryGone:
      summary !== "" && (isMentioned ? mentions.paraphrases(summary) : mentions.quotes(summary)),
    said,
  };
}

/** The words of what was not saved: it may paraphrase what was. */
const leftOut = (item: LogItem): string[] =>
  readItem(item).flatMap((line) =>
    line.type === "kept" && line.reason.startsWith("not saved") ? line.text : [],
  );

interface Sought {
  readonly digest: DigestBlock;
  readonly entry: ForgottenEntry;
  readonly id: string;
  readonly isOfSource: boolean;
}

/** A line that names the file must name this one, unless its block is of the very conversation: entries move. */
function isOwn(item: LogItem, { digest, entry, id, isOfSource }: Sought): boolean {
  return readItem(item).some((line) => {
    if (line.type === "changed" || textId(line.text) !== id) return false;
    if (isOfSource) return true;
    return "file" in line ? line.file === entry.file : mayMean(digest, entry);
  });
}

/** Lines without a file: another person's, or another agent's, are not about what is in this one's folder. */
function mayMean({ person, agent }: DigestBlock, { file }: ForgottenEntry): boolean {
  const [group, id] = placeOf(file).scope.split("/");
  if (group === "people") return person === null || person === id;
  return group !== "agents" || agent === id;
}

const fileOf = (item: LogItem): string =>
  readItem(item).flatMap((line) => ("file" in line ? line.file : []))[0] ?? "";

const saidOf = (line: ReturnType<typeof readItem>[number]): string | undefined =>
  "said" in line ? line.said : undefined;
