import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPastVault } from "../past-vault.ts";
import { lociJson, runLoci } from "../run-loci.ts";
import { useTempFolder, useVault } from "../temp.ts";

const log = `## 2041-02-03T11:29:00+01:00 cooking

Where she lives, and rice.

- replaced: Lives in Reus → topics/cooking.md
  - was: Lives in Tarragona
  - said: "no, I live in Reus now"
- session: 01CONVERSATION · agent rostro · person ana · text · en
`;

test("loci why tells where a memory comes from, in whose words, and what it replaced", async () => {
  const vault = await createPastVault();
  vault.write("topics/cooking.md", "- Lives in Tarragona (2026-01-01)\n");
  vault.commit("begun", "2041-01-02T10:00:00+01:00");
  vault.write(
    "topics/cooking.md",
    "- ~~Lives in Tarragona~~ (2026-01-01) [superseded:: ^k3f9x2]\n- Lives in Reus (2041-02-03) [source:: 01CONVERSATION] ^k3f9x2\n",
  );
  vault.write("log/2041-02.md", log);
  vault.commit("cooking: replaced 1\n\nDevice: board\nAgent: rostro", "2041-02-03T11:30:00+01:00");
  const { stdout, code } = await vault.loci("why", "k3f9x2", "--person", "ana");
  expect(code).toBe(0);
  expect(stdout.replace(/\b[0-9a-f]{8}\b/g, "COMMIT")).toMatchInlineSnapshot(`
    "Lives in Reus
      where         topics/cooking.md:2
      date          2041-02-03
      came          2041-02-03 11:30  learned · by rostro · on board · conversation 01CONVERSATION · COMMIT
      commit        "cooking: replaced 1"
      conversation  01CONVERSATION · 2041-02-03 11:29 · ana · Where she lives, and rice.
      said          "no, I live in Reus now"
      replaced      "Lives in Tarragona"
      changed       never
    "
  `);
  const [struck] = await lociJson(["why", "~~Lives in Tarragona~~", "--vault", vault.root]);
  expect(struck).toMatchObject({ replacedBy: "Lives in Reus", learned: { author: "Ana" } });
});

test("loci why gives a line without a date that of its commit, also where it was moved since", async () => {
  const vault = await createPastVault();
  vault.write("topics/cooking.md", "- Likes bomba rice\n- Stays here\n");
  vault.commit("begun", "2041-01-02T10:00:00+01:00");
  vault.write("topics/cooking.md", "- Stays here\n");
  vault.write("topics/rice.md", "- Short grain\n- Likes bomba rice\n");
  vault.commit("moved", "2041-02-02T10:00:00+01:00");
  expect(await vault.json("why", "bomba rice")).toMatchObject({
    text: "Likes bomba rice",
    file: "topics/rice.md",
    line: 2,
    date: "2041-01-02",
    dateFrom: "commit",
    learned: { type: "added", file: "topics/cooking.md", at: "2041-01-02T10:00:00+01:00" },
    changes: [{ type: "moved", from: "topics/cooking.md" }],
  });
});

test("loci why tells what is not committed yet, and works where there is no history", async () => {
  const vault = await createPastVault();
  vault.write("topics/cooking.md", "- Likes bomba rice\n");
  const { stdout } = await vault.loci("why", "bomba");
  expect(stdout).toContain("not committed yet");
  const plain = useVault({ "notes.md": "- Likes bomba rice\n", "log/2041-02.md": "" });
  const [told] = await lociJson(["why", "bomba", "--vault", plain]);
  expect(told).toMatchObject({ file: "notes.md", learned: null, date: null, conversation: null });
  expect((await runLoci(["why", "bomba", "--vault", plain])).stdout).not.toContain("changed");
  const { code, stderr } = await vault.loci("why", "zebra quantum");
  expect([code, stderr]).toEqual([
    1,
    'Cannot find the memory "zebra quantum": there is none; name its id, or words that stand in it\n',
  ]);
  expect((await vault.loci("why")).code).toBe(2);
});

test("/why says in one sentence that no memory went into a greeting, and is plain text after an answer", async () => {
  const root = useTempFolder();
  mkdirSync(join(root, "topics"));
  const topic = "# Oven\n\n- Hello is what the oven says\n\n> [!note] Cake\n> bakes **slowly**\n";
  writeFileSync(join(root, "topics/oven.md"), topic);
  const say = async (...lines: string[]) =>
    (await runLoci(["chat", "--vault", root], { input: `${lines.join("\n")}\n/why\n` })).stdout;
  for (const greeting of ["hello", "how are you?", "bon dia", "danke!"]) {
    const [, ...why] = (await say(greeting)).trimEnd().split("\n");
    expect(why, greeting).toEqual(["No memory went into the last answer"]);
  }
  expect(await say("what bakes slowly?")).toContain("topics/oven.md:5 Cake bakes slowly\n");
});
