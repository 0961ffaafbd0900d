import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPastVault } from "../past-vault.ts";

const day = (n: number): string => new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10);
const learned = (from: number, to: number): string =>
  Array.from(
    { length: to - from + 1 },
    (_, i) => `- Drank tea ${from + i} (${day(from + i)}) [source:: s${from + i}]\n`,
  ).join("");

/** A vault that has learned more than it keeps, edited by hand since its last commit. */
async function fullVault() {
  const vault = await createPastVault();
  vault.write("loci.yaml", "prune:\n  max: 40\n  batch: 2\n  strategy: fifo\n");
  vault.write("topics/tea.md", `# Tea\n\n${learned(1, 44)}`);
  vault.write("people/ana/topics/tea.md", learned(1, 42));
  await vault.loci("sync");
  vault.write("topics/tea.md", `# Tea\n\n${learned(1, 44)}- By hand\n`);
  return vault;
}

const files = ["topics/tea.md", "people/ana/topics/tea.md"];

test("loci upkeep does what its dry run says, and undo takes exactly that back", async () => {
  const vault = await fullVault();
  const before = files.map(vault.read);
  // Both scopes hold more than twice what they should.
  const settings = vault.read("loci.yaml");
  vault.write("loci.yaml", settings.replace("max: 40", "max: 5"));
  const refused = await vault.loci("upkeep", "--all-people");
  expect([refused.code, refused.stdout.match(/^Cannot take .*? out of recall/gm)]).toEqual([
    1,
    [
      "Cannot take 37 of 42 of the memories in people/ana out of recall",
      "Cannot take 39 of 44 of the vault's own memories out of recall",
    ],
  ]);
  vault.write("loci.yaml", settings);
  expect(files.map(vault.read)).toEqual(before);
  const dry = await vault.loci("upkeep", "--dry-run", "--all-people");
  expect(dry.stdout.split("\n")).toHaveLength(4 + 2 + 1);
  expect(dry.stdout).toContain(
    "people/ana/topics/tea.md → archive/people/ana/topics/tea.md: Drank tea 1\n",
  );
  expect([files.map(vault.read), existsSync(join(vault.root, "archive"))]).toEqual([before, false]);
  expect((await vault.loci("upkeep", "--all-people")).stdout).toBe(dry.stdout);
  expect(vault.read("topics/tea.md")).toBe(`# Tea\n\n${learned(5, 44)}- By hand\n`);
  expect(vault.git("log", "-1", "--format=%an: %s%n%(trailers:key=Agent)").trim()).toMatch(
    /^upkeep \(laptop\): tea: archived 6\nAgent: upkeep$/,
  );
  expect(vault.git("status", "--porcelain")).toBe("");
  vault.write(
    "topics/tea.md",
    vault.read("topics/tea.md").replace("- By hand\n", "- By hand\n- Since then\n"),
  );
  const { undoable } = (await vault.json("undo", "--list")) as {
    undoable: { kind: string; id: string }[];
  };
  const night = undoable.find(({ kind }) => kind === "upkeep");
  const undone = await vault.loci("undo", night?.id ?? "", "--yes");
  expect(undone.stdout).toContain("Taken back: tea: archived 6");
  expect(vault.read("topics/tea.md")).toBe(`${before[0]}- Since then\n`);
  expect(vault.read("people/ana/topics/tea.md")).toBe(before[1]);
  expect(existsSync(join(vault.root, "archive/topics/tea.md"))).toBe(false);
  // What came back is not taken away again the next night: others are.
  const again = await vault.loci("upkeep", "--dry-run");
  expect(again.stdout).not.toMatch(/: Drank tea [1-4]$/m);
});

test("what upkeep left alone of somebody else is said without names and numbers", async () => {
  const vault = await fullVault();
  vault.write("loci.yaml", "prune:\n  max: 5\n");
  vault.write("topics/tea.md", "# Tea\n");
  const { code, stdout } = await vault.loci("upkeep", "--dry-run", "--json");
  expect([code, JSON.parse(stdout).refused]).toEqual([
    1,
    [{ task: "prune", scope: "", reason: expect.stringMatching(/^Some memories of other people/) }],
  ]);
  expect(stdout).not.toMatch(/ana|42/);
});

test("loci undo ENTRY gives a topic that is gone its bank and tags, and refuses a line with others below it", async () => {
  const vault = await fullVault();
  const archived = (n: number): string =>
    `- Drank tea ${n} [archived:: 2026-02-01] [archived-from:: topics/mate.md] [archived-why:: x]\n`;
  vault.write(
    "archive/topics/mate.md",
    `---\ntitle: Mate\ntags: [drinks]\nbank: Work\n---\n\n${archived(90)}${archived(91)}  - with milk\n`,
  );
  expect((await vault.loci("undo", "Drank tea 90")).code).toBe(0);
  expect(vault.read("topics/mate.md")).toMatch(/tags: \[drinks\]\nbank: Work/);
  const { code, stderr } = await vault.loci("undo", "Drank tea 91");
  expect([code, stderr]).toEqual([1, expect.stringContaining("lines of its own below it")]);
});

