import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type TopicPath, toFilePath } from "../paths.ts";
import { sha256Hex } from "../sha256.ts";
import { linesLike } from "./alike-lines.ts";
import { countLines, fromLines, insertLine, lineKey, toLines } from "./merge-lines.ts";
import { readOwn, writeOwn } from "./read-settled.ts";
import { fileKey, type VaultFile } from "./vault-file.ts";

/** One replacement of a file by Loci, or another program's version that Loci has read. */
export interface Write {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** SHA-256 and size of the version that was then in place. */
  readonly hash: string;
  readonly size: number;
  readonly added: readonly AddedLine[];
  /** Lines that became fewer, or are given up, with how many are left. */
  readonly removed: readonly (readonly [line: string, count: number])[];
}

/** A line as in merge-lines.ts. */
interface AddedLine {
  readonly line: string;
  /** How many of it the file had then. */
  readonly count: number;
  /** The lines above it, nearest first. */
  readonly before: readonly string[];
  /** Lines like it that the file had then: one that is new is this one, edited. None: not looked for. */
  readonly alike?: readonly string[];
  /** It had vanished, and was put back by this write. */
  readonly isRestored?: boolean;
}

/** How long an editor's old buffer is expected to come back. */
export const ledgerMs = 600_000;
/** A person needs longer than this to see a restored line and take it out again. */
const secondLookMs = 5_000;
const anchors = 3;
/** Of so many lines saved at once each is compared with the file's others. */
const maxCompared = 20;
/** More than a person writes; a ledger that claims more is not believed, so that none can exhaust a recall. */
const maxEqualLines = 1_000;
const maxLineBytes = 2 ** 20;
const maxLedgerBytes = 16 * 2 ** 20;
const maxReturning = 10_000;

/** The ledger of one file: what Loci lately wrote into it and took out of it. */
export interface Ledger {
  readonly last: Write | undefined;
  /** Oldest first; those too old to matter are left out. */
  writes(): Write[];
  /** Only under the lock, and with no other writer since the ledger was read. */
  append(write: Write): void;
}

/** Reads the ledger of a file; most calls need the last row only, so the others are parsed on demand. */
export function readLedger({ lociDir, path, clock }: VaultFile): Ledger {
  const ledger = ledgerPath(lociDir, path);
  const rows = readRows(ledger).slice(1);
  const [first, last] = [rows.at(0), rows.at(-1)].map((row) => (row ? parseRow(row) : undefined));
  const writes = (): Write[] => {
    const now = clock.now();
    return rows.flatMap((row) => parseRow(row) ?? []).filter(({ at }) => now - at < ledgerMs);
  };
  const append = (write: Write): void => {
    if (first !== undefined && write.at - first.at < 2 * ledgerMs) {
      writeOwn(ledger, `\n${JSON.stringify(write)}`, "append");
      return;
    }
    mkdirSync(ledgerDir(lociDir), { recursive: true });
    const kept = [{ path }, ...writes(), write].map((row) => JSON.stringify(row));
    writeOwn(ledger, kept.join("\n"), "replace");
  };
  return { last, writes, append };
}

/** Drops the ledgers that hold one of these words: an editor's old version is then saved as it is. Only under the lock. */
export function dropLedgersWith(lociDir: string, words: readonly string[]): void {
  // A line is kept one character a byte.
  const wanted = words.map((text) =>
    JSON.stringify(Buffer.from(text).toString("latin1")).slice(1, -1),
  );
  for (const path of writtenPaths(lociDir)) {
    const ledger = ledgerPath(lociDir, path);
    const bytes = Buffer.from(readOwn(ledger, maxLedgerBytes) ?? []);
    if (wanted.some((text) => bytes.includes(text))) rmSync(ledger, { force: true });
  }
}

/** Paths that have a ledger; read without the lock. */
export function writtenPaths(lociDir: string): TopicPath[] {
  let names: string[] = [];
  try {
    names = readdirSync(ledgerDir(lociDir));
  } catch {
    return []; // Nothing was ever written here.
  }
  return names.flatMap((name) => headerPath(join(ledgerDir(lociDir), name)) ?? []);
}

