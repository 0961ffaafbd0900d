import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { diagnose } from "../../src/app/diagnose.ts";
import { openLoci } from "../../src/app/loci.ts";
import { createVault } from "../../src/app/vault/create-vault.ts";
import { useTempFolder } from "../temp.ts";

test("diagnose() looks for git and its settings where the environment that is passed in says", async () => {
  const folder = useTempFolder();
  const [root, home] = [join(folder, "vault"), join(folder, "home")];
  mkdirSync(home);
  const env = { HOME: home, PATH: process.env.PATH, TZ: "UTC" };
  await createVault({ root, topics: "none", env, now: Date.now });
  writeFileSync(join(root, ".git/config"), "[core]\n\trepositoryformatversion = 0\n");
  writeFileSync(join(root, ".gitattributes"), "*.md merge=loci\n");
  const loci = await openLoci({ root, env, now: Date.now, report() {} });
  onTestFinished(() => loci.close());
  const codes = async () => (await diagnose(loci, env)).problems.map(({ code }) => code);
  expect(await codes()).toContain("NO_MERGE_DRIVER");
  writeFileSync(join(home, ".gitconfig"), '[merge "loci"]\n\tdriver = loci merge\n');
  expect(await codes()).not.toContain("NO_MERGE_DRIVER");
});
