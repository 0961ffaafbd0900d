import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openLoci } from "../../src/app.ts";
import { runLoci } from "../run-loci.ts";
import { useVault } from "../temp.ts";

async function open(files: Record<string, string>) {
  const root = useVault({ "loci.yaml": "timezone: UTC\n", ...files });
  const loci = await openLoci({
    ...{ root, env: {}, report: () => {} },
    now: () => Date.parse("2026-03-01T12:00:00Z"),
  });
  onTestFinished(() => loci.close());
  const read = (file: string): string => readFileSync(join(root, file), "utf8");
  return { root, loci, read, memory: await loci.forModels({ isAtHome: false }) };
}

test.each([
  [
    "\uFEFF---\r\ntitle: Tea\r\naliases: [chai]\r\nx: 1 # mine\r\n---\r\n\r\n# Tea\r\n\r\n# Tea\r\n- Likes it  \r\n",
    '\uFEFF---\r\ntitle: "Tea: hot"\r\naliases: [chai, Tea]\r\nx: 1 # mine\r\nupdated: 2026-03-01\r\n---\r\n\r\n# Tea: hot\r\n\r\n# Tea\r\n- Likes it  \r\n',
  ],
  [
    "# Teas and such\n\n- Likes it\n",
    '---\ntitle: "Tea: hot"\naliases: [Teas and such]\nupdated: 2026-03-01\n---\n\n# Tea: hot\n\n- Likes it\n',
  ],
])("renameTopic() changes the title and leaves every other byte: %j", async (before, after) => {
  const { memory, read, root } = await open({ "topics/tea.md": before });
  await memory.renameTopic("tea", "Tea: hot");
  expect(read("topics/tea.md")).toBe(after);
  expect((await memory.topic("Tea: hot")).file).toBe("topics/tea.md");
  await runLoci(["undo", "--yes", "--vault", root]);
  expect(read("topics/tea.md")).toBe(before);
});

test("renameTopic() touches no topic that the viewer may not see, nor odd frontmatter", async () => {
  const odd = "---\ntitle: Tea\naliases: |\n  a\n  b\n---\n\n- Likes it\n";
  const gifts = "- A bicycle\n";
  const { memory, read } = await open({
    "topics/tea.md": odd,
    "people/ben/topics/gifts.md": gifts,
    "topics/safe.md": "---\nsensitivity: secret\n---\n\n- The code\n",
  });
  await expect(memory.renameTopic("tea", "Coffee")).rejects.toThrow("edit it by hand");
  for (const name of ["gifts", "people/ben/topics/gifts.md", "safe"]) {
    await expect(memory.renameTopic(name, "X")).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
  expect([read("topics/tea.md"), read("people/ben/topics/gifts.md")]).toEqual([odd, gifts]);
});