test("loci undo ENTRY brings a line back as it was, into recall too, and undo takes it back", async () => {
  const vault = await fullVault();
  await vault.loci("upkeep");
  const archive = vault.read("archive/topics/tea.md");
  const recalled = async () =>
    (
      (await vault.json("recall", "Drank tea 2", "-k", "50")) as { hits: { text: string }[] }
    ).hits.map(({ text }) => text);
  expect(await recalled()).not.toContain("Drank tea 2");
  const back = await vault.loci("undo", "Drank tea 2");
  expect(back.stdout).toBe("Brought back: Drank tea 2 (topics/tea.md)\n");
  expect(vault.read("topics/tea.md")).toContain(`- Drank tea 2 (${day(2)}) [source:: s2]\n`);
  expect(vault.read("archive/topics/tea.md")).not.toContain("Drank tea 2");
  expect(await recalled()).toContain("Drank tea 2");
  expect((await vault.loci("upkeep", "--dry-run")).stdout).not.toContain("Drank tea 2");
  await vault.loci("undo", "--yes");
  expect(vault.read("archive/topics/tea.md")).toBe(archive);
  expect(await recalled()).not.toContain("Drank tea 2");
});

const from = "[archived:: 2026-01-01] [archived-from:: ";

test.each([
  ["", /Cannot bring nothing back/],
  ["zebra", /Cannot find the memory "zebra": there is none; "loci recall --archive"/],
  ["Fed", /Cannot tell which memory "Fed" means: \w+ "Fed /],
  ["Fed the cat", /archive\/topics\/zoo.md does not say which file it was in/],
  ["Fed the owl", /archive\/topics\/zoo.md does not say which file it was in/],
  ["Fed the elk", /archive\/topics\/zoo.md does not say which file it was in/],
  ["Fed the ape", /Cannot find the memory "Fed the ape"/],
])("loci undo %j says what is wrong, and changes nothing", async (words, sentence) => {
  const vault = await createPastVault();
  const zoo = `- Fed the cat\n- Fed the owl ${from}people/ben/topics/x.md] [archived-why:: x]\n- Fed the elk ${from}../loci.md] [archived-why:: x]\n`;
  vault.write("archive/topics/zoo.md", zoo);
  vault.write(
    "archive/people/ben/topics/zoo.md",
    `- Fed the ape ${from}people/ben/topics/zoo.md] [archived-why:: x]\n`,
  );
  const { code, stderr } = await vault.loci("undo", words);
  expect([code, stderr]).toEqual([words === "" ? 2 : 1, expect.stringMatching(sentence)]);
  expect(vault.read("archive/topics/zoo.md")).toBe(zoo);
});

test("loci undo ENTRY makes a file again that is gone, and doubles nothing that stands there already", async () => {
  const vault = await createPastVault();
  const line = (text: string) =>
    `- ${text} (2026-01-01) ${from}topics/zoo.md] [archived-why:: x] #a\n`;
  vault.write("archive/topics/zoo.md", `# The zoo\n\n${line("Fed the cat")}`);
  await vault.loci("undo", "Fed the cat");
  expect(vault.read("topics/zoo.md")).toMatch(
    /^---\ntitle: The zoo\n[\s\S]*\n- Fed the cat \(2026-01-01\) #a\n$/,
  );
  vault.write("archive/topics/zoo.md", line("Fed the cat"));
  expect((await vault.loci("undo", "Fed the cat")).stdout).toBe(
    "Brought back: Fed the cat (topics/zoo.md)\n",
  );
  expect(vault.read("topics/zoo.md").match(/Fed the cat/g)).toHaveLength(1);
  expect(vault.read("archive/topics/zoo.md").trim()).toBe("");
});

test("what is struck for a newer line is said first, and taken back", async () => {
  const vault = await createPastVault();
  const lived = (where: string, on: string): string =>
    `- Lives in ${where} (${on}) [source:: s1] [key:: home_city]\n`;
  const before = lived("Vic", "2025-01-02") + lived("Reus", "2026-01-02");
  vault.write("topics/home.md", before);
  const dry = await vault.loci("upkeep", "--dry-run");
  expect(dry.stdout).toMatch(/^topics\/home\.md strikes: Lives in Vic \(\^\w{12} is newer\)\n$/);
  expect((await vault.loci("upkeep")).stdout).toBe(dry.stdout);
  expect(vault.read("topics/home.md")).toContain("- ~~Lives in Vic~~ ");
  await vault.loci("undo", "--yes");
  expect(vault.read("topics/home.md")).toBe(before);
});
