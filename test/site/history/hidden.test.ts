import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { removalLine } from "../../../src/sync/merge/file/removals.ts";
import { createRepo, type TestRepo } from "../../sync/repo.ts";
import { cacheOf, historiesOf, historyOf } from "./history-of.ts";

const path = "topics/cooking.md";

function save(repo: TestRepo, files: Readonly<Record<string, string>>, subject = "saved"): void {
  for (const [file, text] of Object.entries(files)) repo.write(file, text);
  repo.git("add", "-A");
  repo.git("commit", "-qm", subject);
}

const all = (value: unknown): string => JSON.stringify(value);

test("readHistory() tells nothing of entries that are hidden, nor that something was done to them", async () => {
  const repo = createRepo();
  save(repo, { [path]: "- bomba rice\n- takes pills [bank:: Health]\n" }, "pills");
  save(repo, { [path]: "- bomba rice\n" }, "no pills");
  const { changes } = await historyOf(repo.root, path);
  expect(changes.map(({ subject }) => subject)).toEqual(["first"]);
});

test("readHistory() tells a line that was hidden later of no commit, in none of its wordings", async () => {
  const repo = createRepo();
  save(repo, { [path]: "- bomba rice\n- the code is 1111\n- saffron\n" });
  save(repo, { [path]: "- bomba rice\n- the code is 2222\n- saffron\n" });
  save(repo, { [path]: "- bomba rice\n- the code is 2222 (2026-01-01) #private\n- saffron\n" });
  const { changes } = await historyOf(repo.root, path);
  expect(all(changes)).not.toMatch(/is 1111|is 2222/);
  expect(changes.map(({ added }) => added)).toEqual([["saffron"], ["bomba rice"]]);
});

test("readHistory() counts what the file says of all its entries", async () => {
  const repo = createRepo();
  save(repo, { [path]: "- takes pills\n- rice [bank:: General]\n" });
  save(repo, { [path]: "---\nbank: Health\n---\n- takes pills\n- rice [bank:: General]\n" });
  const { changes } = await historyOf(repo.root, path);
  expect(all(changes)).not.toContain("pills");
  expect(all(changes)).toContain("rice");
});

test("readHistory() does not tell a line that was moved to where it is not shown", async () => {
  const repo = createRepo();
  save(repo, { [path]: "- bomba rice\n- snores\n" });
  save(
    repo,
    { [path]: "- bomba rice\n", "people/ana/topics/sleep.md": "- snores\n" },
    "snores, sleep",
  );
  const { changes } = await historyOf(repo.root, path);
  expect(all(changes)).not.toContain("snores");
});

test("readHistory() leaves out the subject of a commit that also changed what is not shown", async () => {
  const repo = createRepo();
  save(
    repo,
    { [path]: "- rice\n", "people/ana/topics/divorce.md": "- lawyer\n" },
    "divorce: learned 1",
  );
  save(repo, { [path]: "- rice\n- saffron\n", "log/2026-01.md": "## x\n" }, "cooking: learned 1");
  const { changes } = await historyOf(repo.root, path);
  expect(changes.map(({ subject }) => subject)).toEqual(["cooking: learned 1", "", "first"]);
  expect(changes[1]?.added).toEqual(["rice"]);
});

test("readHistory() leaves out what the caller says is hidden now", async () => {
  const repo = createRepo();
  save(repo, { [path]: "- bomba rice\n- not for you\n" });
  const { changes } = await historyOf(repo.root, path, {
    isHidden: (text) => text === "not for you",
  });
  expect(all(changes)).not.toContain("not for you");
});

test("readHistory() never tells what was forgotten, also in its earlier wordings and struck", async () => {
  const repo = createRepo();
  save(repo, { [path]: "- the code is 1111\n- rice\n- struck one\n- said again\n" });
  save(repo, {
    [path]: "- the code is 2222\n- rice\n- ~~struck one~~ [superseded:: ^x]\n- said again\n",
  });
  const before = await historyOf(repo.root, path);
  expect(all(before)).toMatch(/1111.*struck one/s);
  expect(readFileSync(cacheOf(repo.root), "utf8")).toMatch(/1111/);
  const marks = [
    removalLine("2026-02-01T00:00:00.000Z", "the code is 2222", "-"),
    removalLine("2026-02-01T00:00:00.000Z", "struck one", "-"),
    removalLine("2026-02-01T00:00:00.000Z", "said again", "-"),
    removalLine("2026-02-02T00:00:00.000Z", "said again", "+"),
  ];
  repo.write("log/forgotten.txt", `${marks.join("\n")}\n`);
  for (let builds = 0; builds < 2; builds++) {
    const { changes } = await historyOf(repo.root, path);
    expect(all(changes)).not.toMatch(/is 1111|is 2222|struck/);
    expect(all(changes)).toContain("said again");
    expect(readFileSync(cacheOf(repo.root), "utf8")).not.toMatch(/is 1111|is 2222|struck/);
  }
  save(repo, {
    [path]: "- rice\n- said again\n",
    "log/forgotten.txt": repo.read("log/forgotten.txt"),
  });
  const { changes } = await historyOf(repo.root, path);
  expect(all(changes)).not.toMatch(/is 1111|is 2222|struck/);
});

