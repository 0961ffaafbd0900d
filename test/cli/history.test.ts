import { expect, test } from "vitest";
import { removalLine } from "../../src/sync/merge/file/removals.ts";
import { createPastVault } from "../past-vault.ts";

/** Names of commits and what follows from now differ from run to run. */
const clean = (text: string): string =>
  text
    .replace(/\b[0-9a-f]{8}\b/g, "COMMIT")
    .replace(/\b[0-9a-f]{12}\b/g, "ID")
    .replace(/20\d\d-\d\d-\d\d \d\d:\d\d/g, (time) => (time < "2040" ? "NOW" : time));

test("loci history tells by entry what happened, by whom and where, newest first", async () => {
  const vault = await createPastVault();
  vault.write(
    "topics/cooking.md",
    "# Cooking\n\n- Likes rice\n- No nuts (2026-01-01)\n- Old oven\n",
  );
  vault.commit("begun", "2041-01-02T10:00:00+01:00");
  vault.write(
    "topics/cooking.md",
    "# Cooking\n\n- Likes bomba rice\n- No nuts (2026-01-01)\n- Stock from bones [source:: 01CONVERSATION]\n",
  );
  vault.commit("cooking: learned 1\n\nDevice: board\nAgent: rostro", "2041-02-03T11:30:00+01:00");
  vault.write("topics/bread.md", "- Rye\n- No nuts (2026-01-01)\n");
  vault.write(
    "topics/cooking.md",
    "# Cooking\n\n- Likes bomba rice\n- Stock from bones [source:: 01CONVERSATION]\n",
  );
  vault.commit("moved\n\nDevice: laptop", "2041-03-04T12:00:00+01:00");
  vault.write("topics/cooking.md", "# Cooking\n\n- Likes bomba rice\n- New today\n");
  const { stdout, code } = await vault.loci("history", "cooking");
  expect(code).toBe(0);
  expect(clean(stdout)).toMatchInlineSnapshot(`
    "New today (topics/cooking.md:4)
      not committed yet  written

    Stock from bones (removed)
      not committed yet  removed
      2041-02-03 11:30  learned · by rostro · on board · conversation 01CONVERSATION · COMMIT

    No nuts (removed, of 2026-01-01)
      2041-03-04 12:00  removed · by Ana · on laptop · COMMIT
      2041-01-02 10:00  written · by Ana · COMMIT

    Likes bomba rice (topics/cooking.md:3)
      2041-02-03 11:30  edited: "Likes rice" → "Likes bomba rice" · by rostro · on board · COMMIT
      2041-01-02 10:00  written · by Ana · COMMIT

    Old oven (removed)
      2041-02-03 11:30  removed · by rostro · on board · COMMIT
      2041-01-02 10:00  written · by Ana · COMMIT
    "
  `);
  const bread = await vault.loci("history", "bread", "--quiet");
  expect(clean(bread.stdout)).toMatchInlineSnapshot(`
    "Rye (topics/bread.md:1)
      2041-03-04 12:00  edited: "Likes bomba rice" → "Rye" · by Ana · on laptop · COMMIT
      2041-02-03 11:30  edited: "Likes rice" → "Likes bomba rice" · by rostro · on board · COMMIT
      2041-01-02 10:00  written · by Ana · COMMIT

    No nuts (topics/bread.md:2, of 2026-01-01)
      2041-03-04 12:00  moved here from topics/cooking.md · by Ana · on laptop · COMMIT
      2041-01-02 10:00  written · by Ana · COMMIT
    "
  `);
  expect(await vault.json("history", "cooking")).toMatchObject({
    file: "topics/cooking.md",
    entries: expect.arrayContaining([
      expect.objectContaining({ text: "Likes bomba rice", state: "there", line: 3 }),
    ]),
  });
});

test("loci history shows no words of what was forgotten", async () => {
  const vault = await createPastVault();
  vault.write("topics/health.md", "- Takes the blue pills\n- Sleeps well\n");
  vault.commit("begun", "2041-01-02T10:00:00+01:00");
  vault.write("topics/health.md", "- Sleeps well\n");
  await vault.loci("sync");
  expect((await vault.loci("history", "health")).stdout).toContain("pills");
  const mark = removalLine("2041-01-03T00:00:00.000Z", "Takes the blue pills", "-");
  vault.write("log/forgotten.txt", `${mark.trimEnd()}\n`);
  const { stdout } = await vault.loci("history", "health");
  expect(stdout).toContain("(forgotten)\n");
  expect(stdout).toContain("removed · by");
  const all = stdout + JSON.stringify(await vault.json("history", "health"));
  expect(all).not.toMatch(/pills/i);
});
