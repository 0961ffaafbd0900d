import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { openRepo } from "../sync/repo.ts";
import { useRepository } from "../synced-vaults.ts";

test("loci history does not tell what has moved into one person's folder since", async () => {
  const root = useRepository({ "topics/u.md": "# U\n\n- Ben is afraid of spiders\n- Likes tea\n" });
  const { git } = openRepo(root);
  mkdirSync(join(root, "people/ben/topics"), { recursive: true });
  git("mv", "topics/u.md", "people/ben/topics/u.md");
  git("commit", "-qam", "two");
  const history = async (...who: string[]) =>
    (await runLoci(["history", "u", "--vault", root, ...who])).stdout;
  expect(await history()).not.toContain("spiders");
  expect(await history("--person", "ana")).not.toContain("spiders");
  expect(await history("--person", "ben")).toContain("spiders");
});

test("/undo takes back nothing in files that who speaks may not look into", async () => {
  const file = "people/ben/topics/surprise-for-ana.md";
  const root = useRepository({ [file]: "- party cake\n", "topics/u.md": "- old lamp\n" });
  const chat = (person: string, lines: string) =>
    runLoci(["chat", "--vault", root, "--person", person, "--json"], { input: lines });
  await chat("ana", "/forget old lamp\n");
  await chat("ben", "/forget party cake\n");
  const { stdout } = await chat("ana", "/undo\n/undo\n");
  expect(stdout).not.toContain("surprise");
  expect(readFileSync(join(root, "topics/u.md"), "utf8")).toContain("old lamp");
  expect(readFileSync(join(root, file), "utf8")).not.toContain("party cake");
  expect((await chat("ben", "/undo\n")).stdout).toContain("surprise");
});

test("/undo leaves a step on a line of somebody else in a file of all", async () => {
  const file = "topics/u.md";
  const root = useRepository({ [file]: "- Hides a ring [person:: ben]\n- old lamp\n" });
  const chat = (person: string, lines: string) =>
    runLoci(["chat", "--vault", root, "--person", person, "--json"], { input: lines });
  await chat("ana", "/forget old lamp\n");
  await chat("ben", "/forget Hides a ring\n");
  expect((await chat("ana", "/undo\n")).stdout).not.toContain("ring");
  expect(readFileSync(join(root, file), "utf8")).toBe("- old lamp\n");
  await chat("ben", "/undo\n");
  expect(readFileSync(join(root, file), "utf8")).toContain("Hides a ring [person:: ben]");
});

test("loci history does not tell another one what a hand wrote, in whatever form", async () => {
  const root = useRepository({ "topics/x.md": "- Likes tea\n" });
  const lines = [
    "learned: Hides a ring → ./people/ben/topics/x.md",
    "learned: Hides a lamp → people\\/ben/topics/x.md",
    "learned: Hides a cake → People/Ben/topics/x.md",
    "learned: Hides a bell → /people/ben/topics/x.md",
    "learned: Hides a coat → topics/../people/ben/topics/x.md",
    "learned: Hides a drum [person:: ben] → topics/x.md",
    "known: Hides a kite (person:: ben)",
  ];
  const block = ["## 2026-02-12T14:30:00+01:00 home", "", ...lines, "known: Likes tea", ""];
  mkdirSync(join(root, "log"), { recursive: true });
  writeFileSync(join(root, "log/2026-02.md"), block.join("\n").replace(/^(?=\w)/gm, "- "));
  const log = async (person: string) =>
    (await runLoci(["history", "--vault", root, "--person", person])).stdout;
  const [ana, ben] = [await log("ana"), await log("ben")];
  expect(ana).toContain("Likes tea");
  expect(ana).not.toContain("Hides");
  expect(ben.match(/Hides a \w+/g)).toEqual(lines.map((line) => /Hides a \w+/.exec(line)?.[0]));
});
