import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { LociError } from "../errors.ts";
import { toTopicPath } from "../vault/paths.ts";
import { writeWhole } from "../vault/write-whole.ts";

const schema = z.strictObject({
  entries: z.array(
    z
      .strictObject({
        text: z.string(),
        file: z.string().transform(toTopicPath),
        sessions: z.array(z.string()).readonly().default([]),
        /** As an earlier Loci wrote it. */
        source: z.string().optional(),
      })
      .transform(({ source, ...entry }) =>
        source === undefined ? entry : { ...entry, sessions: [...entry.sessions, source] },
      ),
  ),
  said: z.array(z.string()),
  /** What is to be done in git's history, where anything is. */
  purge: z.strictObject({ quotes: z.boolean() }).optional(),
});

/** An erasure: the memories that go, and the words that they were learned of. */
export type Erasing = z.output<typeof schema>;

const fileOf = (lociDir: string): string => join(lociDir, "erasing.json");

/** Notes on disk what is about to be erased: once it is gone, it cannot be named to be erased again. */
export function beginErasing(lociDir: string, erasing: Erasing): void {
  writeWhole(fileOf(lociDir), JSON.stringify(erasing));
}

export function endErasing(lociDir: string): void {
  rmSync(fileOf(lociDir), { force: true });
}

/** What a process that was killed has not erased to the end. Throws LociError BAD_INPUT for a file that cannot be read. */
export function unfinishedErasing(lociDir: string): Erasing | undefined {
  const file = fileOf(lociDir);
  if (!existsSync(file)) return undefined;
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new LociError(
      "BAD_INPUT",
      `Cannot finish what "loci forget" began: "${file}" cannot be read; delete it, and look with "loci forget --proof WORDS" whether the words are gone`,
      { cause },
    );
  }
}
