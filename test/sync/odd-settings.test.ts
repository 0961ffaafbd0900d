import { chmodSync, lstatSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPair, push } from "./devices.ts";

test("where git's settings say core.filemode=off, rights are left alone, and not committed", async () => {
  const { laptop, board } = await createPair({ "notes.txt": "mine\n" });
  board.git("config", "core.filemode", "off");
  chmodSync(join(laptop.root, "notes.txt"), 0o755);
  push(laptop);
  await board.sync();
  expect(lstatSync(join(board.root, "notes.txt")).mode & 0o100).toBe(0);
  writeFileSync(join(board.root, "new.md"), "- x\n", { mode: 0o755 });
  await board.sync();
  expect(board.git("ls-tree", "HEAD", "new.md")).toMatch(/^100644/);
});

test("a new file whose name turns the text around stays here, one that is known does not", async () => {
  const { board } = await createPair({});
  const odd = "\u202egpj.md";
  board.write(odd, "- x\n");
  expect(await board.sync()).toMatchObject({
    committed: 0,
    heldBack: [{ path: odd, reason: expect.stringContaining("turn the text around") }],
  });
  board.commitAll("mine");
  board.write(odd, "- y\n");
  expect(await board.sync()).toMatchObject({ committed: 1, heldBack: [] });
});

test("what git checks out with other line ends (core.autocrlf) merges, and comes in as it is", async () => {
  const { laptop, board } = await createPair({ "topics/a.md": "- a\n" });
  board.git("config", "core.autocrlf", "true");
  board.git("rm", "-rq", "--cached", ".");
  board.git("reset", "-q", "--hard");
  laptop.append("topics/a.md", "- laptop\n");
  await laptop.sync();
  await board.agent("topics/b.md", "- board\n");
  await board.sync();
  expect(board.read("topics/a.md").replaceAll("\r", "")).toBe("- a\n- laptop\n");
  await laptop.sync();
  expect(laptop.files()["topics/b.md"]).toBe("- board\n");
  expect(board.status()).toBe("");
  board.fsck();
});
