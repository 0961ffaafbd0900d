import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { createRepo } from "../sync/repo.ts";

test("loci sync in a vault all of whose files are gone says how they come back, not to begin again", async () => {
  const repo = createRepo();
  repo.write("loci.yaml", "");
  repo.git("add", "-A");
  repo.git("commit", "-qm", "settings");
  for (const name of ["topics", "notes.txt", "loci.yaml"]) {
    rmSync(`${repo.root}/${name}`, { recursive: true });
  }
  const bringBack = "git checkout HEAD -- .";
  const named = await runLoci(["sync", "--vault", repo.root]);
  expect(named.code).toBe(1);
  expect(named.stderr).toContain(`bring its files back with "${bringBack}"`);
  expect(named.stderr).not.toContain("loci init");
  const inside = await runLoci(["sync"], { cwd: repo.root });
  expect(inside.stderr).toContain(bringBack);
  repo.git(...bringBack.split(" ").slice(1));
  expect(repo.read("topics/cooking.md")).toBe("- bomba rice\n");
  expect((await runLoci(["sync", "--vault", repo.root])).code).toBe(0);
});
