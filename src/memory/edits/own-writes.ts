import { keptCaptures } from "../../vault/captures.ts";
import type { OwnTexts } from "../../vault/edits/fold-own.ts";
import { textId } from "../../vault/entry.ts";
import { countLines, toLines } from "../../vault/merge-lines.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { readLedger, type Write } from "../../vault/recent-writes.ts";
import { sha256Hex } from "../../vault/sha256.ts";
import type { VaultFile } from "../../vault/vault-file.ts";

/** What Loci's processes lately wrote into a file. */
interface OwnWrites {
  readonly texts: OwnTexts;
  /** The version that is in place was put there by Loci. */
  readonly isLast: boolean;
}

/** Distinguishes Loci's own writes, by any process, from manual edits. */
export interface OwnWriteReader {
  /**
   * What Loci lately did to a file, where something is new in its bookkeeping or in the file since the last call. Only
   * under the vault's lock: in between, a file may be written and its ledger not yet.
   */
  read(file: VaultFile, bytes: Uint8Array): OwnWrites | undefined;
}

/**
 * The ledger has two kinds of rows: what Loci wrote, and versions by hand that it looked at while mending. The second
 * kind is known by its hash: a version that was in place, and in no row, when the ledger ended with the row before.
 */
export function createOwnWriteReader(): OwnWriteReader {
  const seenByPath = new Map<string, Seen>();
  return {
    read(file, bytes) {
      const { last, writes } = readLedger(file);
      const rows = writes();
      const died = findUnnoted(file, rows);
      const seen = seenByPath.get(file.path);
      if (last === undefined && died.length === 0) {
        seenByPath.delete(file.path);
        return undefined;
      }
      const hash = sha256Hex(bytes);
      const ended = last === undefined ? "" : keyOf(last);
      const state = `${ended} ${hash}`;
      if (seen?.state === state) return undefined;
      const looks = findLooks(rows, seen);
      const byHand = last?.hash === hash ? undefined : { hash, behind: ended };
      seenByPath.set(file.path, { state, looks, byHand });
      const own = rows.filter((row) => !looks.has(keyOf(row)));
      const unnoted = died.map(({ before, after }) => difference(before, after ?? bytes));
      const lines = [linesOf(own), ...unnoted];
      return {
        texts: {
          added: textIds(
            file,
            lines.flatMap(({ added }) => added),
          ),
          removed: textIds(
            file,
            lines.flatMap(({ removed }) => removed),
          ),
        },
        isLast: died.length > 0 || own.at(-1)?.hash === hash,
      };
    },
  };
}

interface Seen {
  readonly state: string;
  /** Rows of versions by hand. */
  readonly looks: ReadonlySet<string>;
  /** A version by hand that has no row yet, and the row before. */
  readonly byHand: { readonly hash: string; readonly behind: string } | undefined;
}

const keyOf = ({ at, hash }: Write): string => `${at} ${hash}`;

function findLooks(rows: readonly Write[], seen: Seen | undefined): ReadonlySet<string> {
  const keys = rows.map(keyOf);
  const looks = new Set(keys.filter((key) => seen?.looks.has(key) === true));
  const next = seen?.byHand && rows[keys.indexOf(seen.byHand.behind) + 1];
  if (next !== undefined && next.hash === seen?.byHand?.hash) looks.add(keyOf(next));
  return looks;
}

interface Lines {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const linesOf = (rows: readonly Write[]): Lines => ({
  added: rows.flatMap(({ added }) => added.map(({ line }) => line)),
  removed: rows.flatMap(({ removed }) => removed.map(([line]) => line)),
});

/** Whether Loci took the file away: that leaves what it was, and nothing in the ledger. */
export function isTakenAway(file: VaultFile): boolean {
  return findUnnoted(file, readLedger(file).writes()).length > 0;
}

interface Unnoted {
  readonly before: Uint8Array;
  /** What the next replacement found; undefined where there is none. */
  readonly after: Uint8Array | undefined;
}

/**
 * Replacements without a row: a process that was killed between replacing a file and noting it leaves only what it
 * replaced. All that is new since then, and before the next, counts as its work.
 */
function findUnnoted(file: VaultFile, rows: readonly Write[]): Unnoted[] {
  const captures = keptCaptures(file);
  const wrote = rows.filter(({ added, removed }) => added.length + removed.length > 0);
  return captures.flatMap(({ at, readBase }, i) => {
    const next = captures[i + 1];
    const end = next?.at ?? Number.POSITIVE_INFINITY;
    if (wrote.some((row) => at <= row.at && row.at <= end)) return [];
    const before = readBase();
    return before === undefined ? [] : [{ before, after: next?.readBase() }];
  });
}

function difference(before: Uint8Array, now: Uint8Array): Lines {
  const [had, has] = [countLines(toLines(before)), countLines(toLines(now))];
  const fewerIn = (some: typeof had, all: typeof had): string[] =>
    [...all].filter(([line, count]) => (some.get(line) ?? 0) < count).map(([line]) => line);
  return { added: fewerIn(had, has), removed: fewerIn(has, had) };
}

/** Of lines as a ledger keeps them: each for itself, and together, where an entry runs over several. */
function textIds({ path }: VaultFile, lines: readonly string[]): ReadonlySet<string> {
  const texts = [...lines, `\n${lines.join("\n")}`];
  return new Set(
    texts.flatMap((text) => {
      const { entries } = parseTopic(path, Buffer.from(text, "latin1"));
      return entries.map((entry) => textId(entry.text));
    }),
  );
}
