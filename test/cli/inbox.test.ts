import { expect, test } from "vitest";
import { createPastVault } from "./past-vault.ts";

const walks = [
  "- Walks the dog along the river every evening (2026-01-02) [source:: s1]",
  "- Every evening walks the dog along the river (2026-01-05) [source:: s2]",
];
const rent = [
  "- The rent is 850 euros a month (2026-01-02) [source:: s1]",
  "- The rent is 920 euros a month (2026-03-02) [source:: s2]",
];
const topic = (...lines: readonly string[]): string => `# Home\n\n${lines.join("\n")}\n`;

async function vaultWith(lines: readonly string[], settings = "") {
  const vault = await createPastVault();
  vault.write("loci.yaml", `timezone: UTC\n${settings}`);
  vault.write("topics/home.md", topic(...lines));
  await vault.loci("sync");
  const waiting = async (): Promise<{ id: string; kind: string }[]> =>
    JSON.parse((await vault.loci("inbox", "--json")).stdout);
  return { ...vault, waiting };
}

test("a yes moves the later of two that are the same to the archive; undo, and restore, bring it back", async () => {
  const vault = await vaultWith(walks);
  const listed = (await vault.loci("inbox")).stdout;
  const [{ id = "", kind = "" } = {}] = await vault.waiting();
  expect([listed, kind]).toEqual([expect.stringContaining(`${id}  The same?`), "same"]);
  const { stdout } = await vault.loci("inbox", "yes", id);
  expect(stdout).toContain("Moved to archive/: Every evening walks the dog along the river");
  expect(vault.read("topics/home.md").replace(/^---[\s\S]*?---\n/, "")).toBe(topic(walks[0] ?? ""));
  expect(vault.read("archive/topics/home.md")).toMatch(
    /\[archived-from:: topics\/home.md\] \[archived-why:: same as \^\w+\]/,
  );
  expect(await vault.waiting()).toEqual([]);
  expect(vault.git("status", "--porcelain")).toBe("");
  await vault.loci("undo", "--yes");
  expect(vault.read("topics/home.md")).toBe(topic(...walks));
  await vault.loci("inbox", "yes", id);
  await vault.loci("restore", "Every evening walks");
  expect(vault.read("topics/home.md")).toContain(walks[1]);
});

test("a yes to a contradiction strikes the older, which stays readable and leaves recall", async () => {
  const vault = await vaultWith(rent);
  const [{ id = "", kind = "" } = {}] = await vault.waiting();
  expect(kind).toBe("contradiction");
  await vault.loci("inbox", "yes", id);
  expect(vault.read("topics/home.md")).toMatch(
    /- ~~The rent is 850 euros a month~~ \(2026-01-02\) \[source:: s1\] \[superseded:: \^\w+\]\n- The rent is 920/,
  );
  const recalled = (await vault.loci("recall", "how much is the rent?")).stdout;
  expect([recalled.includes("920"), recalled.includes("850")]).toEqual([true, false]);
  await vault.loci("undo", "--yes");
  expect(vault.read("topics/home.md")).toBe(topic(...rent));
});

test("a no stands in the file, and holds until one of the lines says something else", async () => {
  const vault = await vaultWith([...walks, ...rent]);
  const before = await vault.waiting();
  for (const { id } of before) await vault.loci("inbox", "no", id);
  expect(vault.read("topics/home.md").match(/ \[not-same:: \^\w+\]/g)).toHaveLength(2);
  expect(await vault.waiting()).toEqual([]);
  vault.write(
    "topics/home.md",
    vault.read("topics/home.md").replace("920", "990").replace("850", "990"),
  );
  expect((await vault.waiting()).map(({ kind }) => kind)).toEqual(["same"]);
});

test("an answer to a pair that was edited meanwhile changes nothing, and says so", async () => {
  const vault = await vaultWith(rent);
  const [{ id = "" } = {}] = await vault.waiting();
  const edited = topic(...rent).replace("920", "930");
  vault.write("topics/home.md", edited);
  const { code, stderr } = await vault.loci("inbox", "yes", id);
  expect([code, stderr]).toEqual([1, expect.stringContaining("one of its lines has changed")]);
  expect(vault.read("topics/home.md")).toBe(edited);
});

test("nothing is proposed where it is switched off", async () => {
  expect(await (await vaultWith(walks, "dedup: {enabled: false}\n")).waiting()).toEqual([]);
  expect(await (await vaultWith(walks)).waiting()).toHaveLength(1);
});

test("hostile lines are printed without their control characters", async () => {
  const vault = await vaultWith(walks.map((line) => line.replace("dog", "dog\u001b[31m")));
  expect((await vault.loci("inbox")).stdout).not.toContain("\u001b");
});
