import type { DigestBlock, DigestLine } from "../../../src/vault/log/digest-log.ts";
import { textKey } from "../../vault/digests.ts";
import type { SiteEntry, SiteVault } from "../../vault/site-vault.ts";
import type { Outline } from "./outline.ts";

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
  const digestsByDate = Map.groupBy(vault.digests, ({ time }) => time.slice(0, 10));
  const entriesByDate = Map.groupBy(vault.memories, ({ date }) => date ?? "");
  entriesByDate.delete("");
  const dates = new Set([...digestsByDate.keys(), ...entriesByDate.keys()]);
  return [...dates]
    .sort()
    .reverse()
    .map((date) => {
      const entries = entriesByDate.get(date) ?? [];
      const digests = (digestsByDate.get(date) ?? []).map(withoutShown(entries));
      const saved = new Set(digests.flatMap(({ lines }) => lines.map(findSaved)));
      return {
        ...{ date, digests, count: entries.length },
        entries: entries.filter((entry) => !saved.has(entry)),
      };
    });
}

/** What was "already known" because it was saved on that very day is shown as that day's entry. */
function withoutShown(entries: readonly SiteEntry[]): (digest: DigestBlock) => DigestBlock {
  const shown = new Set(entries.map(({ entry }) => textKey(entry.text)));
  return (digest) => {
    const lines = digest.lines.filter(({ type, ...line }) => {
      return !(type === "known" && "text" in line && shown.has(textKey(line.text)));
    });
    return lines.length === digest.lines.length ? digest : { ...digest, lines };
  };
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

/** The last seven days, today among them. */
export function weekOf({ days, today }: Pick<Outline, "days" | "today">): readonly PlannedDay[] {
  const from = new Date(`${today}T00:00:00Z`);
  from.setUTCDate(from.getUTCDate() - 6);
  const first = from.toISOString().slice(0, 10);
  return days.filter(({ date }) => date >= first && date <= today);
}

/** The log may have other spaces, and the file may have struck it since. */
const savedKey = (file: string, text: string): string => `${file}\n${textKey(text)}`;
