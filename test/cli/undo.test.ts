import { expect, test } from "vitest";
import { createPastVault, type PastVault } from "../past-vault.ts";

const subjects = (vault: PastVault): string[] => vault.git("log", "--format=%s").trim().split("\n");

/** A sync leaves alone what was written a moment ago. */
async function sync(vault: PastVault): Promise<void> {
  do await vault.loci("sync");
  while (vault.git("status", "--porcelain") !== "");
}

async function editedVault(): Promise<PastVault> {
  const vault = await createPastVault();
  vault.write(
    "topics/cooking.md",
    "---\ntitle: Cooking\n---\n\n- Likes rice\n- No nuts\n- Old oven\n",
  );
  await sync(vault);
  vault.write("topics/cooking.md", "---\ntitle: Cooking\n---\n\n- Likes bomba rice\n- No nuts\n");
  await sync(vault);
  return vault;
}

test("loci undo takes the last edits by hand back as a new commit, and once more goes one further", async () => {
  const vault = await editedVault();
  const before = subjects(vault);
  const { stdout, code } = await vault.loci("undo", "--yes");
  expect(code).toBe(0);
  expect(stdout.replace(/ · 20\S+ \S+ · \S{7}$/m, " · NOW")).toMatchInlineSnapshot(`
    "edited by hand: cooking · NOW
      topics/cooking.md
        - Likes bomba rice
        + Likes rice
        + Old oven
    Taken back: edited by hand: cooking
    "
  `);
  expect(vault.read("topics/cooking.md")).toBe(
    "---\ntitle: Cooking\n---\n\n- Likes rice\n- No nuts\n- Old oven\n",
  );
  expect(subjects(vault)).toEqual(["cooking: taken back 1", ...before]);
  expect(vault.git("status", "--porcelain")).toBe("");
  await vault.loci("undo", "--yes");
  expect(vault.git("ls-files", "topics")).not.toContain("cooking.md");
  expect((await vault.json("undo", "--yes")) as object).toEqual({ undone: null });
});

test("loci undo shows the memories and notes that change, and not what Loci keeps beside them", async () => {
  const vault = await createPastVault();
  await vault.loci("remember", "Zig has no hidden control flow", "--topic", "zig");
  const list = async () => (await vault.loci("undo", "--list")).stdout.split("\n");
  const added = expect.stringMatching(/^ {4}- Zig has no hidden/);
  expect((await list()).slice(1, 4)).toEqual(["  topics/zig.md", "    - # Zig", added]);
  const all = JSON.stringify(await vault.json("undo", "--list"));
  expect(all).toContain("topics/index.txt");
  await vault.loci("remember", "Zig is small", "--topic", "zig");
  expect((await list()).slice(0, 4)).toEqual([
    expect.stringMatching(/^zig: learned 1 · /),
    "  topics/zig.md",
    expect.stringMatching(/^ {4}- Zig is small/),
    expect.stringMatching(/^zig: created, learned 1 · /),
  ]);
});

test("loci undo keeps what was changed since, and says so", async () => {
  const vault = await editedVault();
  vault.write("topics/cooking.md", "- Likes bomba rice best\n- No nuts\n- Written since\n");
  const [, undone] = [await vault.loci("undo", "--list"), await vault.json("undo", "--yes")];
  expect(undone).toMatchObject({ undone: { kind: "edit", what: "edited by hand: cooking" } });
  const text = vault.read("topics/cooking.md");
  for (const line of ["- Likes bomba rice best", "- No nuts", "- Written since", "- Old oven"]) {
    expect(text.split("\n")).toContain(line);
  }
  expect(JSON.stringify(undone)).toContain("was changed since, and stays: - Likes bomba rice");
});

test("loci undo leaves commits of other devices and of plain git alone", async () => {
  const vault = await createPastVault();
  vault.write("topics/cooking.md", "- Likes rice\n");
  vault.commit("edited by hand: cooking\n\nDevice: board", "2041-01-02T10:00:00+01:00");
  vault.write("topics/cooking.md", "- Likes rice\n- No nuts\n");
  vault.commit("mine, by git", "2041-01-03T10:00:00+01:00");
  expect(await vault.json("undo", "--yes")).toEqual({ undone: null });
});

test("loci undo does nothing unasked", async () => {
  const vault = await editedVault();
  const head = vault.git("rev-parse", "HEAD");
  const { code, stderr, stdout } = await vault.loci("undo");
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^Cannot ask .*loci undo --yes/)]);
  expect(stdout).toContain("+ Old oven"); // It was shown.
  expect(vault.git("rev-parse", "HEAD")).toBe(head);
});

test("loci undo does not offer what would change nothing", async () => {
  const vault = await createPastVault();
  await vault.loci("remember", "First", "--topic", "a");
  await vault.loci("remember", "Second", "--topic", "b");
  vault.write("topics/b.md", "# B\n\n- Mine\n");
  vault.write("topics/index.txt", "");
  const found = (await vault.json("undo", "--list")) as {
    undoable: { files: { path: string }[] }[];
  };
  expect(found.undoable.map(({ files }) => files.map(({ path }) => path))).toEqual([
    expect.arrayContaining(["topics/a.md"]),
  ]);
  expect(await vault.json("undo", "--yes")).toMatchObject({
    undone: { kind: "step", what: "a: created, learned 1" },
  });
});

test("loci undo does not take a commit for this device's that another one made in its name", async () => {
  const vault = await editedVault();
  const head = vault.git("rev-parse", "HEAD").trim();
  vault.write("topics/cooking.md", "- Forged\n");
  vault.git("add", "-A");
  vault.git("commit", "-qm", "edited by hand: cooking\n\nDevice: laptop");
  const forged = vault.git("rev-parse", "HEAD").trim();
  vault.git("reset", "-q", "--hard", head);
  vault.git("reflog", "expire", "--expire=all", "--expire-unreachable=all", "HEAD");
  vault.git("merge", "-q", "--ff-only", forged);
  const found = (await vault.json("undo", "--list")) as { undoable: { id: string }[] };
  expect(found.undoable.map(({ id }) => id)).not.toContain(forged);
});
