import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { createDevice, createPair, push } from "./devices.ts";

const names = (count: number): string[] =>
  Array.from({ length: count }, (_, nth) => `topics/t${nth}.md`);
/** Twenty files with `.gitignore`. */
const twenty = Object.fromEntries(names(19).map((path) => [path, `- ${path}\n`]));

function move(root: string, from: string, to: string): void {
  mkdirSync(dirname(join(root, to)), { recursive: true });
  renameSync(join(root, from), join(root, to));
}

type Spoil = (root: string, path: string) => void;
const ways: readonly (readonly [string, Spoil])[] = [
  ["deleted", (root, path) => rmSync(join(root, path))],
  ["emptied", (root, path) => writeFileSync(join(root, path), "")],
  ["made no Markdown", (root, path) => move(root, path, `${path}.txt`)],
  ["moved out of sight", (root, path) => move(root, path, `.old/${path}`)],
  ["moved to the archive", (root, path) => move(root, path, `archive/${path}`)],
];

describe("syncVault() refuses that most files go, until it is told that they are meant to:", () => {
  test.each(ways)("%s by another device, and here", async (_, spoil) => {
    const { board, laptop } = await createPair(twenty);
    for (const path of names(12)) spoil(laptop.root, path);
    push(laptop);
    laptop.write("topics/later.md", "- later\n");
    push(laptop);
    const before = board.files();
    for (const _ of ["at first", "and again"]) {
      await expect(board.sync()).rejects.toMatchObject({
        code: "SYNC_FAILED",
        message: expect.stringMatching(
          /12 of its 19 memories .*\(topics\/t0\.md, topics\/t1\.md and 10 more\)$/,
        ),
        data: { reason: "deletions", lost: 12, total: 19 },
      });
      expect(board.files()).toEqual(before);
    }
    board.write("topics/own.md", "- own\n");
    await expect(board.sync()).rejects.toMatchObject({ data: { lost: 12, total: 20 } });
    await board.sync({ accept: { deletions: true } });
    expect(board.files()).toMatchObject({ "topics/own.md": "- own\n" });
    expect(await board.sync()).toMatchObject({ pulled: 0, pushed: 0 });
    expect(board.status()).toBe("");
    laptop.git("reset", "-q", "--hard", "HEAD~2");
    for (const path of names(12)) spoil(laptop.root, path);
    const data = { reason: "deletions", lost: 12, total: 19 };
    await expect(laptop.sync()).rejects.toMatchObject({ data });
    expect(laptop.git("log", "--format=%s", "origin/main~2..main")).toBe("");
  });

  test("but lets few go, a folder be renamed here and there, and a new device join", async () => {
    const { board, laptop, remote } = await createPair(twenty);
    for (const path of names(9)) rmSync(join(laptop.root, path));
    move(laptop.root, "topics", "subjects");
    push(laptop);
    await board.sync();
    expect(Object.keys(board.files())).toHaveLength(11);
    move(board.root, "subjects", "topics");
    expect(await board.sync()).toMatchObject({ committed: 1 });
    rmSync(join(board.root, "topics"), { recursive: true });
    await board.sync({ accept: { deletions: true } });
    expect(Object.keys((await createDevice("phone", remote)).files())).toEqual([".gitignore"]);
  });
});

const topics = names(6);
const entries = (path: string): string =>
  [1, 2, 3, 4, 5].map((nth) => `- ${path} ${nth} (2026-02-1${nth})\n`).join("");
const topic = (path: string, list = entries(path)): string =>
  `---\ntitle: ${path}\ntags: [food]\n---\n\n# ${path}\n\nWords that stay.\n\n${list}`;
const thirty = Object.fromEntries(topics.map((path) => [path, topic(path)]));

