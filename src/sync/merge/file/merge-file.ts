import { oidOf } from "../../../git/object-format.ts";
import { displayPath, pathToBytes } from "../../../git/path-bytes.ts";
import { blockHeading } from "../../../vault/log/digest-log.ts";
import { scanLines } from "../../../vault/markdown/scan-lines.ts";
import { splitLines } from "../../../vault/split-lines.ts";
import type { MergeSave } from "../../../vault/write/heal-save.ts";
import { mergeMarkdown } from "./merge-markdown.ts";
import { lineText, mergeLines, mergeParts, toParts } from "./merge-parts.ts";
import { isMarked } from "./merge-units.ts";
import { mergeSettings } from "./merge-yaml.ts";
import {
  forgottenPath,
  maxMarkBytes,
  mergeRemovals,
  parseRemovals,
  type Removals,
} from "./removals.ts";
import {
  commonText,
  emptyText,
  type MergedLines,
  readText,
  type TextVersion,
  type TextVersions,
  writeText,
} from "./text-version.ts";
import { toUnits } from "./to-units.ts";

/** One file as both sides have it. */
export interface FileVersions {
  readonly path: string;
  /** One for each merge base (null: not there); none for unrelated histories. */
  readonly bases: readonly (Uint8Array | null)[];
  readonly ours: Uint8Array | null;
  readonly theirs: Uint8Array | null;
  /** What was forgotten on either side; nothing, where it is left out. */
  readonly removals?: Removals;
}

export interface MergedFile {
  readonly bytes: Uint8Array | null;
  /** Where the two do not go together: the version that had to leave the path, and the name it got. */
  readonly aside?: { readonly path: string; readonly bytes: Uint8Array };
  /** Both sides changed one line: both are kept; or a mark took some away. For the person, in plain words. */
  readonly keptBoth: readonly string[];
}

/** Who merges which files; of all others both versions stay, for data and code must not be torn. */
const mergers = [
  { name: /^loci\.yaml$/, merge: mergeSettings },
  { name: /^log\/\d{4}-\d\d\.md$/, merge: mergeDigestLog },
  { name: /\.(?:md|markdown)$/i, merge: mergeMarkdown },
  { name: /(?:^|\/)\.?[^/.]+$|\.(?:txt|log|csv|tsv|jsonl|org)$/i, merge: mergeText },
];

const mergerOf = (path: string) => mergers.find(({ name }) => name.test(path))?.merge;

/** Lists of lines: what both sides add at one place stands one below the other. */
function mergeText({ base, a, b }: TextVersions): MergedLines {
  return { lines: mergeLines(base.lines, a.lines, b.lines), keptBoth: [] };
}

/**
 * Merges one file three-way: symmetric in ours and theirs, idempotent, pure. Which version of a line stays is decided
 * in merge-units.ts (`keeps` and `chooseUnits`), what comes of two edits of one entry in merge-entry.ts.
 */
export function mergeFile(file: FileVersions): MergedFile {
  const { path, bases, ours, theirs, removals = parseRemovals() } = file;
  const heal = (bytes: Uint8Array | null) => bytes && healMarkers(path, bytes);
  // From here on no rule can tell whose version is whose.
  const [a = null, b = null] = [heal(ours), heal(theirs)].sort(compare);
  const olds = bases.map(heal).sort(compare);
  if (path === forgottenPath && [a, b].every((side) => (side?.length ?? 0) <= maxMarkBytes)) {
    return { bytes: (a ?? b) && mergeRemovals([a, b]), keptBoth: [] };
  }
  const versions = { path, bases: olds, ours: a, theirs: b, removals };
  const sure = unchanged(versions);
  if (sure === undefined) return mergeChanged(versions);
  const isSure = compare(a, b) === 0 || !holdsForgotten(path, sure, removals);
  const merged = isSure ? undefined : mergeChanged(versions);
  return merged?.keptBoth.length ? merged : { bytes: sure, keptBoth: [] };
}

