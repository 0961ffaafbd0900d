import { expect, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { git } from "../memory/garden.ts";
import { useFixture } from "../temp.ts";

async function open(root: string, env: NodeJS.ProcessEnv = {}) {
  const said: string[] = [];
  const loci = await openLoci({ root, env, now: Date.now, report: (text) => said.push(text) });
  return { loci, said };
}

test("commit messages counted what was known already", async () => {
  const root = useFixture("starter");
  git(root, "init", "-qb", "main");
  git(root, "add", "-A");
  git(root, "commit", "-qm", "start");
  const { loci } = await open(root);
  await loci.memory.remember(
    ["Prefers bomba rice for paella", "A new spoon", "a new spoon."].map((text) => ({
      text,
      topic: "cooking",
    })),
  );
  await loci.vault.committer.commit();
  expect(git(root, "log", "-1", "--format=%s")).toBe("cooking: learned 1\n");
  await loci.close();
});
