import type { DigestBlock, DigestLine } from "../../../src/vault/digest-log.ts";
import type { SiteEntry, SiteVault } from "../../vault/site-vault.ts";

/** What one day has: conversations that were digested, and its other entries. */
export interface PlannedDay {
  readonly date: string;
  readonly digests: readonly DigestBlock[];
  readonly entries: readonly SiteEntry[];
  /** Entries dated so, with those that its digests name. */
  readonly count: number;
}

/** Finds the entry that a line of a digest saved, where it still stands. */
export type FindSaved = (line: DigestLine) => SiteEntry | undefined;

/** Every day that something is dated, newest first. An entry that a digest of its day saved is shown there alone. */
export function daysOf(vault: SiteVault, findSaved: FindSaved): readonly PlannedDay[] {
  const digestsByDate = groupBy(vault.digests, ({ time }) => time.slice(0, 10));
  const entriesByDate = groupBy(vault.entries, ({ date }) => date ?? "");
  entriesByDate.delete("");
  const dates = new Set([...digestsByDate.keys(), ...entriesByDate.keys()]);
  return [...dates]
    .sort()
    .reverse()
    .map((date) => {
      const digests = digestsByDate.get(date) ?? [];
      const entries = entriesByDate.get(date) ?? [];
      const saved = new Set(digests.flatMap(({ lines }) => lines.map(findSaved)));
      return {
        ...{ date, digests, count: entries.length },
        entries: entries.filter((entry) => !saved.has(entry)),
      };
    });
}

/** Looks entries up by file and words. */
export function createFindSaved(vault: SiteVault): FindSaved {
  const entries = new Map<string, SiteEntry>();
  for (const entry of vault.documents.flatMap((document) => document.entries)) {
    const key = savedKey(entry.document.path, entry.entry.text);
    if (!entries.has(key)) entries.set(key, entry);
  }
  return (line) =>
    line.type === "learned" || line.type === "replaced"
      ? entries.get(savedKey(line.file, line.text))
      : undefined;
}

/** The day `count` days before `date`. */
export function dayBefore(date: string, count: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - count);
  return day.toISOString().slice(0, 10);
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** As ids take a text: the log may have other spaces, and the file may have struck it since. */
const savedKey = (file: string, text: string): string =>
  `${file}\n${text
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .replace(/^~~(.*)~~$/s, "$1")
    .trim()}`;
