import { existsSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPastVault } from "../past-vault.ts";

const profile = "people/ana/profile.md";

/** A vault after a night in which Ana's profile was refreshed. */
async function refreshed() {
  const vault = await createPastVault();
  vault.write(
    "people/ana/topics/tea.md",
    "- Loves green tea #preference\n- Loves mate #preference\n",
  );
  await vault.loci("upkeep", "--all-people");
  expect(vault.read(profile).match(/^- Loves .* \[copy-of:: /gm)).toHaveLength(2);
  return vault;
}

test("recall, export and the index know the line and not what says it again", async () => {
  const vault = await refreshed();
  const hits = await vault.json("recall", "green tea", "--person", "ana", "--floor", "0");
  expect(hits).toMatchObject({ hits: [{ file: "people/ana/topics/tea.md" }] });
  expect(JSON.stringify(hits)).not.toContain("profile.md");
  const { stdout: doctor } = await vault.loci("doctor", "--json");
  expect(JSON.parse(doctor)).toMatchObject({
    found: expect.arrayContaining([expect.stringMatching(/^Memories 2 /)]),
  });
  const { stdout } = await vault.loci("export", "--person", "ana");
  expect(stdout.trim().split("\n")).toHaveLength(2);
});

test.each([[], ["--purge"]])(
  "loci forget %s takes a line out of the profile with it, as the preview says; undo brings both back",
  async (...flags) => {
    const vault = await refreshed();
    const before = vault.read(profile);
    const asked = ["forget", "Loves green tea", "--person", "ana", ...flags];
    const preview = (await vault.loci(...asked, "--dry-run")).stdout;
    expect(preview).toMatch(/people\/ana\/profile\.md:\d+/);
    expect((await vault.loci(...asked, "--yes")).code).toBe(0);
    expect(vault.read(profile)).not.toContain("green");
    expect(vault.read(profile)).toContain("- Loves mate");
    if (flags.length > 0) return;
    expect((await vault.loci("undo", "--yes")).code).toBe(0);
    expect(vault.read(profile)).toBe(before);
  },
);

test("forgetting takes the copy out whatever the file's name is, and of what is shared about somebody", async () => {
  const vault = await createPastVault();
  vault.write(profile, "# Ana\n");
  vault.write("people/ana/topics/a]b #1.md", "- Loves green tea #preference\n");
  vault.write("topics/rice.md", "- Loves rice #preference [person:: Ana]\n");
  vault.write("topics/odd.md", "- Loves odd things #preference [person:: ../../x]\n");
  await vault.loci("upkeep", "--all-people");
  expect(vault.read(profile).match(/copy-of/g)).toHaveLength(2);
  for (const text of ["Loves green tea", "Loves rice", "Loves odd things"]) {
    expect((await vault.loci("forget", text, "--all-people", "--yes")).code).toBe(0);
  }
  expect(vault.read(profile)).not.toContain("copy-of");
});

test("a copy whose line was taken out by hand goes with all that is forgotten, and by its text", async () => {
  for (const asked of [["Loves green tea"], ["--about", "ana"]]) {
    const vault = await refreshed();
    vault.write("people/ana/topics/tea.md", "- Loves mate #preference\n");
    const { code } = await vault.loci("forget", ...asked, "--person", "ana", "--yes");
    expect(code).toBe(0);
    const left = existsSync(join(vault.root, profile)) ? vault.read(profile) : "";
    expect(left).not.toContain("green");
  }
});

test("a profile that is a link stops no upkeep and no forgetting, and nothing is written through it", async () => {
  const vault = await createPastVault();
  vault.write("topics/x.md", "- Target\n");
  vault.write("people/ana/topics/tea.md", "- Loves green tea #preference\n");
  symlinkSync("../../topics/x.md", join(vault.root, profile));
  expect((await vault.loci("upkeep", "--all-people")).code).toBe(0);
  expect((await vault.loci("forget", "Loves green tea", "--person", "ana", "--yes")).code).toBe(0);
  expect(vault.read("people/ana/topics/tea.md")).toBe("");
  expect(vault.read("topics/x.md")).toBe("- Target\n");
});

test("forgetting finds the copy in a folder with a capital, and of a topic that was renamed since", async () => {
  const vault = await createPastVault();
  vault.write("people/Eve/topics/a.md", "- Loves rice #preference\n");
  vault.write("topics/s.md", "- Adores saffron #preference [person:: Eve] ^saf\n");
  await vault.loci("upkeep", "--all-people");
  const copied = (): string => vault.read("people/Eve/profile.md");
  expect(copied().match(/copy-of/g)).toHaveLength(2);
  renameSync(
    join(vault.root, "people/Eve/topics/a.md"),
    join(vault.root, "people/Eve/topics/b.md"),
  );
  for (const text of ["Adores saffron", "Loves rice"]) {
    expect((await vault.loci("forget", text, "--person", "Eve", "--yes")).code).toBe(0);
  }
  expect(existsSync(join(vault.root, "people/Eve/profile.md"))).toBe(false);
});

test("in any other file copy-of hides nothing: the line is a memory like all", async () => {
  const vault = await createPastVault();
  vault.write("topics/x.md", "- Lives in Vic [copy-of:: a ^b]\n");
  expect(await vault.json("recall", "Vic")).toMatchObject({ hits: [{ text: "Lives in Vic" }] });
  expect((await vault.loci("forget", "--all", "--yes")).code).toBe(0);
  expect(vault.read("topics/x.md")).toBe("");
});
