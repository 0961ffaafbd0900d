import { placeOf, type TopicPath } from "../paths.ts";
import { isBlankLine, splitLines } from "../split-lines.ts";
import { textId } from "../topic/entry.ts";
import { decodeText } from "../vault-text.ts";
import { type DigestBlock, type LogBlock, type LogItem, readLogBlocks } from "./digest-log.ts";
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
  const meantIn = entriesByMention(entries);
  const found = readLogBlocks(bytes).flatMap((block) => {
    const session = sessionOf(block.digest.session);
    const meant = [...meantIn(block, session)];
    return meant.map((entry) => ({ block, session, entry, ...findIn(block, entry, session) }));
  });
  for (const one of found) {
    const summary = one.isSummaryGone ? summaryLines(one.block, lines) : [];
    for (const line of [...one.lines, ...summary]) gone.add(line);
    said[one.entry.at]?.push(...one.said);
    if (one.isSummaryGone && one.session !== "") summariesGone.add(one.session);
  }
  const rest = gone.size === 0 ? bytes : withoutLines(bytes, gone);
  return { bytes: rest, gone, summariesGone: [...summariesGone], said };
}

type MeantEntry = ForgottenEntry & { readonly id: string; readonly at: number };

/** Those that a block may be about: learned in its conversation, or told by it. */
function entriesByMention(entries: readonly ForgottenEntry[]) {
  const meant = entries.map((entry, at): MeantEntry => ({ ...entry, id: textId(entry.text), at }));
  const byId = Map.groupBy(meant, ({ id }) => id);
  const taught = meant.flatMap((entry) =>
    (entry.sessions ?? []).map((session) => ({ session, entry })),
  );
  const bySession = Map.groupBy(taught, ({ session }) => session);
  return ({ items }: LogBlock, session: string): ReadonlySet<MeantEntry> => {
    const own = (session === "" ? undefined : bySession.get(session)) ?? [];
    const texts = items.flatMap(({ says, nested }) => [
      ...("text" in says ? [says.text] : []),
      ...nested.flatMap(({ key, words }) => (key === "was" ? words : [])),
    ]);
    const told = texts.flatMap((text) => byId.get(textId(text)) ?? []);
    return new Set([...own.map(({ entry }) => entry), ...told]);
  };
}

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

function findIn({ digest, items }: LogBlock, entry: MeantEntry, session: string) {
  const isOfSource = session !== "" && entry.sessions?.includes(session) === true;
  const isOwn = (item: LogItem): boolean => isAbout(item, { digest, entry, isOfSource });
  const own = items.filter(isOwn);
  const others = items.filter((item) => !isOwn(item));
  const was = others
    .filter(({ says }) => isOfSource || ("file" in says && says.file === entry.file))
    .flatMap(({ nested }) => nested.filter((one) => one.key === "was" && isSame(one.words, entry)));
  const isMentioned = own.length > 0 || isOfSource;
  if (!isMentioned && was.length === 0) return { lines: [], isSummaryGone: false, said: [] };
  const said = own.flatMap(({ says }) => ("said" in says ? (says.said ?? []) : []));
  const mentions = createMentionMatcher([entry.text, ...said]);
  const retold = others.filter(
    ({ says }) =>
      says.type === "kept" && says.reason.startsWith("not saved") && mentions.reveals(says.text),
  );
  const quotes = others.flatMap(({ nested }) =>
    nested.filter(({ key, words }) => key === "said" && mentions.quotes(words)),
  );
  const along = isMentioned ? [...retold, ...quotes] : [];
  const all = [...own, ...own.flatMap(({ nested }) => nested), ...was, ...along];
  const { summary } = digest;
  return {
    lines: all.map(({ line }) => line),
    isSummaryGone:
      summary !== "" && (isMentioned ? mentions.reveals(summary) : mentions.quotes(summary)),
    said,
  };
}

const isSame = (text: string, { id }: MeantEntry): boolean => textId(text) === id;

interface Sought {
  readonly digest: DigestBlock;
  readonly entry: MeantEntry;
  readonly isOfSource: boolean;
}

/** A line that names the file must name this one, unless its block is of the very conversation: entries move. */
function isAbout({ says }: LogItem, { digest, entry, isOfSource }: Sought): boolean {
  if (says.type === "changed" || !isSame(says.text, entry)) return false;
  if (isOfSource) return true;
  return "file" in says ? says.file === entry.file : mayMean(digest, entry);
}

/** Lines without a file: another person's, or another agent's, are not about what is in this one's folder. */
function mayMean({ person, agent }: DigestBlock, { file }: ForgottenEntry): boolean {
  const [group, id] = placeOf(file).scope.split("/");
  if (group === "people") return person === null || person === id;
  return group !== "agents" || agent === id;
}
