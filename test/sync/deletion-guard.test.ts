import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createBare, createDevice, createOwn, type Device } from "./devices.ts";

const topics = Array.from({ length: 6 }, (_, nth) => `topics/t${nth}.md`);
const entries = (path: string, count = 5): string =>
  Array.from({ length: count }, (_, nth) => `- ${path} ${nth} (2026-02-1${nth})\n`).join("");
const topic = (path: string, list = entries(path)): string =>
  `---\ntitle: ${path}\ntags: [food]\n---\n\n# ${path}\n\nWords that stay.\n\n${list}`;

/** Two devices with thirty memories in a few topics. */
async function createPair(): Promise<{ board: Device; laptop: Device }> {
  const url = createBare();
  const board = await createOwn("board", url);
  for (const path of topics) board.write(path, topic(path));
  await board.sync();
  return { board, laptop: await createDevice("laptop", url) };
}

/** Pushes with real git, as somebody who asks nobody. */
function push({ git }: Device): string {
  git("add", "-A");
  git("commit", "-qm", "tidy up");
  git("push", "-q", "origin", "HEAD:main");
  return git("rev-parse", "HEAD").trim();
}

const ways: readonly (readonly [string, (path: string) => string])[] = [
  ["a heading", () => "# gone\n"],
  ["the same words", () => "- gone\n"],
  ["what is no text", () => "\0\u0001\u0002"],
  ["their own notes alone", (path) => topic(path, "")],
];

describe("syncVault() refuses that most memories go though no file does:", () => {
  test.each(ways)("each topic replaced by %s by another device", async (_, spoil) => {
    const { board, laptop } = await createPair();
    for (const path of topics.slice(1)) laptop.write(path, spoil(path));
    const commit = push(laptop);
    const before = board.files();
    await expect(board.sync()).rejects.toMatchObject({
      message: expect.stringMatching(
        /another device took away 2[45] of the 30 memories of this vault \(topics\/t1\.md, topics\/t2\.md and 3 more\), in commit/,
      ),
      data: { reason: "deletions", total: 30, commit },
    });
    expect(board.files()).toEqual(before);
    await board.sync({ accept: { deletions: true } });
    expect(board.files()).toEqual(laptop.files());
  });

  test.each([["nothing", () => ""] as const, ...ways])(
    "each topic replaced by %s here",
    async (_, spoil) => {
      const { board } = await createPair();
      const head = board.git("rev-parse", "HEAD");
      for (const path of topics) writeFileSync(join(board.root, path), spoil(path));
      await expect(board.sync()).rejects.toMatchObject({
        data: { reason: "deletions", total: 30 },
      });
      expect(board.git("rev-parse", "HEAD")).toBe(head);
      await board.sync({ accept: { deletions: true } });
      expect(board.status()).toBe("");
    },
  );
});

test("syncVault() lets memories be moved to another file, written in other words, and nine of them go", async () => {
  const { board, laptop } = await createPair();
  const all = topics.map((path) => entries(path)).join("");
  for (const path of topics) laptop.write(path, topic(path, ""));
  laptop.write("archive/2026.md", all);
  push(laptop);
  await board.sync();
  board.write("archive/2026.md", all.replaceAll(/\(2026-02-1\d\)/g, "in other words"));
  expect(await board.sync()).toMatchObject({ committed: 1 });
  board.write("archive/2026.md", board.read("archive/2026.md").split("\n").slice(9).join("\n"));
  expect(await board.sync()).toMatchObject({ committed: 1 });
});
