import { keepAside } from "./aside-path.ts";
import { splitConflicts } from "./heal-markers.ts";
import { mergeDigestLog } from "./merge-digest-log.ts";
import { mergeMarkdown, type TextVersions } from "./merge-markdown.ts";
import { mergePlain } from "./merge-plain.ts";
import { mergeRecent } from "./merge-recent.ts";
import { mergeSettings } from "./merge-settings.ts";
import { isMarked } from "./merge-units.ts";
import { maxMarkBytes, mergeRemovals, parseRemovals, type Removals } from "./removals.ts";
import { emptyText, readText, type TextVersion } from "./text-version.ts";
import { toUnits } from "./to-units.ts";

/** One file as both sides have it. */
export interface FileVersions {
  readonly path: string;
  /** One for each merge base (null: not there); none for unrelated histories. */
  readonly bases: readonly (Uint8Array | null)[];
  readonly ours: Uint8Array | null;
  readonly theirs: Uint8Array | null;
  /** What was forgotten on either side. */
  readonly removals: Removals;
}

export interface MergedFile {
  readonly bytes: Uint8Array | null;
  /** Binary or too large only: the version that had to leave the path, and the name it got. */
  readonly aside?: { readonly path: string; readonly bytes: Uint8Array };
  /** Both sides changed one line: both are kept; or a mark took some away. For the person, in plain words. */
  readonly keptBoth: readonly string[];
}

/**
 * Merges one file three-way: symmetric in ours and theirs, idempotent, pure. Which version of a line stays is decided
 * in merge-units.ts (`keeps` and `chooseUnit`), what comes of two edits of one entry in merge-entry.ts.
 */
export function mergeFile({ path, bases, ours, theirs, removals }: FileVersions): MergedFile {
  const heal = (bytes: Uint8Array | null): Uint8Array | null =>
    bytes === null ? null : healMarkers(path, bytes);
  // From here on no rule can tell whose version is whose.
  const [a = null, b = null] = [heal(ours), heal(theirs)].sort(compare);
  const sorted = bases.map(heal).sort(compare);
  const olds = sorted.filter((base, i) => i === 0 || compare(base, sorted[i - 1] ?? null) !== 0);
  const isMarks = kindOf(path) === "removals" && (a ?? b) !== null;
  if (isMarks && [a, b].every((side) => (side?.length ?? 0) <= maxMarkBytes)) {
    return { bytes: mergeRemovals([a, b]), keptBoth: [] };
  }
  const versions = { path, bases: olds, ours: a, theirs: b, removals };
  const sure = unchanged(olds, a, b);
  if (sure === undefined) return mergeChanged(versions);
  const known = { bytes: sure, keptBoth: [] };
  if (compare(a, b) === 0 || !mayBringForgotten(versions, sure)) return known;
  const merged = mergeChanged(versions);
  return merged.keptBoth.length > 0 ? merged : known;
}

/** The bytes without the conflict markers that another git client left: what both sides had stays. */
function healMarkers(path: string, bytes: Uint8Array): Uint8Array {
  if (
    kindOf(path) === "plain" ||
    !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes("<<<<<<<")
  )
    return bytes;
  const version = readText(bytes);
  const parts = version === undefined ? undefined : splitConflicts(version.text);
  if (version === undefined || parts === undefined) return bytes;
  const [first, second, outside] = [parts.first, parts.second, parts.outside].map((text) =>
    Buffer.from((version.style.hasBom ? "\ufeff" : "") + text),
  );
  const versions = { bases: [outside ?? null], ours: first ?? null, theirs: second ?? null };
  return mergeFile({ path, ...versions, removals: parseRemovals() }).bytes ?? bytes;
}

type Kind = "markdown" | "log" | "recent" | "removals" | "settings" | "plain";

function kindOf(path: string): Kind {
  if (path === "log/forgotten.txt") return "removals";
  if (path === "loci.yaml") return "settings";
  if (/^log\/\d{4}-\d\d\.md$/.test(path)) return "log";
  if (/(?:^|\/)topics\/index\.txt$/.test(path)) return "recent";
  return /\.(?:md|markdown)$/i.test(path) ? "markdown" : "plain";
}

function compare(x: Uint8Array | null, y: Uint8Array | null): number {
  if (x === null || y === null) return Number(x !== null) - Number(y !== null);
  return Buffer.compare(x, y);
}

/** The version of the side that changed it, to the byte; undefined where both did. */
function unchanged(
  bases: readonly (Uint8Array | null)[],
  a: Uint8Array | null,
  b: Uint8Array | null,
): Uint8Array | null | undefined {
  if (compare(a, b) === 0) return a;
  const [base = null] = bases;
  if (bases.some((other) => compare(other, base) !== 0)) return undefined;
  if (compare(b, base) === 0) return a;
  return compare(a, base) === 0 ? b : undefined;
}

/** A device that was away may bring an entry again which another one has forgotten meanwhile. */
function mayBringForgotten({ path, removals }: FileVersions, bytes: Uint8Array | null): boolean {
  if (removals.isEmpty || bytes === null || kindOf(path) !== "markdown") return false;
  const version = readText(bytes);
  return version !== undefined && toUnits(version).units.some((unit) => isMarked(unit, removals));
}

function mergeChanged({ path, bases, ours, theirs, removals }: FileVersions): MergedFile {
  const [a, b] = [toText(ours), toText(theirs)];
  if (a === "binary" || b === "binary") return mergeBinary(path, ours, theirs);
  const olds = bases.map((bytes) => toText(bytes) ?? emptyText());
  const readable = olds.map((old) => (old === "binary" ? emptyText() : old));
  const baseStyle = readable.find((_, i) => bases[i] !== null)?.style;
  const versions: TextVersions = { path, bases: readable, baseStyle, a, b, removals };
  switch (kindOf(path)) {
    case "markdown":
      return mergeMarkdown(versions);
    case "log":
      return mergeDigestLog(versions);
    case "recent":
      return mergeRecent(versions);
    case "removals":
    case "settings":
    case "plain": {
      // An edit stands against a deletion: half a file is none.
      if (ours === null || theirs === null) return { bytes: ours ?? theirs, keptBoth: [] };
      if (kindOf(path) === "settings") return mergeSettings(versions);
      return mergePlain(versions, { a: ours, b: theirs });
    }
  }
}

const toText = (bytes: Uint8Array | null): TextVersion | "binary" | undefined =>
  bytes === null ? undefined : (readText(bytes) ?? "binary");

function mergeBinary(path: string, a: Uint8Array | null, b: Uint8Array | null): MergedFile {
  if (a === null || b === null) return { bytes: a ?? b, keptBoth: [] };
  return keepAside(path, a, b);
}
