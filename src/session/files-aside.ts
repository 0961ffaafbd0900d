import { existsSync, globSync, lstatSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

export const inodeOf = (file: string): number | undefined =>
  lstatSync(file, { throwIfNoEntry: false })?.ino;

/** What was set aside beside `sessions.db`; or an older version's files alone, until all that waited in them is digested. */
export const filesAside = (folder: string, which: "older" | "all"): string[] =>
  globSync(which === "all" ? "sessions.{old,damaged}-*" : "sessions.old-*", { cwd: folder }).map(
    (name) => join(folder, name),
  );

/** Renames `sessions.db` with its log, to the next free name beside it, which it returns. */
export function setAside(file: string, kind: "damaged" | "old"): string {
  const taken = filesAside(dirname(file), "all").map((path) => /-(\d{1,9})\.db/.exec(path)?.[1]);
  const number = Math.max(0, ...taken.map(Number).filter(Number.isFinite)) + 1;
  const aside = file.replace(/\.db$/, `.${kind}-${number}.db`);
  // First the log: left alone it would be taken for a part of the next database.
  for (const end of ["-wal", ""]) if (existsSync(file + end)) renameSync(file + end, aside + end);
  for (const end of ["-shm", "-journal"]) rmSync(file + end, { force: true });
  return aside;
}
