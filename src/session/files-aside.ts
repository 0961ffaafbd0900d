import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** Files beside `sessions.db`: damaged ones, and an older version's until all that waited in it is digested. */
const nameAside = /^sessions\.(damaged|old)-(\d{1,9})\.db(?:-wal)?$/;

export const inodeOf = (file: string): number | undefined =>
  lstatSync(file, { throwIfNoEntry: false })?.ino;

/** Renames a damaged `sessions.db` with its log; returns a sentence for the person. */
export function setAside(file: string): string {
  const aside = freeName(file, "damaged");
  // First the log: left alone it would be taken for a part of the next database.
  for (const end of ["-wal", ""]) if (existsSync(file + end)) renameSync(file + end, aside + end);
  for (const end of ["-shm", "-journal"]) rmSync(file + end, { force: true });
  return `The database of conversations "${file}" is damaged: it is kept as "${aside}", and a new one begins`;
}

/** The next free name beside `sessions.db`. */
export function freeName(file: string, kind: "damaged" | "old"): string {
  const folder = dirname(file);
  const numbers = readdirSync(folder).map((name) => Number(nameAside.exec(name)?.[2] ?? 0));
  return join(folder, `sessions.${kind}-${Math.max(0, ...numbers) + 1}.db`);
}

/** An older version's files, or all that was set aside. */
export const filesAside = (folder: string, which: "older" | "all"): string[] =>
  readdirSync(folder)
    .filter((name) => {
      const kind = nameAside.exec(name)?.[1];
      return kind === "old" || (kind === "damaged" && which === "all");
    })
    .map((name) => join(folder, name));
