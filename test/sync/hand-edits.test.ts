import { expect, test } from "vitest";
import type { EditedFile } from "../../src/vault/log/describe-edits.ts";
import { createCommitted, createDevice, createPair, expectSame, list, push } from "./devices.ts";

test("syncVault() has those edits logged that it commits, in their commit, not those held back", async () => {
  const device = await createCommitted({ "a.md": list("a"), "b.md": list("b"), "c.md": list("c") });
  const logged: string[][] = [];
  const logEdits = async (files: readonly EditedFile[]): Promise<string[]> => {
    logged.push(files.map(({ path }) => path));
    device.append("log/2026-02.md", "logged\n");
    return ["log/2026-02.md"];
  };
  device.append("a.md", "- token ghp_abc\n");
  device.append("b.md", "- staged\n");
  device.git("add", "b.md");
  device.append("c.md", "- fine\n");
  device.write("map.svg", "<svg/>");
  const looksSecret = (line: string): boolean => line.includes("ghp_");
  expect(await device.sync({ looksSecret, logEdits })).toMatchObject({
    committed: 1,
    heldBack: [
      { path: "a.md", reason: expect.not.stringContaining("ghp_") },
      { path: "b.md", reason: expect.stringContaining("staged") },
    ],
  });
  expect(logged).toEqual([["c.md"]]);
  expect(device.git("show", "--format=", "--name-only").trim().split("\n")).toEqual([
    ...["c.md", "log/2026-02.md", "map.svg"],
  ]);
  expect(device.status()).toBe(" M a.md\nM  b.md\n");
  await device.sync({ looksSecret, logEdits });
  expect(logged).toHaveLength(1);
});

test("syncVault() does not believe at once that a file was emptied", async () => {
  const device = await createCommitted({ "a.md": list("a", "b") });
  device.write("a.md", "");
  setTimeout(() => device.write("a.md", list("a", "b", "c")), 200);
  await device.sync();
  expect(device.git("show", "HEAD:a.md")).toBe(list("a", "b", "c"));
  expect(device.git("log", "--format=%s").trim().split("\n")).toHaveLength(2);
});

const marked = (first: string, second: string): string =>
  `<<<<<<< HEAD\n- ${first}\n=======\n- ${second}\n>>>>>>> main\n`;

const markers = /^(<<<<<<<|=======|>>>>>>>)/m;

test("syncVault() heals conflict markers that plain git committed, here at once and there with the next commit", async () => {
  const { remote, laptop, board } = await createPair({ "topics/a.md": list("rice", "broth") });
  const plain = await createDevice("plain", remote);
  plain.append("topics/a.md", marked("saffron", "bomba rice"));
  plain.write("topics/code.md", `# Git\n\n\`\`\`\n${marked("a", "b")}\`\`\`\n`);
  push(plain);
  expect(await board.sync()).toMatchObject({ pulled: 1 });
  expect(board.read("topics/a.md")).not.toMatch(markers);
  expect(board.read("topics/code.md")).toMatch(markers);
  expect(await board.sync()).toMatchObject({ committed: 1, pushed: 1 });
  expect(await board.sync()).toMatchObject({ committed: 0, pushed: 0 });
  await laptop.sync();

  laptop.append("topics/a.md", marked("oven", "pan"));
  laptop.git("commit", "-qam", "by the person on this device");
  expect(await laptop.sync()).toMatchObject({ committed: 1, pushed: 2 });
  expect(laptop.read("topics/a.md")).not.toMatch(markers);
  expect(await laptop.sync()).toMatchObject({ committed: 0, pushed: 0 });
  await expectSame([laptop, board], ["rice", "broth", "saffron", "bomba rice", "oven", "pan"]);
});
