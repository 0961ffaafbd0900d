import { execFileSync, execSync } from "node:child_process";
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { respectCheckouts } from "../../src/sync/round/respect-checkouts.ts";
import { createOwn } from "./devices.ts";
import { createRepo } from "./repo.ts";
import { syncRequest } from "./sync-request.ts";

describe.skipIf(process.platform === "win32")("nothing reads a device in place of", () => {
  test.each([".gitattributes", ".gitignore", "topics/.gitattributes", "topics/.gitignore"])(
    "%s",
    { timeout: 30_000 },
    async (name) => {
      const device = await createOwn("laptop");
      device.write("settings", '[filter "crypt"]\n\tclean = cat\n');
      const person = { configFiles: [join(device.root, "settings")] };
      for (const make of ["ln -s /dev/zero", "mkfifo"]) {
        device.write("topics/new.md", `- ${make}\n`);
        execSync(`${make} ${name}`, { cwd: device.root });
        expect(await device.sync({ person })).toMatchObject({ committed: 1 });
        rmSync(join(device.root, name));
      }
    },
  );

  test.each(["HEAD", "index", "refs/heads/main", "objects/info/alternates"])(
    ".git/%s",
    { timeout: 30_000 },
    async (name) => {
      const repo = createRepo();
      rmSync(join(repo.root, ".git", name), { force: true });
      symlinkSync("/dev/zero", join(repo.root, ".git", name));
      repo.write("topics/new.md", "- x\n");
      await expect(repo.loci(["topics/new.md"])).rejects.toThrow();
    },
  );

  test("the reflog, which each recall looks at", { timeout: 30_000 }, async () => {
    const repo = createRepo();
    rmSync(join(repo.root, ".git/logs/HEAD"));
    execFileSync("mkfifo", [join(repo.root, ".git/logs/HEAD")]);
    const { root, lociDir, lock, clock } = syncRequest(repo.root);
    await respectCheckouts({ root, lociDir, lock, clock });
  });
});