describe("syncVault() refuses that most memories go though no file does: each topic replaced by", () => {
  test.each<[string, (path: string) => string]>([
    ["a heading", () => "# gone\n"],
    ["the same words", () => "- gone\n"],
    ["what is no text", () => "\0\u0001\u0002"],
    ["its own notes alone", (path) => topic(path, "")],
    [
      "as many other memories",
      (path) => topic(path, [1, 2, 3, 4, 5].map((n) => `- zz${path.at(8)}${n}\n`).join("")),
    ],
  ])("%s, there and here", async (_, spoil) => {
    const { board, laptop } = await createPair(thirty);
    for (const path of topics.slice(1)) laptop.write(path, spoil(path));
    push(laptop);
    const before = board.files();
    await expect(board.sync()).rejects.toMatchObject({
      message: expect.stringMatching(
        /25 of its 30 memories were taken away .* \(topics\/t1\.md, topics\/t2\.md and 3 more\)$/,
      ),
      data: { reason: "deletions", total: 30 },
    });
    expect(board.files()).toEqual(before);
    for (const path of topics.slice(1)) board.write(path, spoil(path));
    const head = board.git("rev-parse", "HEAD");
    await expect(board.sync()).rejects.toMatchObject({ data: { reason: "deletions", total: 30 } });
    expect(board.git("rev-parse", "HEAD")).toBe(head);
    await board.sync({ accept: { deletions: true } });
    expect(board.files()).toEqual(laptop.files());
  });

  test("nor that most notes say something else, but lets one long note go", async () => {
    const prose = names(12).map((path) => [path, `# N\n\nAbout ${path}.\n\nMore.\n`]);
    const { board, laptop } = await createPair(Object.fromEntries(prose));
    board.write("long.md", Array.from({ length: 40 }, (_, n) => `Line ${n}.\n`).join("\n"));
    await board.sync();
    rmSync(join(board.root, "long.md"));
    expect(await board.sync()).toMatchObject({ committed: 1 });
    laptop.git("pull", "-q", "origin", "main");
    for (const path of names(12)) laptop.write(path, "x\n\ny\n");
    push(laptop);
    await expect(board.sync()).rejects.toMatchObject({ data: { reason: "deletions", lost: 12 } });
  });

  test("nor that all plain notes go from among many memories", async () => {
    const notes = names(12).map((path) => [`${path}.md`, `# N\n\nAbout ${path}.\n`]);
    const { board, laptop } = await createPair({ ...thirty, ...Object.fromEntries(notes) });
    for (const [path = ""] of notes) rmSync(join(laptop.root, path));
    push(laptop);
    await expect(board.sync()).rejects.toMatchObject({
      message: expect.stringContaining("12 of its 13 files without memories were taken away"),
      data: { reason: "deletions", lost: 12, total: 13 },
    });
  });

  test("nor from among as many other files, though one new line has all their words", async () => {
    const files = names(30).map((path) => [`${path}.txt`, `${path}\n`]);
    const list = names(20).map((path) => `- likes ${path.at(8)}${path} tea${path.at(8)}\n`);
    const vault = { "topics/a.md": list.join(""), ...Object.fromEntries(files) };
    const { board, laptop } = await createPair(vault);
    const junk = names(19)
      .map((path) => `- ${path} junk\n`)
      .join("");
    for (const text of [undefined, `${junk}- ${list.join(" ").replaceAll("\n", "")}\n`]) {
      if (text === undefined) rmSync(join(laptop.root, "topics/a.md"));
      else laptop.write("topics/a.md", text);
      push(laptop);
      const message = expect.stringMatching(/(?:19|20) of its 20 memories were taken away/);
      await expect(board.sync()).rejects.toMatchObject({ message });
    }
  });

  test("but lets them be moved to another file, nine of them go, and asks of what is written in other words", async () => {
    const { board, laptop } = await createPair(thirty);
    const all = topics.map((path) => entries(path)).join("");
    for (const path of topics) laptop.write(path, topic(path, ""));
    laptop.write("topics/2026.md", all);
    push(laptop);
    await board.sync();
    board.write("topics/2026.md", all.split("\n").slice(9).join("\n"));
    expect(await board.sync()).toMatchObject({ committed: 1 });
    const other = (text: string) => text.replaceAll(/\(2026-02-1\d\)/g, "in other words");
    board.write("topics/2026.md", other(board.read("topics/2026.md")));
    await expect(board.sync()).rejects.toMatchObject({ data: { lost: 21, total: 21 } });
  });
});
