import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useTempFolder, useVault, writeFiles } from "../temp.ts";
import { filesIn, portsOf, runUpkeep } from "./upkeep-ports.ts";

const learned = (n: number, more = ""): string =>
  `- Memory ${n} (2026-01-${String(n).padStart(2, "0")}) [source:: s${n}]${more}\n`;

test("the oldest that were learned leave for the archive, which says where from, when and why", async () => {
  const file = `---\ntitle: Tea\ntags: [drinks]\nbank: Interests\n---\n\n# Tea\n\n${[1, 2, 3, 4].map((n) => learned(n)).join("")}`;
  const root = useVault({ "topics/tea.md": file });
  const { steps } = await runUpkeep(portsOf(root));
  expect(steps.map(({ text }) => text)).toEqual(["Memory 1", "Memory 2"]);
  const why =
    "[archived:: 2026-11-26] [archived-from:: topics/tea.md] [archived-why:: pruned by fifo]";
  expect(filesIn(root)).toEqual({
    "archive/topics/tea.md": `---\ntitle: Tea\ntags: [drinks]\nbank: Interests\ncreated: 2026-11-26\nupdated: 2026-11-26\n---\n\n# Tea\n\n- Memory 1 (2026-01-01) [source:: s1] ${why}\n- Memory 2 (2026-01-02) [source:: s2] ${why}\n`,
    "topics/tea.md": file.replace(learned(1) + learned(2), ""),
  });
  expect(readFileSync(join(root, "log/2026-11.md"), "utf8")).toBe(
    "## 2026-11-26T03:30:00+01:00\n\nUpkeep\n\n- changed: topics/tea.md: archived 2\n",
  );
  expect((await runUpkeep(portsOf(root))).steps).toEqual([]);
});

test.each([
  ["what is protected", learned(1, " #protected")],
  ["what matters most", learned(1, " [importance:: 1]")],
  ["what people wrote themselves", "- Memory 1 (2026-01-01)\n"],
  ["what is still to be done", "- [ ] Memory 1 (2026-01-01) [source:: s1]\n"],
  ["what is to be reminded of", learned(1, " [remind:: 2027-01-01]")],
  ["what is secret", learned(1, " [sensitivity:: secret]")],
  ["what runs over several lines", "- Memory 1 [source:: s1]\n  and more\n"],
  ["what another one stands for", "- ~~Memory 1~~ (2026-01-01) [source:: s1] [superseded:: ^x]\n"],
])("%s stays", async (_, line) => {
  const root = useVault({
    "topics/tea.md": `${line}${[2, 3, 4, 5].map((n) => learned(n)).join("")}`,
  });
  await runUpkeep(portsOf(root));
  expect(filesIn(root)["topics/tea.md"]).toContain(line);
  expect(filesIn(root)["topics/tea.md"]).not.toContain("Memory 2 ");
});

test("what stands under a heading of a person's own stays, and each scope is counted alone", async () => {
  const own = `# Tea\n\n${learned(1)}\n## Mine\n\n${learned(2)}${learned(3)}${learned(4)}`;
  const root = useVault({
    "topics/tea.md": own,
    "people/ana/topics/tea.md": learned(5) + learned(6),
  });
  const { steps } = await runUpkeep(portsOf(root));
  expect(steps.map(({ text }) => text)).toEqual(["Memory 1"]);
});

const uses = new Map([["6c1c", { day: "2026-11-20", isRestored: false }]]);

test.each([
  ["fifo", ["Old news", "Tea at noon"]],
  ["oldest_accessed", ["Tea at noon", "Green"]],
  ["least_relevant", ["Tea at noon", "Old news"]],
] as const)("%s leaves out these first", async (strategy, wanted) => {
  const root = useVault({
    "topics/tea.md": [
      "- Old news (2026-01-01) [source:: s] [importance:: 0.1] ^old",
      "- Tea at noon (2026-01-02) [source:: s] [importance:: 0.1] ^noon",
      "- Green (2026-01-03) [source:: s] [importance:: 0.9] ^green",
      "- White (2026-02-01) [source:: s] ^white\n",
    ].join("\n"),
  });
  const day = { day: "2026-11-20", isRestored: false };
  const { steps } = await runUpkeep(
    portsOf(root, { prune: { strategy }, uses: new Map([...uses, ["old", day]]) }),
  );
  expect(steps.map(({ text }) => text)).toEqual(wanted);
});

test("a run that would take more than it may is refused as a whole; one batch always may", async () => {
  const root = useVault({ "topics/tea.md": [1, 2, 3, 4, 5, 6].map((n) => learned(n)).join("") });
  const before = filesIn(root);
  const { steps, refused } = await runUpkeep(portsOf(root, { maxShare: 0.5 }));
  expect([steps, refused.map(({ task }) => task)]).toEqual([[], ["prune"]]);
  expect(refused[0]?.reason).toBe(
    "Cannot take 4 of 6 of the vault's own memories out of recall in one run: at most 50 % may go, so none did; raise prune.batch where it is meant, and prune.max where there is one",
  );
  expect(filesIn(root)).toEqual(before);
  const one = portsOf(root, { maxShare: 0, prune: { max: 5, batch: 4 } });
  expect((await runUpkeep(one)).steps).toHaveLength(1);
});

