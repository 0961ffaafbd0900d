import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { maxFileBytes } from "../../vault/list-files.ts";
import { readOwn } from "../../vault/write/read-settled.ts";
import { writeWhole } from "../../vault/write/write-file.ts";
import { lookAt } from "../apply/move-context.ts";
import { versionsSchema, writtenPath } from "./pending.ts";

const schema = versionsSchema.extend({
  path: writtenPath,
  /** The subject that its commit would have. */
  what: z.string(),
  /** The commit of all else that belongs to the step; null where there is nothing else. */
  commit: z.string().nullable(),
  /** Seconds since the epoch. */
  at: z.number(),
});

/** The last step of a file that is not committed, for a key or password in it: what undo goes by in its place. */
export type KeptStep = Readonly<z.infer<typeof schema>>;

const folderOf = (lociDir: string): string => join(lociDir, "undo");

const fileOf = (lociDir: string, path: string): string =>
  join(folderOf(lociDir), `${createHash("sha256").update(path).digest("hex").slice(0, 32)}.json`);

/** Keeps the last step of a file in place of the one before; readable by this user only. */
export function keepStep(lociDir: string, step: KeptStep): void {
  mkdirSync(folderOf(lociDir), { recursive: true, mode: 0o700 });
  writeWhole(fileOf(lociDir, step.path), JSON.stringify(z.encode(schema, step)));
}

/** Forgets the last step of a file. */
export const dropKeptStep = (lociDir: string, path: string): void =>
  rmSync(fileOf(lociDir, path), { force: true });

/** Forgets all of them: what is to be gone must not wait here. */
export const dropKeptSteps = (lociDir: string): void =>
  rmSync(folderOf(lociDir), { recursive: true, force: true });

/** The last step of each such file, the newest first; passes over what Loci did not write. */
export function readKeptSteps(lociDir: string): readonly KeptStep[] {
  const folder = folderOf(lociDir);
  const names = lookAt(folder)?.isDirectory() ? readdirSync(folder) : [];
  const steps = names.flatMap((name) => {
    try {
      const bytes = readOwn(join(folder, name), 8 * maxFileBytes) ?? [];
      return schema.parse(JSON.parse(Buffer.from(bytes).toString()));
    } catch {
      return [];
    }
  });
  return steps.sort((a, b) => b.at - a.at);
}
