import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { readIfThere } from "../../src/git/disk.ts";
import { type CommitRecord, recordSchema } from "./commit-record.ts";

/** What commits did to entries, by the name of the commit: taking versions apart is what takes long. */
export type Records = ReadonlyMap<string, CommitRecord>;

/** Reads what an earlier build kept under this key; nothing where it is damaged, or another version's. */
export async function readCache(file: string, key: string): Promise<Records> {
  try {
    const bytes = await readIfThere(file, { maxBytes });
    const kept = cacheSchema.parse(JSON.parse(bytes?.toString() ?? ""));
    return new Map(kept.key === key ? kept.records.map((one) => [one.oid, one]) : []);
  } catch {
    return new Map(); // It is read from git again.
  }
}

/** Keeps it for the next build; where that cannot be, the next one reads all again. For the person's eyes only. */
export async function writeCache(file: string, key: string, records: Records): Promise<void> {
  const text = JSON.stringify({ version, key, records: [...records.values()] });
  const draft = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(draft, text, { mode: 0o600, flag: "wx" });
    await rename(draft, file);
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

const version = 2;
const maxBytes = 256 * 2 ** 20;

const cacheSchema = z.strictObject({
  version: z.literal(version),
  key: z.string(),
  records: z.array(recordSchema),
});