/** True when no row of the ledger can matter any more; `now` in ms since the epoch. */
export function isOutdated({ last }: Ledger, now: number): boolean {
  return last === undefined || now - last.at >= ledgerMs;
}

/** Forgets the ledger of a file. */
export function dropLedger({ lociDir, path }: Pick<VaultFile, "lociDir" | "path">): void {
  rmSync(ledgerPath(lociDir, path), { force: true });
}

/**
 * Forgets what was written before a moment (ms since the epoch) at which other versions of the files were brought in
 * on purpose, as by `git checkout`: what they lack is not lost. Only under the lock.
 */
export function dropLedgersBefore(vault: Omit<VaultFile, "path">, at: number): void {
  for (const path of writtenPaths(vault.lociDir)) {
    const { last } = readLedger({ ...vault, path });
    if (last !== undefined && last.at < at) dropLedger({ ...vault, path });
  }
}

/** What a replacement did, for the ledger: `lines` are those to be kept, in whatever version they stand. */
export function describeWrite(
  before: Uint8Array | null,
  next: Uint8Array,
  lines: { added: readonly string[]; restored: readonly string[]; givenUp: readonly string[] },
): Omit<Write, "at"> {
  const nextLines = toLines(next).map(lineKey);
  const counts = countLines(nextLines);
  const fewer = [...countLines(toLines(before ?? new Uint8Array()))]
    .filter(([line, count]) => (counts.get(line) ?? 0) < count)
    .map(([line]) => line);
  const isFew = lines.added.length + lines.restored.length <= maxCompared;
  const describe = (line: string): AddedLine => ({
    line,
    count: Math.min(counts.get(line) ?? 0, maxEqualLines),
    before: linesAbove(nextLines, line),
    ...(isFew ? { alike: linesLike(line, nextLines).slice(0, maxCompared) } : {}),
  });
  const isShort = (line: string): boolean => line.length <= maxLineBytes;
  const isThere = (line: string): boolean => isShort(line) && (counts.get(line) ?? 0) > 0;
  return {
    hash: sha256Hex(next),
    size: next.length,
    added: [
      ...lines.restored.filter(isThere).map((line) => ({ ...describe(line), isRestored: true })),
      ...lines.added.filter(isThere).map(describe),
    ],
    removed: [...new Set([...fewer, ...lines.givenUp])]
      .filter(isShort)
      .map((l) => [l, Math.min(counts.get(l) ?? 0, maxEqualLines)] as const),
  };
}

interface Kept extends AddedLine {
  readonly at: number;
  /** Which write put it there last. */
  readonly turn: number;
}

/** The lines that should be in the file, as far as the ledger knows. */
export function keptLines(writes: readonly Write[]): Map<string, Kept> {
  const kept = new Map<string, Kept>();
  for (const [turn, { at, added, removed }] of writes.entries()) {
    for (const [line, count] of removed) {
      const known = kept.get(line);
      if (count === 0) kept.delete(line);
      else if (known !== undefined) kept.set(line, { ...known, count });
    }
    for (const add of added) {
      kept.delete(add.line); // To stand behind all others: the order of a map is that of insertion.
      kept.set(add.line, { ...add, at, turn });
    }
  }
  return kept;
}

/**
 * Puts back the lines that a stale save wiped out. A version that lacks a line but holds one of the same or a later
 * write was made with the line in view: it was removed on purpose, and is given up; so is a line in whose
 * place a new one stands that is much like it. Where no such witness
 * is left, the save may have come from an old buffer, and the line returns; but a line that returned before and is
 * the only kind missing again, some time later, was removed on purpose too.
 */