/** Merges what an editor saved from an old version; where the two do not go together, what was saved stands. */
export const mergeSave: MergeSave = (versions) => {
  const { bytes, aside } = mergeFile(versions);
  return aside === undefined ? bytes : versions.theirs;
};

/** The bytes without the conflict markers that another git client left: what both sides had stays. */
export function healMarkers(path: string, bytes: Uint8Array): Uint8Array {
  const merge = mergerOf(path);
  const isHealed = path === forgottenPath || (merge !== undefined && merge !== mergeText);
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!isHealed || !file.includes("<<<<<<<") || readText(bytes) === undefined) return bytes;
  const parts = splitConflicts(file.toString());
  if (parts === undefined) return bytes;
  const [ours, theirs] = [Buffer.from(parts.first), Buffer.from(parts.second)];
  const bases = [Buffer.from(parts.outside)];
  return mergeFile({ path, bases, ours, theirs }).bytes ?? bytes;
}

const marker = String.raw`(?:<{7}|\|{7}|>{7})(?: |\r?\n)|={7}\r?\n`;
const part = String.raw`((?:(?!${marker})[^\n]*\n)*)`;
const conflict = new RegExp(
  String.raw`^<{7}(?: [^\n]*)?\r?\n${part}(?:\|{7}(?: [^\n]*)?\r?\n${part})?={7}\r?\n${part}>{7}(?:[ \r][^\n]*)?(?:\n|(?![^]))`,
  "gm",
);
const isOpening = (line: string): boolean => /^<{7}(?: |$)/.test(line);

/**
 * The two versions that a merge by another git client left in one text. Undefined where there are no markers, or they
 * are not well formed, or stand in a block of code.
 */
function splitConflicts(text: string) {
  const outside = text.replace(conflict, "");
  if (outside === text || splitLines(outside).some(isOpening)) return undefined;
  const lines = splitLines(text);
  const codes = scanLines(lines).filter(({ type }) => type === "code");
  if (codes.some(({ line, endLine }) => lines.slice(line - 1, endLine).some(isOpening))) return;
  return { first: text.replace(conflict, "$1"), second: text.replace(conflict, "$3"), outside };
}

function compare(x: Uint8Array | null, y: Uint8Array | null): number {
  if (x === null || y === null) return Number(x !== null) - Number(y !== null);
  return Buffer.compare(x, y);
}

/** The version of the side that changed it, to the byte; undefined where both did. */
function unchanged({ bases, ours, theirs }: FileVersions): Uint8Array | null | undefined {
  if (compare(ours, theirs) === 0) return ours;
  const [base = null] = bases;
  if (bases.some((other) => compare(other, base) !== 0)) return undefined;
  if (compare(theirs, base) === 0) return ours;
  return compare(ours, base) === 0 ? theirs : undefined;
}

/** A device that was away may bring an entry again which another one has forgotten meanwhile. */
function holdsForgotten(path: string, bytes: Uint8Array | null, removals: Removals): boolean {
  if (removals.isEmpty || mergerOf(path) !== mergeMarkdown) return false;
  const version = bytes && readText(bytes);
  return version ? toUnits(version).units.some((unit) => isMarked(unit, removals)) : false;
}

function mergeChanged(file: Required<FileVersions>): MergedFile {
  const { path, bases, ours, theirs, removals } = file;
  const merge = mergerOf(path);
  const isGone = ours === null || theirs === null;
  const [one, two] = [ours ?? theirs, theirs ?? ours].map((bytes) => bytes && readText(bytes));
  // An edit stands against a deletion: half a file is none.
  const isWhole = isGone && (merge === mergeText || merge === mergeSettings);
  if (!one || !two || !merge || isWhole) return keepAside(path, ours, theirs);
  const a = ours ? one : { ...emptyText(), style: two.style };
  const b = theirs ? two : { ...emptyText(), style: one.style };
  const olds = bases.map((bytes) => (bytes && readText(bytes)) || emptyText());
  const versions = { path, base: commonText(olds), a, b, isGone, removals };
  const { lines, keptBoth } = merge(versions);
  if (lines.length === 0 && isGone) return { bytes: null, keptBoth };
  return { bytes: writeText(lines, bases[0] ? olds[0] : undefined, versions), keptBoth };
}

