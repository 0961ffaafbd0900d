import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { removalLine } from "../../src/sync/merge/file/removals.ts";
import { lociJson, runLoci } from "../run-loci.ts";
import { useTempFolder, useVault } from "../temp.ts";
import { createOldVault, type PastVault } from "./past-vault.ts";

interface Answer {
  readonly hits: readonly { readonly text: string; readonly file: string; readonly line: number }[];
  readonly asOf: { readonly commit: string; readonly time: string };
}

const ask = (vault: PastVault, ...args: string[]): Promise<Answer> =>
  vault.json("recall", ...args) as Promise<Answer>;
const texts = ({ hits }: Answer): string[] => hits.map(({ text }) => text);

async function movingVault(): Promise<PastVault & { readonly commits: readonly string[] }> {
  const vault = await createOldVault();
  vault.write("topics/home.md", "- Lives in Tarragona\n- Has a cat called Pebre\n");
  vault.write("topics/work.md", "---\nbank: Work\n---\n\n- Works at Regant\n");
  const first = vault.commit("begun", "2026-01-10T10:00:00+01:00");
  vault.write("topics/home.md", "- Lives in Reus, not in Tarragona\n- Has a cat called Pebre\n");
  vault.write("log/2026-02.md", quoted);
  vault.git("mv", "topics/work.md", "topics/job.md");
  const second = vault.commit("moved", "2026-02-10T23:30:00+01:00");
  vault.write("topics/home.md", "- Lives in Reus, not in Tarragona\n");
  return { ...vault, commits: [first, second] };
}

const quoted = `## 2026-02-10T23:29:00+01:00 home

- learned: Lives in Reus, not in Tarragona → topics/home.md
  - said: "we carried boxes all weekend"
- session: 01CONVERSATION · agent rostro · text · en
`;

test("loci recall --as-of answers from the vault as it was, with the commit and its time", async () => {
  const vault = await movingVault();
  const [first, second] = vault.commits;
  const then = await ask(vault, "where do I live?", "--as-of", "2026-01-31");
  expect(texts(then)).toContain("Lives in Tarragona");
  expect(then.asOf).toEqual({ commit: first, time: "2026-01-10T10:00:00+01:00" });
  expect(then.hits[0]).toMatchObject({ file: "topics/home.md", line: 1 });
  // A bare day means its end, a month and a year too.
  for (const moment of [
    "2026-02-10",
    "2026-02",
    "2026",
    "2026-02-10T23:30",
    "2026-02-10T22:30:00Z",
  ]) {
    const later = await ask(vault, "live cat Pebre", "--as-of", moment);
    expect(later.asOf.commit, moment).toBe(second);
    expect(texts(later)).toContain("Has a cat called Pebre"); // It is gone from disk.
  }
  expect((await ask(vault, "live", "--as-of", "2026-02-10T23:29")).asOf.commit).toBe(first);
});

test("loci recall --as-of ranks as a checkout of that commit does", async () => {
  const vault = await movingVault();
  for (const commit of vault.commits) {
    const clone = useTempFolder();
    vault.git("worktree", "add", "-f", "--detach", clone, commit);
    const time = vault.git("show", "-s", "--format=%cI", commit).trim();
    for (const query of ["live in Tarragona", "cat", "Regant", "carried boxes"]) {
      const then = await ask(vault, query, "--as-of", time);
      const [there] = (await lociJson(["recall", query, "--vault", clone])) as Answer[];
      expect(then.hits, query).toEqual(there?.hits);
    }
  }
});

test("loci recall --as-of goes with the other flags, and answers a stream", async () => {
  const vault = await movingVault();
  const moment = ["--as-of", "2026-01-31"];
  expect(texts(await ask(vault, "works lives", ...moment, "--bank", "Work"))).toEqual([
    "Works at Regant",
  ]);
  expect(texts(await ask(vault, "works lives", ...moment, "--topic", "work", "-k", "1"))).toEqual([
    "Works at Regant",
  ]);
  const gone = await vault.loci("recall", "works", "--as-of", "2026-02-28", "--topic", "work");
  expect([gone.code, gone.stderr]).toEqual([
    1,
    expect.stringMatching(/^Cannot find the topic "work"/),
  ]);
  const { stdout } = await runLoci(["recall", "--stdin", ...moment, "--vault", vault.root], {
    input: '{"id":1,"query":"Tarragona"}\n',
  });
  expect(JSON.parse(stdout).results[0].text).toBe("Lives in Tarragona");
});

