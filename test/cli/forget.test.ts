import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPastVault } from "../past-vault.ts";
import { boatVault } from "./boat-vault.ts";
import { hasPty, openPty } from "./open-pty.ts";

test("loci forget --dry-run says what the real run says, and each line that then goes", async () => {
  const vault = await boatVault();
  const before = vault.lines();
  const texts = (lines: readonly string[]) => lines.map((line) => line.replace(/:\d+: /, ": "));
  const dry = await vault.loci("forget", "--all", "--dry-run");
  expect(dry.code).toBe(0);
  expect(vault.lines()).toEqual(before);
  const real = await vault.loci("forget", "--all", "--yes");
  expect(real.stdout).toBe(`${dry.stdout}Forgotten: 4 memories\n`);
  const after = texts(vault.lines());
  const gone = before.filter(
    (line) => /\S: \S/.test(line) && !after.includes(texts([line])[0] ?? ""),
  );
  const told = dry.stdout
    .split("\n")
    .flatMap((line) => /^ {2}(\S+:\d+: .*)$/.exec(line)?.[1] ?? []);
  // What Loci wrote above the only line of a file goes with it.
  const isHead = (line: string) =>
    /(?:index|forgotten)\.txt:|: updated: |^general\/\S+: (?:---$|title: |created: |# )/.test(line);
  const [logged = [], other = []] = [true, false].map((isOfLog) =>
    gone.filter((line) => !isHead(line) && line.startsWith("log/") === isOfLog),
  );
  expect(other.toSorted()).toEqual(told.toSorted());
  expect(logged).not.toEqual([]);
  expect(dry.stdout).toMatch(
    new RegExp(`^ {2}log/\\S+: ${logged.length} lines that tell of it$`, "m"),
  );
  expect(dry.stdout).toMatch(/^ {2}what mentions it in the conversations of this device$/m);
  expect(vault.read("topics/boats.md")).toContain("- Zorblax needs paint #protected");
  expect(dry.stdout).toContain("Stays, because it is #protected: Zorblax needs paint");
});

test("loci forget takes a memory that stands twice in one file", async () => {
  const vault = await createPastVault();
  const other = "- Feeds the cat\n";
  vault.write("topics/zoo.md", `- Feeds the zebra\n${other}- Feeds the zebra\n`);
  const dry = await vault.loci("forget", "Feeds the zebra", "--dry-run");
  expect(dry.stdout).toMatch(/zoo\.md:1: .*\n.*zoo\.md:3: /);
  const { stdout } = await vault.loci("forget", "Feeds the zebra", "--yes");
  expect(stdout).toContain("Forgotten: 2 memories");
  expect(vault.read("topics/zoo.md")).toBe(other);
  await vault.loci("undo", "--yes");
  expect(vault.read("topics/zoo.md").match(/zebra/g)).toHaveLength(2);
});

test("loci forget --day takes nothing that holds a protected line", async () => {
  const vault = await createPastVault();
  const zoo = "- Feeds the zebra (2026-01-02)\n  - only on Sundays #protected\n";
  vault.write("topics/zoo.md", zoo);
  const { stdout } = await vault.loci("forget", "--day", "2026-01-02", "--yes");
  expect(stdout).toContain("Stays, because it is #protected: Feeds the zebra");
  expect(vault.read("topics/zoo.md")).toBe(zoo);
});

test("loci forget WORDS lists the memories that hold them, each with its id, and takes none", async () => {
  const vault = await createPastVault();
  const zoo = "- Feeds the zebra\n- The zebra is called Zoe\n- Feeds the cat\n";
  vault.write("topics/zoo.md", zoo);
  const { code, stdout, stderr } = await vault.loci("forget", "zebra", "--yes");
  expect([code, stdout, vault.read("topics/zoo.md")]).toEqual([1, "", zoo]);
  const [first = "", second, ...rest] = stderr.trimEnd().split("\n");
  expect(first).toMatch(/^ {2}[0-9a-f]{12} Feeds the zebra \(topics\/zoo\.md:1\)$/);
  expect(second).toMatch(/^ {2}[0-9a-f]{12} The zebra is called Zoe /);
  const id = first.slice(2, 14);
  expect(rest).toEqual([
    `Cannot find the memory "zebra": no memory says exactly that; "loci forget ${id}" forgets the first of these`,
  ]);
  const json = await vault.loci("forget", "zebra", "--json");
  expect(JSON.parse(json.stderr).error.data.others).toHaveLength(2);
  await vault.loci("forget", id, "--yes");
  expect(vault.read("topics/zoo.md")).toBe("- The zebra is called Zoe\n- Feeds the cat\n");
});

test("loci forget without a terminal and without --yes forgets nothing and exits 1", async () => {
  const vault = await boatVault();
  const before = vault.lines();
  for (const json of [[], ["--json"]]) {
    const { code, stdout, stderr } = await vault.loci("forget", "^boat", ...json);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/Cannot ask .*loci forget --yes/)]);
    if (json.length === 0) expect(stdout).toContain("The boat is called Zorblax"); // It was shown.
  }
  expect(vault.lines()).toEqual(before);
});

