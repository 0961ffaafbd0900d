import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { maxFileBytes } from "../../vault/list-files.ts";
import { toWrittenPath } from "../../vault/paths.ts";
import { readOwn } from "../../vault/read-settled.ts";
import { writeWhole } from "../../vault/write-whole.ts";
import type { Versions } from "./pending.ts";

/** The last step of a file that is not committed, for a key or password in it: what undo goes by in its place. */
export interface KeptStep extends Versions {
  readonly path: string;
  /** The subject that its commit would have. */
  readonly what: string;
  /** The commit of all else that belongs to the step; null where there is nothing else. */
  readonly commit: string | null;
  /** Seconds since the epoch. */
  readonly at: number;
}

const bytesSchema = z
  .base64()
  .transform((text) => Buffer.from(text, "base64"))
  .nullable();

const schema = z.object({
  path: z.string().transform(toWrittenPath),
  what: z.string(),
  commit: z.string().nullable(),
  at: z.number(),
  before: bytesSchema,
  after: bytesSchema,
});

const folderOf = (lociDir: string): string => join(lociDir, "undo");

const fileOf = (lociDir: string, path: string): string =>
  join(folderOf(lociDir), `${createHash("sha256").update(path).digest("hex").slice(0, 32)}.json`);

/** Keeps the last step of a file in place of the one before; readable by this user only. */
export function keepStep(lociDir: string, { before, after, ...step }: KeptStep): void {
  const [was, is] = [before, after].map((bytes) => bytes && Buffer.from(bytes).toString("base64"));
  mkdirSync(folderOf(lociDir), { recursive: true, mode: 0o700 });
  writeWhole(fileOf(lociDir, step.path), JSON.stringify({ ...step, before: was, after: is }));
}

/** Forgets the last step of a file. */
export function dropKeptStep(lociDir: string, path: string): void {
  rmSync(fileOf(lociDir, path), { force: true });
}

/** Forgets all of them: what is to be gone must not wait here. */
export function dropKeptSteps(lociDir: string): void {
  rmSync(folderOf(lociDir), { recursive: true, force: true });
}

/** The last step of each such file, the newest first; passes over what Loci did not write. */
export function readKeptSteps(lociDir: string): readonly KeptStep[] {
  return namesIn(folderOf(lociDir))
    .flatMap((name) => readStep(join(folderOf(lociDir), name)) ?? [])
    .sort((a, b) => b.at - a.at);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^[0-9a-f]{32}\.json$/.test(name));
  } catch {
    return []; // Nothing is kept.
  }
}

function readStep(file: string): KeptStep | undefined {
  try {
    return schema.parse(JSON.parse(Buffer.from(readOwn(file, 8 * maxFileBytes) ?? []).toString()));
  } catch {
    return undefined;
  }
}