test("loci recall --as-of does not show what was forgotten since", async () => {
  const vault = await movingVault();
  const shown = await ask(vault, "cat Pebre", "--as-of", "2026-02-28");
  expect(texts(shown)).toContain("Has a cat called Pebre"); // Somebody took it out by hand since.
  const mark = removalLine("2040-01-01T00:00:00.000Z", "Has a cat called Pebre", "-");
  vault.write("log/forgotten.txt", `${mark.trimEnd()}\n`);
  const then = await ask(vault, "cat Pebre", "--as-of", "2026-02-28");
  expect(texts(then).join()).not.toContain("cat");
  const now = await ask(vault, "Reus", "--as-of", "2040");
  expect(texts(now)).toEqual(["Lives in Reus, not in Tarragona"]);
});

test("loci recall --as-of does not show what has become somebody else's own since", async () => {
  const vault = await movingVault();
  expect(texts(await ask(vault, "cat Pebre", "--as-of", "2026-02-28"))).toContain(
    "Has a cat called Pebre",
  );
  vault.write("topics/pets.md", "- Has a cat called Pebre [person:: ben]\n");
  for (const [person, isSeen] of [
    [[], false],
    [["--person", "ben"], true],
  ] as const) {
    const then = await ask(vault, "cat Pebre", "--as-of", "2026-02-28", ...person);
    expect(texts(then).includes("Has a cat called Pebre")).toBe(isSeen);
  }
});

test("loci recall --as-of leaves no copy of the past behind", async () => {
  const vault = await movingVault();
  await vault.loci("recall", "Tarragona");
  const before = readdirSync(`${vault.root}/.loci`).sort();
  await ask(vault, "Tarragona", "--as-of", "2026-01-31");
  // What commits did is told by names alone: see test/index/history-table.test.ts.
  expect(readdirSync(`${vault.root}/.loci`).sort()).toEqual([...before, "history.db"].sort());
  expect(texts(await ask(vault, "Tarragona"))).toEqual(["Lives in Reus, not in Tarragona"]);
});

test("loci recall --as-of says in one sentence what it cannot do", async () => {
  const vault = await movingVault();
  const plain = useVault({ "n.md": "- a\n" });
  const said = [
    await vault.loci("recall", "x", "--as-of", "yesterday"),
    await vault.loci("recall", "x", "--as-of", "2026-02-30"),
    await runLoci(["recall", "x", "--as-of", "2026", "--vault", plain]),
  ];
  expect(
    said.map(({ code, stderr }) => `${stderr.replace(plain, "DIR")}[${code}]`),
  ).toMatchInlineSnapshot(`
    [
      "Cannot use the moment "yesterday": write a day or a time, such as 2026-02-12 or 2026-02-12T14:30
    [1]",
      "Cannot use the moment "2026-02-30": write a day or a time, such as 2026-02-12 or 2026-02-12T14:30
    [1]",
      "Cannot read the history of the vault: it is not a git repository; run \`loci init DIR\`, or \`git init\` in it
    [1]",
    ]
  `);
});

test("loci recall --as-of before the first commit answers by the dates of the entries, and says so", async () => {
  const vault = await createOldVault();
  vault.write(
    "topics/home.md",
    "- Lives in Tarragona (2025-03-02)\n- Lives in Reus (2025-09-01)\n- Lives well\n",
  );
  const moment = ["--as-of", "2025-06-30"];
  const none = await vault.loci("recall", "lives", ...moment);
  expect([none.code, none.stderr]).toEqual([
    0,
    "As of 2025-06-30 23:59, by the dates of the memories alone: the vault has no commit yet\n",
  ]);
  vault.commit("begun", "2026-01-10T10:00:00+01:00");
  const { code, stdout, stderr } = await vault.loci("recall", "lives", ...moment);
  expect([code, stderr]).toEqual([
    0,
    "As of 2025-06-30 23:59, by the dates of the memories alone: its history begins at 2026-01-10T10:00:00+01:00\n",
  ]);
  expect([none.stdout, stdout].map((text) => /Tarragona/.test(text))).toEqual([true, true]);
  expect(stdout).not.toMatch(/Reus|well/);
  const answer = await ask(vault, "lives", ...moment);
  expect(answer.asOf).toMatchObject({ commit: null });
  expect(texts(answer)).toEqual(["Lives in Tarragona"]);
  expect(texts(await ask(vault, "lives", ...moment, "--until", "2025-02"))).toEqual([]);
});