test.runIf(hasPty())("loci forget asks on a terminal, and does as it is told", async () => {
  const vault = await boatVault();
  const ask = async (answer: string, sentence: string) => {
    const pty = openPty(["forget", "^boat", "--vault", vault.root], { LOCI_DEVICE: "laptop" });
    await pty.until("Forget it? [y/N]");
    pty.type(`${answer}\r`);
    await pty.until(sentence);
    expect(await pty.ended).toBe(0);
    return vault.read("topics/boats.md").includes("The boat is called Zorblax");
  };
  expect(await ask("n", "Nothing was forgotten")).toBe(true);
  expect(await ask("y", "Forgotten: 1 memory")).toBe(false);
});

test("what loci forget took is one step of undo; a protected entry goes when it is named", async () => {
  const vault = await boatVault();
  const before = vault.read("topics/boats.md");
  const named = await vault.json("forget", "Zorblax needs paint", "--yes");
  expect(named).toMatchObject({ isForgotten: true, kept: [] });
  expect(vault.read("topics/boats.md")).not.toContain("paint");
  await vault.loci("undo", "--yes");
  await vault.loci("forget", "--all", "--yes");
  expect(vault.read("topics/boats.md").match(/Zorblax/g)).toHaveLength(1);
  await vault.loci("undo", "--yes");
  const words = (text: string) => text.split("\n").filter((line) => line.includes("Zorblax"));
  expect(words(vault.read("topics/boats.md"))).toEqual(words(before));
});

test.runIf(hasPty())("/forget on a terminal says how to answer", async () => {
  const chat = openPty(["chat", "--vault", (await boatVault()).root]);
  await chat.until("> ");
  chat.type("/forget Zorblax\r");
  await chat.until("Say which by its number, or go on: then none is forgotten");
  chat.type("/forget anchor\r");
  await chat.until('"yes" forgets it, or go on: then none is forgotten');
});

test("a topic file that Loci made goes with its last memory, and loci undo brings it back", async () => {
  const vault = await createPastVault();
  await vault.loci("sync");
  await vault.loci("remember", "Likes green tea", "--topic", "Food");
  const made = vault.read("topics/food.md");
  expect((await vault.loci("forget", "Likes green tea", "--yes")).code).toBe(0);
  expect(existsSync(join(vault.root, "topics/food.md"))).toBe(false);
  await vault.loci("sync");
  expect(vault.git("ls-files", "topics/food.md")).toBe("");
  expect((await vault.loci("undo", "--yes")).code).toBe(0);
  expect(vault.read("topics/food.md")).toBe(made);
  expect((await vault.loci("recall", "green tea")).stdout).toContain("Likes green tea");
});

test.each([
  ["with a note of somebody's own", (text: string) => `${text}\nSee the cookbook.\n`],
  ["with a key of somebody's own", (text: string) => text.replace("---\n", "---\nrating: 5\n")],
  ["with a comment at its top", (text: string) => text.replace("---\n", "---\n# mine\n")],
  ["with another heading", (text: string) => `${text}\n## Ideas\n`],
])("a file %s stays when its last memory is forgotten", async (_, change) => {
  const vault = await createPastVault();
  await vault.loci("remember", "Likes green tea", "--topic", "Food");
  vault.write("topics/food.md", change(vault.read("topics/food.md")));
  expect((await vault.loci("forget", "Likes green tea", "--yes")).code).toBe(0);
  expect(vault.read("topics/food.md")).toContain("# Food");
  expect(vault.read("topics/food.md")).not.toContain("green");
});

test("a summary and its archived originals are named for each other, and --purge takes the originals along", async () => {
  const vault = await createPastVault();
  const summary = "- Drinks tea at work and at home (2026-01-02) [summarizes:: ^one ^two] ^sum\n";
  const originals =
    "- Drinks tea at work (2026-01-01) [archived-why:: summarized in ^sum] ^one\n- Drinks tea at home (2026-01-02) [archived-why:: summarized in ^sum] ^two\n";
  vault.write("people/ana/topics/tea.md", summary);
  vault.write("archive/people/ana/topics/tea.md", `${originals}- Another (2026-01-01) ^three\n`);
  vault.write(
    "archive/people/ana/topics/bank.md",
    "- Ana's bank is Triodos [archived-why:: pruned by fifo] ^one\n",
  );
  vault.write("archive/topics/tea.md", "- Somebody else's (2026-01-01) ^one\n");
  await vault.loci("sync");
  const ofOne = await vault.loci("forget", "Drinks tea at work", "--person", "ana", "--dry-run");
  expect(ofOne.stdout).toContain(
    'A summary retells it: Drinks tea at work and at home (people/ana/topics/tea.md:1); "loci forget sum" takes that too',
  );
  const ofAll = await vault.loci("forget", "sum", "--person", "ana", "--dry-run");
  expect(ofAll.stdout).toContain("be in git's history and in archive/people/ana/topics/tea.md");
  expect((await vault.loci("forget", "sum", "--person", "ana", "--purge", "--yes")).code).toBe(0);
  expect(vault.read("archive/people/ana/topics/tea.md")).toBe("- Another (2026-01-01) ^three\n");
  expect(vault.read("archive/topics/tea.md")).toContain("Somebody else's");
  expect(vault.read("archive/people/ana/topics/bank.md")).toContain("Triodos");
  expect(vault.read("people/ana/topics/tea.md")).toBe("");
});
