import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { initGit } from "../init-git.ts";
import { useVault } from "../temp.ts";
import { undo } from "../undo.ts";

const noon = Date.parse("2026-11-21T11:00:00Z");
const path = "topics/home.md";
const home = `---
bank: Personal
updated: 2026-01-01
---

# Home

- Allergic to tree nuts (2026-02-10) [importance:: 1] #protected ^nuts1
- Runs at six [bank:: Health] #sport
- Owes Pau ten euros (2026-02-11) [Bank:: Wrok] [key:: debt]
- ~~Lives in Reus~~ (2026-01-02) [superseded:: ^c9kkcr]
- Lives in Tarragona (2026-03-02) ^c9kkcr
- The hose leaks
- The tap leaks
`;

async function open(text = home) {
  const root = useVault({ [path]: text });
  initGit(root);
  const loci = await openLoci({ root, env: { TZ: "UTC" }, now: () => noon, report: () => {} });
  const read = (file = path): string => readFileSync(join(root, file), "utf8");
  const lines = (): string[] =>
    read()
      .split("\n")
      .filter((line) => line.startsWith("- "));
  return { root, loci, read, lines };
}

test("editMemory() writes the one field of a bank, and undo takes it back", async () => {
  const { loci, read } = await open();
  const edited = await loci.memory.edit("nuts1", { bank: "health" });
  expect(edited).toEqual({ id: "nuts1", text: "Allergic to tree nuts", file: path });
  expect(read()).toBe(
    home
      .replace("[importance:: 1] #protected", "[importance:: 1] [bank:: Health] #protected")
      .replace("updated: 2026-01-01", "updated: 2026-11-21"),
  );
  const { hits } = await loci.memory.recall("tree nuts", { bank: "Health" });
  expect(hits.map(({ id }) => id)).toContain("nuts1");
  expect(await undo(loci)).toMatchObject({ what: "home: replaced 1" });
  expect(read()).toBe(home);
  await loci.close();
});

test("editMemory() leaves the field out where the file's bank is meant, unless its tags would become text", async () => {
  const { loci, lines } = await open();
  await loci.memory.edit("Owes Pau ten euros", { bank: "Personal" });
  expect(lines()[2]).toBe("- Owes Pau ten euros (2026-02-11) [key:: debt]");
  await loci.memory.edit("Runs at six", { bank: "Personal" });
  expect(lines()[1]).toBe("- Runs at six [bank:: Personal] #sport");
  await loci.close();
});

test("editMemory() corrects a misspelt bank, and leaves a memory that is in the bank already", async () => {
  const { loci, read } = await open();
  await loci.memory.edit("Runs at six", { bank: "Health" });
  await loci.memory.edit("Lives in Tarragona", { bank: "Personal" });
  expect(read()).toBe(home);
  await loci.memory.edit("Owes Pau ten euros", { bank: "General" });
  expect(read()).toContain("[bank:: General] [key:: debt]");
  await loci.close();
});

test.each([
  ["an unknown bank", "nuts1", "Gardening", /there is no such bank; there are Personal, Work/],
  ["a superseded memory", "~~Lives in Reus~~", "Work", /it is superseded/],
  ["words that are not all of a text", "leaks", "Work", /Cannot find the memory "leaks"/],
])("editMemory() refuses %s and changes nothing", async (_, entry, bank, message) => {
  const { loci, read } = await open();
  await expect(loci.memory.edit(entry, { bank })).rejects.toThrow(message);
  expect(read()).toBe(home);
  expect(await undo(loci)).toBeUndefined();
  await loci.close();
});

test("editMemory() edits nothing that the one who asks may not see", async () => {
  const { loci } = await open();
  const text = "The combination is in the clock";
  await loci.memory.remember([{ text, person: "pau", topic: "safe" }]);
  const edit = loci.memory.edit(text, { bank: "Work" }, { person: "ana" });
  await expect(edit).rejects.toThrow("there is none");
  await loci.close();
});

test("editMemory() works after an edit by hand that the index has not seen", async () => {
  const { root, loci, lines } = await open();
  writeFileSync(join(root, path), home.replace("# Home", "# Home\n\n- Paints at night"));
  await loci.memory.edit("Paints at night", { bank: "Interests" });
  expect(lines()[0]).toBe("- Paints at night [bank:: Interests]");
  await loci.close();
});
