import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { createPastVault } from "../past-vault.ts";
import { boatVault } from "./boat-vault.ts";

/** A vault of Ana's: memories of two days, one of them learned in a conversation, an archive, and lines of others. */
async function anasVault() {
  const vault = await createPastVault();
  vault.write(
    "people/ana/topics/zoo.md",
    "- Feeds the zebra (2026-02-01) [source:: 01JTALK]\n- Owns a parrot (2026-02-02)\n- Keeps bees (2026-02-02) #protected\n",
  );
  vault.write(
    "archive/people/ana/topics/zoo.md",
    "- Owns a parrot (2026-02-02)\n- Sold a goat (2026-02-03)\n",
  );
  vault.write("people/ben/topics/zoo.md", "- Owns a parrot (2026-02-02) [source:: 01JTALK]\n");
  vault.write(
    "topics/pond.md",
    "- The heron comes at six (2026-02-02)\n- The pike is Ana's (2026-02-04) [person:: Ana]\n",
  );
  return vault;
}

test.each([
  [["--session", "01JTALK", "--person", "ana"], ["people/ana/topics/zoo.md:1"], []],
  [
    ["--day", "2026-02-02", "--person", "ana"],
    ["archive/people/ana/topics/zoo.md:1", "people/ana/topics/zoo.md:2", "topics/pond.md:1"],
    ["Keeps bees"],
  ],
  [
    ["--about", "ana", "--person", "ana"],
    [
      "archive/people/ana/topics/zoo.md:1",
      "archive/people/ana/topics/zoo.md:2",
      "people/ana/topics/zoo.md:1",
      "people/ana/topics/zoo.md:2",
      "topics/pond.md:2",
    ],
    ["Keeps bees"],
  ],
  [["--about", "ana", "--day", "2026-02-04", "--all-people"], ["topics/pond.md:2"], []],
])("loci forget %j takes these and no others, as the dry run says", async (asked, gone, kept) => {
  const vault = await anasVault();
  const dry = await vault.loci("forget", ...asked, "--dry-run");
  expect([...dry.stdout.matchAll(/^ {2}(\S+\.md:\d+): /gm)].map(([, at]) => at).sort()).toEqual(
    gone,
  );
  for (const text of kept) expect(dry.stdout).toContain(`Stays, because it is #protected: ${text}`);
  const before = [...new Set(gone.map((at) => at.replace(/:\d+$/, "")))].map(
    (file) => [file, vault.read(file).split("\n")] as const,
  );
  const real = await vault.loci("forget", ...asked, "--yes");
  expect(real.stdout).toBe(
    `${dry.stdout}Forgotten: ${gone.length === 1 ? "1 memory" : `${gone.length} memories`}\n`,
  );
  for (const [file, lines] of before) {
    const left = lines.filter((_, i) => !gone.includes(`${file}:${i + 1}`));
    expect(vault.read(file)).toBe(left.join("\n"));
  }
  await vault.loci("undo", "--yes");
  for (const [file, lines] of before) expect(vault.read(file)).toBe(lines.join("\n"));
});

test("loci forget --all takes what the one who asks sees, and leaves others' and who an agent is", async () => {
  const vault = await anasVault();
  vault.write("agents/clerk/agent.md", "- You are the clerk\n");
  await vault.loci("forget", "--all", "--yes", "--agent", "clerk");
  expect(vault.read("topics/pond.md")).toBe("- The pike is Ana's (2026-02-04) [person:: Ana]\n");
  expect(vault.read("agents/clerk/agent.md")).toBe("- You are the clerk\n");
  expect(vault.read("people/ana/topics/zoo.md")).toContain("zebra");
  await vault.loci("forget", "--all", "--all-people", "--yes");
  expect(vault.read("people/ana/topics/zoo.md")).toBe("- Keeps bees (2026-02-02) #protected\n");
  expect(vault.read("people/ben/topics/zoo.md")).toBe("");
});

test("loci forget --about lists no line that who asks may not see, and for that person all that are theirs", async () => {
  const vault = await createPastVault();
  vault.write("people/ben/topics/gifts.md", "- Hides the ring\n");
  vault.write(
    "topics/home.md",
    "# Home\n\n- Plays the flute (person:: ben)\n\n## Ben [person:: ben]\n\n- Sleeps late\n",
  );
  vault.write(
    "topics/list.md",
    "---\nperson: Ben\n---\n\n- Owes Pau ten euros\n- Sees Ana on Monday [person:: ana]\n",
  );
  const listed = (...who: readonly string[]) =>
    vault.loci("forget", "--about", "ben", "--dry-run", ...who);
  for (const who of [[], ["--agent", "concierge"], ["--person", "ana"]]) {
    const { stdout, stderr, code } = await listed(...who);
    expect([stdout, code]).toEqual(["", 1]);
    expect(stderr).toContain("there is none that you may see");
  }
  const { stdout } = await listed("--person", "ben");
  for (const words of ["ring", "flute", "Sleeps", "Owes"]) expect(stdout).toContain(words);
  expect(stdout).not.toContain("Ana");
});

test("loci forget --purge leaves no byte of it, and no step brings it back", async () => {
  const vault = await boatVault();
  const mast = "The mast of Zorblax is new";
  vault.write("archive/topics/boats.md", `- ${mast} (2026-01-01)\n- The old sail\n`);
  vault.write(".loci/chat-history", "remember that the mast of Zorblax is new\nhello\n");
  vault.write(".loci/summaries.json", JSON.stringify({ a: `${mast}, and it leaks.` }));
  const said = () => filesSaying(vault.root, /mast of Zorblax/i);
  expect(said()).toEqual(expect.arrayContaining([".loci/sessions.db", "archive/topics/boats.md"]));
  const dry = await vault.loci("forget", mast, "--purge", "--dry-run");
  expect(dry.stdout).toContain("archive/topics/boats.md:1");
  const { stdout } = await vault.loci("forget", mast, "--purge", "--yes");
  expect(stdout).toBe(`${dry.stdout}Purged: 2 memories\n`);
  expect(said()).toEqual([]);
  expect(vault.read("archive/topics/boats.md")).toContain("- The old sail");
  expect(vault.read("topics/boats.md")).toContain("Zorblax leaks");
  await vault.loci("undo", "--yes");
  expect(said()).toEqual([]);
});

/** Files under a folder, git's apart, that hold words as they are. */
const filesSaying = (root: string, words: RegExp): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && !one.parentPath.includes("/.git"))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => words.test(readFileSync(file, "latin1")))
    .map((file) => relative(root, file));