export function healLines(
  bytes: Uint8Array,
  kept: ReadonlyMap<string, Kept>,
  now: number,
): { bytes: Uint8Array; restored: string[]; givenUp: string[] } {
  const lines = toLines(bytes);
  const counts = countLines(lines);
  const isThere = ({ line, count }: Kept): boolean => (counts.get(line) ?? 0) >= count;
  const all = [...kept.values()];
  const isEdited = ({ line, before, alike }: Kept): boolean =>
    alike !== undefined &&
    linesLike(line, [...counts.keys()]).some((one) => {
      const isNew = !alike.includes(one) && !kept.has(one);
      return isNew && linesAbove(lines.map(lineKey), one)[0] === before[0];
    });
  const witness = all.filter(isThere).reduce((latest, { turn }) => Math.max(latest, turn), -1);
  const gone = all.filter((one) => !isThere(one));
  const missing = gone.filter((one) => !isEdited(one));
  const isStale = missing.some(
    ({ turn, isRestored, at }) => turn > witness && !(isRestored && now - at > secondLookMs),
  );
  let room = maxReturning;
  const returning = isStale
    ? missing.filter(({ turn, count }) => {
        if (turn <= witness || count > room) return false;
        room -= count;
        return true;
      })
    : [];
  for (const { line, count, before } of returning) {
    for (let n = counts.get(line) ?? 0; n < count; n++) insertLine(lines, line, before);
  }
  const restored = returning.map(({ line }) => line);
  const givenUp = gone.map(({ line }) => line).filter((line) => !restored.includes(line));
  return { bytes: restored.length === 0 ? bytes : fromLines(lines), restored, givenUp };
}

const ledgerDir = (lociDir: string): string => join(lociDir, "writes");

const ledgerPath = (lociDir: string, path: TopicPath): string =>
  join(ledgerDir(lociDir), `${fileKey(path)}.jsonl`);

/** First row: the path. Then one write a row; a row that was cut short is skipped. */
function readRows(ledger: string): string[] {
  const bytes = readOwn(ledger, maxLedgerBytes);
  return bytes === undefined ? [] : Buffer.from(bytes).toString("utf8").split("\n");
}

function parseRow(row: string): Write | undefined {
  try {
    const write: unknown = JSON.parse(row);
    return isWrite(write) ? write : undefined;
  } catch {
    return undefined;
  }
}

/** A ledger may be damaged, or have come with a clone. */
function isWrite(value: unknown): value is Write {
  if (!isRecord(value)) return false;
  const { at, hash, size, added, removed } = value;
  const isHead = isNumber(at) && typeof hash === "string" && isNumber(size);
  if (!isHead || !Array.isArray(added) || !Array.isArray(removed)) return false;
  return added.every(isAdded) && removed.every(isRemoved);
}

function isAdded(value: unknown): value is AddedLine {
  if (!isRecord(value)) return false;
  const { line, count, before, alike = [], isRestored } = value;
  if (!isLine(line) || !isCount(count) || !Array.isArray(before)) return false;
  if (!Array.isArray(alike) || alike.length > maxCompared || !alike.every(isLine)) return false;
  const isMark = isRestored === undefined || typeof isRestored === "boolean";
  return isMark && before.length <= anchors && before.every(isLine);
}

const isRemoved = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && isLine(value[0]) && isCount(value[1]);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const isNumber = (value: unknown): value is number => Number.isFinite(value);

const isLine = (value: unknown): value is string =>
  typeof value === "string" && value.length <= maxLineBytes && !value.includes("\n");

const isCount = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxEqualLines;

function headerPath(ledger: string): TopicPath | undefined {
  try {
    const header: unknown = JSON.parse(readRows(ledger)[0] ?? "");
    return isRecord(header) ? toFilePath(String(header.path)) : undefined;
  } catch {
    return undefined;
  }
}

/** The nearest lines above the last occurrence of a line. */
function linesAbove(lines: readonly string[], line: string): string[] {
  const above: string[] = [];
  for (let i = lines.lastIndexOf(line) - 1; i >= 0 && above.length < anchors; i--) {
    const other = lines[i] ?? "";
    if (other.trim() !== "" && other.length <= maxLineBytes) above.push(other);
  }
  return above;
}
