import { constants } from "node:fs";
import { lstat, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type { Lock } from "../../vault/lock.ts";
import { isMissing, readIfThere } from "../git/disk.ts";
import { removalLine } from "../merge/removals.ts";

/** The file of the vault in which is marked what was forgotten. */
export const forgottenPath = "log/forgotten.txt";

const maxBytes = 64 * 2 ** 20;

/** The marks of the vault as they stand on disk; null where there are none. */
export async function readForgotten(root: string): Promise<Uint8Array | null> {
  return (await readIfThere(join(root, forgottenPath), { maxBytes })) ?? null;
}

/** An entry that was forgotten (`-`) or written again (`+`). */
export interface Mark {
  readonly text: string;
  readonly mark: "-" | "+";
}

/** Adds marks at the end of the file, never earlier than those that stand there. Takes the writer lock. */
export async function appendMarks(
  place: { readonly root: string; readonly lock: Lock; readonly now: Date },
  marks: readonly Mark[],
): Promise<void> {
  if (marks.length === 0) return;
  const { root, lock, now } = place;
  await lock(async () => {
    await makeLogFolder(root);
    const file = await open(join(root, forgottenPath), appending, 0o666);
    try {
      const bytes = await file.readFile();
      const time = laterThan(bytes, now);
      const lines = marks.map(({ text, mark }) => `${removalLine(time, text, mark).trimEnd()}\n`);
      await file.write((isTorn(bytes) ? "\n" : "") + lines.join(""));
      await file.sync();
    } finally {
      await file.close();
    }
  });
}

const appending =
  constants.O_RDWR |
  constants.O_CREAT |
  constants.O_APPEND |
  constants.O_NOFOLLOW |
  constants.O_NONBLOCK;

/** A link in the place of the folder would lead out of the vault. */
async function makeLogFolder(root: string): Promise<void> {
  const folder = join(root, "log");
  try {
    if ((await lstat(folder)).isDirectory()) return;
  } catch (error) {
    if (!isMissing(error)) throw error;
    await mkdir(folder);
    return;
  }
  throw new TypeError(`Cannot write "${forgottenPath}": "log" is no folder`);
}

/** Of equal times a `+` would count: a new mark is later than all that stand there, whatever the clock says. */
function laterThan(bytes: Buffer, now: Date): string {
  const times = bytes.toString("latin1").match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(?= )/gm);
  const last = times?.toSorted().at(-1);
  const lastMs = last === undefined ? Number.NaN : Date.parse(last);
  return new Date(Number.isNaN(lastMs) ? now : Math.max(now.getTime(), lastMs + 1)).toISOString();
}

const isTorn = (bytes: Buffer): boolean => bytes.length > 0 && bytes.at(-1) !== 0x0a;
