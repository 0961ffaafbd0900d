import { existsSync, lstatSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { createPair, type Device, list } from "./devices.ts";

/** A board with edits by hand and by an agent, and a remote to which plain git has sent every kind of change. */
export async function createDiverged(): Promise<{ remote: string; board: Device }> {
  const { remote, laptop, board } = await createPair({
    "topics/a.md": list("one", "two", "three", "four"),
    "topics/b.md": list("b"),
    "topics/c.md": list("c"),
    "topics/moves.md": list("moves from here"),
    "old.md": list("renamed"),
    "folder-to-be": list("a file"),
    "file-to-be/inside.md": list("inside"),
    "gone/deep/only.md": list("only"),
    "run.sh": "#!/bin/sh\n",
    "image.bin": "\0one",
  });
  laptop.append("topics/a.md", list("laptop"));
  laptop.write("topics/new/d.md", list("d", "moves from here"));
  laptop.write("image.bin", "\0two");
  laptop.write("big.txt", big);
  const gone = ["topics/c.md", "topics/moves.md", "gone", "folder-to-be", "file-to-be"];
  for (const path of gone) rmSync(join(laptop.root, path), { recursive: true });
  laptop.write("folder-to-be/inside.md", list("inside"));
  laptop.write("file-to-be", list("a file"));
  laptop.git("mv", "old.md", "topics/renamed.md");
  symlinkSync("topics/a.md", join(laptop.root, "link"));
  laptop.git("add", "-A");
  laptop.git("update-index", "--chmod=+x", "run.sh");
  laptop.git("commit", "-qm", "by plain git");
  laptop.git("push", "-q", "origin", "HEAD:main");
  await board.agent("topics/b.md", list("agent"));
  board.write("topics/a.md", list("board", "two", "three"));
  board.write("hand.md", list("hand"));
  return { remote, board };
}

/** To fill a disk with. */
const big = "laptop ".repeat(3_000);

/** What stands on the board before the round and after it. */
const ownLines = ["board", "two", "three", "b", "agent", "hand", "renamed", "moves from here"].map(
  (line) => `- ${line}\n`,
);

/** Nothing of that is missing, be the round half-way. */
export function expectNothingLost(board: Device, at: string): void {
  const all = Object.values(board.files()).join("");
  for (const line of ownLines) expect(all, at).toContain(line);
}

/** All of both is there, and nothing else. */
export function expectMerged(board: Device, at: string): void {
  const { "topics/a.md": a = "", ...others } = board.files();
  expect(a.trim().split("\n").sort(), at).toEqual(["- board", "- laptop", "- three", "- two"]);
  expect(others, at).toEqual({
    ".gitignore": ".loci/\n",
    "big.txt": big,
    "file-to-be": list("a file"),
    "folder-to-be/inside.md": list("inside"),
    "hand.md": list("hand"),
    "image.bin": "\0two",
    "run.sh": "#!/bin/sh\n",
    "topics/b.md": list("b", "agent"),
    "topics/new/d.md": list("d", "moves from here"),
    "topics/renamed.md": list("renamed"),
  });
  expect(lstatSync(join(board.root, "run.sh")).mode & 0o111, at).toBe(0o111);
  for (const path of ["link", "gone"]) expect(existsSync(join(board.root, path)), at).toBe(false);
  expect(board.git("ls-files", "-s", "link"), at).toMatch(/^120000/); // Carried, not checked out.
}
