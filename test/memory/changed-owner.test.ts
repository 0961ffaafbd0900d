import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { openVault } from "../../src/app/vault/open-vault.ts";
import { findSame } from "../../src/memory/find-same.ts";
import { redactMemories } from "../../src/memory/hide-secrets.ts";
import { findMemories, recallMemories } from "../../src/memory/recall.ts";
import { cleanEnv } from "../run-loci.ts";
import { useVault } from "../temp.ts";

const home = "topics/home.md";
const ana = { person: "ana" };

/** An open vault in which, once the index has answered, the line of a block id has become Ben's own. */
async function useChanging() {
  const root = useVault({ "loci.yaml": "", [home]: "- The lamp code is red ^x1\n" });
  const parts = await openVault({
    ...{ root, env: cleanEnv(), now: Date.now, report: () => {} },
  });
  onTestFinished(() => parts.close());
  await parts.freshness.refresh();
  const index = {
    ...parts.index,
    run<T>(work: Parameters<typeof parts.index.run<T>>[0]): T {
      const answer = parts.index.run(work);
      writeFileSync(join(root, home), "- The lamp code is mauvegreen [person:: ben] ^x1\n");
      return answer;
    },
  };
  return { ...parts, index };
}

test("recall for a model shows nobody what a block id stands for by now", async () => {
  const vault = await useChanging();
  const { hits } = await recallMemories(vault, ana, "lamp code");
  expect(JSON.stringify(redactMemories(vault, ana, hits))).not.toContain("mauvegreen");
});

test.each(["x1", "The lamp code is red"])(
  "what is called %j is not another line of its id",
  async (name) => {
    const found = await findMemories(await useChanging(), ana, name);
    expect(JSON.stringify(found)).not.toContain("mauvegreen");
  },
);

test("what says the same is not another line of its id", async () => {
  const same = await findSame(await useChanging(), ana, "The lamp code is red");
  expect(same).toBeUndefined();
});

test("list() gives the first page where none is named", async () => {
  const root = useVault({ "loci.yaml": "", [home]: "- The lamp is red ^x1\n" });
  const loci = await openLoci({ root, env: cleanEnv(), now: Date.now, report: () => {} });
  onTestFinished(() => loci.close());
  expect(await loci.memory.list({}, { limit: 100 })).toMatchObject({
    total: 1,
    facts: [{ id: "x1" }],
  });
  expect((await loci.memory.list({}, {})).facts).toHaveLength(1);
});