/** Both versions of a file that cannot be merged: the one with the greater object id keeps the path. */
function keepAside(path: string, a: Uint8Array | null, b: Uint8Array | null): MergedFile {
  if (!a || !b) return { bytes: a ?? b, keptBoth: [] };
  const [oidA, oidB] = [oidOf("blob", a), oidOf("blob", b)];
  const [bytes, other, oid] = oidA > oidB ? [a, b, oidB] : [b, a, oidA];
  const aside = displayPath(asidePath(pathToBytes(path), oid));
  const message = `${path}: changed on two devices and cannot be merged; both versions are kept, the other one as ${aside}`;
  return { bytes, aside: { path: aside, bytes: other }, keptBoth: [message] };
}

/** No disk takes longer names, in bytes. */
const longestName = 255;

/**
 * `notes/plan.md` → `notes/plan.1a2b3c4d.md`: where a file goes that cannot stay; the same name on every device. Paths
 * are byte strings (latin1), so that what is cut off of a long name can be counted.
 */
export function asidePath(path: string, oid: string): string {
  const [, folder = "", stem = "", type = ""] =
    /^(.*\/)?([^/]+?)(\.[^./]{1,19})?$/s.exec(path) ?? [];
  const end = `.${oid.slice(0, 8)}${type}`;
  const room = longestName - end.length;
  // The last character of UTF-8 may have been cut through.
  const cut =
    stem.length > room ? stem.slice(0, room).replace(/[\xc0-\xff][\x80-\xbf]*$/, "") : stem;
  return folder + cut + end;
}

/**
 * Merges a digest log as a set of blocks in the order of their times. A block merges line by line: words that were
 * forgotten on one side leave the other's too.
 */
function mergeDigestLog(versions: TextVersions): MergedLines {
  const [base, a, b] = [toBlocks(versions.base), toBlocks(versions.a), toBlocks(versions.b)];
  const both = (one: Block, two: Block, old: Block | undefined): Block[] => [
    { ...one, lines: mergeLines(old?.lines ?? [], one.lines, two.lines) },
  ];
  const blocks = mergeParts({ base, a, b }, { both }).map(([, block]) => block);
  blocks.sort((x, y) => (x.key < y.key ? -1 : Number(x.key > y.key)));
  const lines = blocks.flatMap((block) => ["", ...block.lines]);
  return { lines: lines.slice(1), keptBoth: [] };
}

type Block = ReturnType<typeof toBlock>;

/** Cuts a log at the headings that state a time; someone's notes belong to the block above them. */
function toBlocks({ lines }: TextVersion) {
  const blocks: string[][] = [];
  for (const line of lines) {
    const open = blocks.at(-1);
    if (open && !blockHeading.test(line)) open.push(line);
    else if (lineText(line) !== "") blocks.push([line]);
  }
  return toParts(blocks.map(toBlock), ({ key }) => key);
}

/** Its key: its time, none for what stands above the first block; of a conversation its session, else all it says. */
function toBlock(all: readonly string[]) {
  const words = all.map(lineText);
  const lines = all.slice(0, words.findLastIndex((line) => line !== "") + 1);
  const [first = ""] = words;
  const session = words.find((line) => /^ ?[-*+][ \t]+session:/.test(line));
  const own = session === undefined ? words.slice(0, lines.length) : [first, session];
  return { key: [blockHeading.exec(first)?.[1] ?? "", ...own].join("\n"), lines };
}