test("readHistory() keeps words that were forgotten out of what it reads bit by bit", async () => {
  const repo = createRepo();
  save(repo, { [path]: "- the code is 1111\n" });
  save(repo, { [path]: "- the code is 2222\n" });
  save(repo, { [path]: "- rice\n\n- x\n" });
  repo.write(
    "log/forgotten.txt",
    `${removalLine("2026-02-01T00:00:00.000Z", "the code is 2222", "-")}\n`,
  );
  await historyOf(repo.root, path, { maxMs: 0 });
  for (let builds = 0; builds < 6; builds++) {
    const { changes } = await historyOf(repo.root, path, { maxMs: 0 });
    expect(all(changes)).not.toMatch(/is 1111|is 2222/);
  }
  expect(all((await historyOf(repo.root, path)).changes)).not.toMatch(/is 1111|is 2222/);
  if (existsSync(cacheOf(repo.root))) {
    expect(readFileSync(cacheOf(repo.root), "utf8")).not.toMatch(/is 1111|is 2222/);
  }
});

test("readHistory() gives no history of documents that are not shown", async () => {
  const repo = createRepo();
  expect([...(await historiesOf(repo.root, [path])).keys()]).toEqual([path]);
});

test("readHistory() reads old versions as a file is read: sections, marks below, comments", async () => {
  const repo = createRepo();
  const hidden =
    "## Doctors #private\n\n- pill at nine\n\n## Rest\n\n- rice\n  - #private pill at ten\n";
  save(repo, { [path]: `- bomba rice\n\n${hidden}- saffron\n` });
  save(repo, { [path]: "- bomba rice\n" });
  const { changes } = await historyOf(repo.root, path);
  expect(changes.map(({ added, removed }) => [added, removed])).toEqual([
    [[], ["saffron"]],
    [["saffron"], []],
    [["bomba rice"], []],
  ]);
  expect(readFileSync(cacheOf(repo.root), "utf8")).not.toContain("pill");
});

test("readHistory() reads all again by other rules of what is private, and by other code", async () => {
  const repo = createRepo();
  save(repo, { [path]: "- bomba rice\n- takes pills [bank:: Health]\n- snores [bank:: Sleep]\n" });
  expect(all((await historyOf(repo.root, path)).changes)).toMatch(/snores/);
  const choice = { defaultBank: "General", protectedBanks: ["Sleep"], include: [] };
  const { changes } = await historyOf(repo.root, path, { choice });
  expect(all(changes)).toMatch(/pills/);
  expect(all(changes)).not.toMatch(/snores/);
  const kept = readFileSync(cacheOf(repo.root), "utf8");
  expect(kept).not.toMatch(/snores/);
  await historyOf(repo.root, path, { choice, version: "2" });
  expect(readFileSync(cacheOf(repo.root), "utf8")).not.toBe(kept);
});

test("readHistory() knows what was hidden in one commit of very many files", {
  timeout: 60_000,
}, async () => {
  const repo = createRepo();
  const all1001 = (text: string) =>
    Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`topics/t${n}.md`, text]));
  save(repo, { ...all1001("- rice\n"), "topics/t5.md": "- rice\n- takes pills\n" });
  save(repo, { "topics/t5.md": "- rice\n- takes two pills\n" });
  const marked = "- rice\n- takes two pills [bank:: Health]\n";
  save(repo, { ...all1001("- rice\n\nx\n"), "topics/t5.md": marked });
  const { changes } = await historyOf(repo.root, "topics/t5.md");
  expect(all(changes)).not.toContain("pills");
});

test("readHistory() shows no comment of an entry, as its page does not", async () => {
  const repo = createRepo();
  save(repo, { [path]: "- bomba rice %%dear%% <!-- of the corner shop --> for paella\n" });
  save(repo, {
    [path]: "- bomba rice %%cheap%% for paella\n- saffron <!-- a\n\n  gift --> here\n",
  });
  save(repo, { [path]: "- saffron in `%%code%%`\n" });
  const { changes } = await historyOf(repo.root, path);
  expect(all(changes)).not.toMatch(/dear|cheap|corner|gift|<!--|-->/);
  expect(changes.slice(0, 3).map(({ added }) => added)).toEqual([
    ["saffron in `%%code%%`"],
    ["saffron"],
    ["bomba rice for paella"],
  ]);
});
