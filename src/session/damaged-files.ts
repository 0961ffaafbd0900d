import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Renames a damaged `sessions.db` with its companions to the next free `sessions.damaged-<n>.db`, whose name it returns.
 * The -wal goes first: left alone it would be taken for a part of the next database.
 */
export function moveAside(file: string): string {
  const folder = dirname(file);
  const numbers = readdirSync(folder).map((name) => Number(damagedName.exec(name)?.[1] ?? 0));
  const aside = join(folder, `sessions.damaged-${Math.max(0, ...numbers) + 1}.db`);
  for (const end of ["-wal", ""]) {
    if (existsSync(file + end)) renameSync(file + end, aside + end);
  }
  for (const end of ["-shm", "-journal"]) rmSync(file + end, { force: true });
  return aside;
}

/** Deletes all that `moveAside` kept in a folder. */
export function removeDamaged(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (damagedName.test(name)) rmSync(join(folder, name), { force: true });
  }
}

const damagedName = /^sessions\.damaged-(\d{1,9})\.db(?:-wal|-shm|-journal)?$/;