test("what is too much by a few goes over some nights, never more than a share at once", async () => {
  const root = useVault({
    "topics/tea.md": Array.from({ length: 19 }, (_, n) => learned(n + 1)).join(""),
  });
  const taken: number[] = [];
  for (let n = 0; n < 8; n++) {
    const { steps, refused } = await runUpkeep(
      portsOf(root, { maxShare: 0.2, prune: { max: 10 } }),
    );
    expect(refused).toEqual([]);
    taken.push(steps.length);
  }
  expect(taken).toEqual([3, 3, 2, 1, 0, 0, 0, 0]);
});

test("pruning that is switched off moves nothing; switched on again it goes on", async () => {
  const root = useVault({ "topics/tea.md": [1, 2, 3].map((n) => learned(n)).join("") });
  for (const prune of [{ enabled: false }, { max: 0 }])
    expect((await runUpkeep(portsOf(root, { prune }))).steps).toEqual([]);
  expect((await runUpkeep(portsOf(root))).steps).toHaveLength(1);
});

test("a run that is killed before or after any change of a file is run again, and ends as one that was not", async () => {
  const files = {
    "topics/tea.md": [1, 2, 3].map((n) => learned(n)).join(""),
    "topics/milk.md": [4, 5, 6, 6].map((n) => learned(n)).join(""),
    "people/ana/topics/tea.md": [7, 8, 9].map((n) => learned(n)).join(""),
  };
  const whole = useVault(files);
  await runUpkeep(portsOf(whole, { dedup: true }));
  const wanted = filesIn(whole);
  for (let killedAt = 0; ; killedAt++) {
    const root = useVault(files);
    let calls = 0;
    const onChange = () => {
      if (calls++ === killedAt) throw new Error("killed");
    };
    const killed = await runUpkeep(portsOf(root, { dedup: true, onChange })).then(
      () => false,
      () => true,
    );
    await runUpkeep(portsOf(root, { dedup: true }));
    expect(filesIn(root), `killed at ${killedAt}`).toEqual(wanted);
    if (!killed) break;
    expect(killedAt).toBeLessThan(40);
  }
});

test("a line that was edited after a run was killed stands as it is edited, and as it was in the archive", async () => {
  const root = useVault({ "topics/tea.md": [1, 2, 3].map((n) => learned(n)).join("") });
  let calls = 0;
  const onChange = () => {
    if (calls++ === 2) throw new Error("killed"); // The archive has it, and its file still.
  };
  await expect(runUpkeep(portsOf(root, { onChange }))).rejects.toThrow("killed");
  const edited = filesIn(root)["topics/tea.md"]?.replace("Memory 1 ", "Memory 1, corrected ") ?? "";
  writeFileSync(join(root, "topics/tea.md"), edited);
  await runUpkeep(portsOf(root));
  const all = Object.values(filesIn(root)).join("\n");
  for (const words of ["Memory 1 ", "Memory 1, corrected ", "Memory 2 ", "Memory 3 "])
    expect(all.split(words), words).toHaveLength(2);
});

test.each([
  ["is not UTF-8", Buffer.from("- \xff\n", "latin1")],
  ["has frontmatter that cannot be read", Buffer.from("---\na: [\n---\n- x\n")],
  ["is full", Buffer.from(`# Tea\n\n- ${"x".repeat(2_097_100)}\n`)],
])(
  "where the archive of a file %s, its lines stay where they are, and that is said",
  async (_, bytes) => {
    const topic = [1, 2, 3].map((n) => learned(n)).join("");
    const root = useVault({ "topics/tea.md": topic });
    writeFiles(root, { "archive/topics/tea.md": "" });
    writeFileSync(join(root, "archive/topics/tea.md"), bytes);
    const { steps, refused } = await runUpkeep(portsOf(root));
    const reason = expect.stringContaining("topics/tea.md was left alone: ");
    expect([steps, refused]).toEqual([[], [{ task: "prune", scope: "", reason }]]);
    expect(readFileSync(join(root, "archive/topics/tea.md"))).toEqual(bytes);
    expect(filesIn(root)["topics/tea.md"]).toBe(topic);
  },
);

test("a file that cannot be moved from stops no other, and keeps its lines", async () => {
  const file = [1, 2, 3, 4].map((n) => learned(n)).join("");
  const root = useVault({ "topics/tea.md": file, "people/ana/topics/tea.md": file });
  mkdirSync(join(root, "archive/people"), { recursive: true });
  symlinkSync(useTempFolder(), join(root, "archive/people/ana"));
  const { steps, refused } = await runUpkeep(portsOf(root));
  expect(steps.map(({ file: from }) => from)).toEqual(["topics/tea.md", "topics/tea.md"]);
  expect(refused).toEqual([
    {
      task: "prune",
      scope: "people/ana",
      reason: expect.stringContaining("people/ana/topics/tea.md was left alone: "),
    },
  ]);
  expect(filesIn(root)["people/ana/topics/tea.md"]).toBe(file);
});

test("a line that was brought back stays for a year, whichever task wants it", async () => {
  const root = useVault({
    "topics/tea.md": `${learned(1, " ^one")}${learned(2)}${learned(3)}- Likes red apples (2026-01-01) [source:: s1]\n- Likes the red apple (2026-01-01) [source:: s2] ^two\n`,
  });
  const used = (day: string) =>
    new Map(["one", "two"].map((id) => [id, { day, isRestored: true }]));
  const leaving = async (day: string) => {
    const options = { dedup: true, prune: { max: 4 }, uses: used(day) };
    return (await runUpkeep(portsOf(root, options), { isDryRun: true })).steps.map(
      ({ text }) => text,
    );
  };
  expect(await leaving("2026-02-01")).toEqual(["Likes red apples"]);
  expect(await leaving("2025-02-01")).toContain("Likes the red apple");
});
