import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeDisk } from "../../../src/git/disk.ts";
import { openWriter } from "../../../src/git/objects/object-writer.ts";
import { createRepo } from "../../sync/repo.ts";

function useGitDir(): string {
  const gitDir = join(createRepo().root, ".git");
  mkdirSync(join(gitDir, "loci/drafts"), { recursive: true });
  return gitDir;
}

test("openWriter() stores an object whose folder git gc removes while it is made", async () => {
  const gitDir = useGitDir();
  let failures = 0;
  const writer = openWriter(gitDir, {
    ...nodeDisk,
    async mkdir(path, mode) {
      if (path.includes("objects") && failures++ < 3) {
        throw Object.assign(new Error(`ENOENT: no such file or directory, mkdir '${path}'`), {
          code: "ENOENT",
        });
      }
      await nodeDisk.mkdir(path, mode);
    },
  });
  const oid = await writer.write({ type: "blob", content: Buffer.from("rice\n") });
  await writer.flush();
  expect(existsSync(join(gitDir, "objects", oid.slice(0, 2), oid.slice(2)))).toBe(true);
  expect(failures).toBeGreaterThan(3);
});

test("openWriter() gives up where the folder cannot be made", async () => {
  const gitDir = useGitDir();
  const writer = openWriter(gitDir, {
    ...nodeDisk,
    async mkdir(path, mode) {
      if (!path.includes("objects")) return nodeDisk.mkdir(path, mode);
      throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
    },
  });
  await writer.write({ type: "blob", content: Buffer.from("rice\n") });
  await expect(writer.flush()).rejects.toThrow("EACCES");
});
