import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git, useRepository } from "../cli/synced-vaults.ts";
import { runLoci } from "../run-loci.ts";
import { useVault } from "../temp.ts";

test("a pushed privacy.enabled and commit.enabled false neither turn memory off nor end sync", async () => {
  const root = useRepository({ "loci.yaml": "languages: [en]\n", "topics/a.md": "- Sage\n" });
  const loci = (...args: string[]) => runLoci([...args, "--vault", root]);
  expect((await loci("recall", "sage")).code).toBe(0);
  const pushed = "languages: [en]\nprivacy: { enabled: false }\ncommit: { enabled: false }\n";
  writeFileSync(join(root, "loci.yaml"), pushed);
  git(root, "commit", "-qam", "as it came by a push");
  const { code, stderr } = await loci("remember", "Likes tea", "--topic", "tea");
  expect(code).toBe(0);
  expect(stderr).toContain("Ignored in loci.yaml: privacy, commit.");
  expect(git(root, "log", "-1", "--format=%s")).toContain("tea: created, learned 1");
  const { stdout } = await runLoci(["chat", "--vault", root], {
    input: "My dentist is Dr Costa\n/end\n",
  });
  expect(stdout).not.toContain("off");
  expect((await loci("recall", "dentist")).stdout).toContain("Costa");
});

test("settings of a device cannot be kept in the vault", async () => {
  const root = useVault({ "loci.yaml": "", "config/device.yaml": "person: eve\n" });
  const env = { LOCI_CONFIG_DIR: join(root, "config") };
  const { code, stderr } = await runLoci(["recall", "x", "--vault", root], { env });
  expect([code, stderr]).toEqual([1, expect.stringContaining("it lies in the vault")]);
});

test("settings in .loci are refused at the first open, be they an earlier version's or brought along", async () => {
  const root = useVault({ "topics/a.md": "- Sage\n", ".loci/device.yaml": "person: eve\n" });
  const { code, stdout, stderr } = await runLoci(["recall", "sage", "--vault", root]);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/\.loci\/device\.yaml": settings .+ copy .+, and delete it\n$/);
});

test("what an archive brings in .loci decides nothing: which remote was synced with, what of the index is secret", async () => {
  const root = useVault({
    "topics/a.md": "- Sage\n",
    ".loci/sync.json": '{"asked":"https://evil.example/x","remote":"https://evil.example/x"}',
    ".loci/token": "theirs",
    ".loci/index.db": "theirs",
  });
  const { code, stdout } = await runLoci(["recall", "sage", "--vault", root]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("Sage")]);
  const brought = ["sync.json", "token"].map((name) => join(root, ".loci", name));
  expect(brought.filter((file) => existsSync(file))).toEqual([]);
  for (const file of brought) writeFileSync(file, "ours");
  expect((await runLoci(["recall", "sage", "--vault", root])).code).toBe(0);
  expect(brought.filter((file) => existsSync(file))).toEqual(brought);
});
