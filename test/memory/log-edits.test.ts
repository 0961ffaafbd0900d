import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { openVault } from "../../src/app/vault/open-vault.ts";
import { logEdits } from "../../src/memory/log-edits.ts";
import { removalLine } from "../../src/sync/merge/file/removals.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import { cleanEnv, lociJson, runLoci } from "../run-loci.ts";
import { useRepository } from "../synced-vaults.ts";
import { useTempFolder, writeDeviceSettings, writeFiles } from "../temp.ts";
import { blocksOf, editsIn, garden, git, logText, useGarden } from "./garden.ts";

const sync = (root: string) => lociJson(["sync", "--vault", root]);
const remember = (root: string, text: string) =>
  lociJson(["remember", text, "--topic", "garden", "--vault", root]);
const subjects = (root: string): string[] => git(root, "log", "--format=%s").trim().split("\n");

function edit(root: string, change: (text: string) => string): void {
  const file = join(root, "topics/garden.md");
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

test("an edit by hand is one block in the log, without its words, in the commit of the edit; its topic is a recent one", async () => {
  const root = useGarden();
  edit(root, (text) => `${text.replace(/^.*hose.*\n/m, "").replace("Sage", "Thyme")}- Xylophone\n`);
  expect(await sync(root)).toMatchObject([{ committed: 1 }]);
  expect(editsIn(root)).toEqual([["topics/garden.md: 1 added, 1 removed, 1 changed"]]);
  expect(blocksOf(root)[0]).toMatchObject({ topic: "garden", summary: "edited by hand" });
  expect(logText(root)).not.toMatch(/hose|xylophone|thyme/i);
  expect(readFileSync(join(root, "topics/index.txt"), "utf8")).toMatch(/^\S+\|garden\|Garden\n$/);
  expect(subjects(root)).toEqual(["edited by hand: garden", "start"]);
  expect(git(root, "show", "--format=", "--name-only").trim().split("\n")).toEqual([
    expect.stringMatching(/^log\/\d{4}-\d\d\.md$/),
    "topics/garden.md",
    "topics/index.txt",
  ]);
  expect(git(root, "status", "--porcelain")).toBe("");
});

test("edits between two commits are one block, and nothing is logged twice", async () => {
  const root = useGarden();
  for (let i = 0; i < 6; i++) edit(root, (text) => `${text}- Plant ${i}\n`);
  writeFileSync(join(root, "notes.md"), "# Notes\n\nSome words.\n");
  await sync(root);
  await sync(root);
  writeFileSync(join(root, "notes.md"), "# Notes\n\nOther words.\n");
  await sync(root);
  expect(editsIn(root)).toEqual([
    ["notes.md: new file", "topics/garden.md: 6 added"],
    ["notes.md: edited"],
  ]);
});

test("a file removed, a file renamed and a line moved are logged in numbers", async () => {
  const root = useGarden({
    "topics/travel.md": "# Travel\n\n- Lisbon in May\n",
    "topics/index.txt": "2026-01-01T10:00:00|travel|Travel\n2026-01-01T09:00:00|garden|Garden\n",
    "people/ana/topics/books.md": "- Read Solaris\n- Read Ubik\n",
  });
  rmSync(join(root, "topics/travel.md"));
  renameSync(join(root, "topics/garden.md"), join(root, "topics/yard.md"));
  writeFileSync(join(root, "people/ana/topics/books.md"), "- Read Ubik\n");
  writeFileSync(join(root, "people/ana/topics/films.md"), "- Read Solaris\n");
  await sync(root);
  expect(editsIn(root)).toEqual([
    [
      "people/ana/topics/books.md: 1 removed",
      "people/ana/topics/films.md: new file, 1 added",
      "topics/garden.md: file removed, 4 removed",
      "topics/travel.md: file removed, 1 removed",
      "topics/yard.md: new file, 4 added",
    ],
  ]);
  const recent = (folder: string): string =>
    readFileSync(join(root, folder, "topics/index.txt"), "utf8").replace(/^\S+?\|/gm, "");
  expect(recent(".")).toBe("yard|Garden\n");
  expect(recent("people/ana")).toBe("books|Books\nfilms|Films\n");
});

test("what Loci writes, forgets, takes back and digests is never logged as by hand", async () => {
  const root = useGarden();
  await remember(root, "Basil in the shade");
  await runLoci(["remember", "A topic of its own", "--topic", "brand new", "--vault", root]);
  const talk = [
    "Remember that the pump stands behind the shed",
    "We decided to plant garlic in October",
    "I am allergic to tree nuts",
    "/forget Basil in the shade",
    "y",
    "/undo",
    "/forget The hose leaks",
    "y",
    "/end",
    "/undo",
  ];
  const { code, stderr } = await runLoci(["chat", "--vault", root], { input: talk.join("\n") });
  expect([code, stderr]).toEqual([0, expect.not.stringContaining("Cannot")]);
  await runLoci(["chat", "--vault", root], {
    input: "We decided to plant leeks in March\nI love radishes\n/end\n",
  });
  expect(blocksOf(root).some(({ session }) => session !== "")).toBe(true);
  await sync(root);
  expect(editsIn(root)).toEqual([]);
  expect(git(root, "status", "--porcelain")).toBe("");
});

test("an edit in a file that Loci wrote to since the last commit goes with Loci's, and the next one is by hand", async () => {
  const root = useGarden();
  const env = cleanEnv();
  const parts = await openVault({ root, env, now: Date.now, report: () => {} });
  await parts.lock(() =>
    parts.committer.note([{ path: "topics/garden.md", op: "learned", topic: "garden" }]),
  );
  await parts.close();
  edit(root, (text) => `${text}- By Loci\n- By hand\n`);
  await sync(root);
  expect([subjects(root)[0], editsIn(root)]).toEqual(["garden: learned 1", []]);
  edit(root, (text) => text.replace("- By Loci\n", ""));
  await sync(root);
  expect(editsIn(root)).toEqual([["topics/garden.md: 1 removed"]]);
});

test("what git brings in is no edit by hand, and does not hide one", async () => {
  const root = useGarden({ "topics/index.txt": "2026-01-01T09:00:00|garden|Garden\n" });
  const other = join(useTempFolder(), "other");
  git(root, "clone", "-q", root, other);
  const many = Array.from({ length: 50 }, (_, i) => [
    `topics/t${i}.md`,
    `# T${i}\n\n- Fact ${i}\n`,
  ]);
  writeFiles(other, Object.fromEntries(many));
  git(other, "add", "-A");
  git(other, "commit", "-qm", "many");
  git(root, "pull", "-q", "--ff-only", other, "main");
  appendFileSync(join(root, "topics/t7.md"), "- By hand\n");
  await sync(root);
  expect(editsIn(root)).toEqual([["topics/t7.md: 1 added"]]);
  expect(readFileSync(join(root, "topics/index.txt"), "utf8")).toMatch(
    /^[^|]+\|t7\|T7\n2026-01-01T09:00:00\|garden\|Garden\n$/,
  );
});

test("a merge is waited out, and what people commit with their own git is not logged", async () => {
  const root = useGarden();
  git(root, "checkout", "-qb", "side");
  edit(root, (text) => text.replace("leaks", "drips"));
  git(root, "commit", "-qam", "side");
  git(root, "checkout", "-q", "main");
  edit(root, (text) => text.replace("leaks", "bursts"));
  git(root, "commit", "-qam", "main");
  expect(() => git(root, "merge", "-q", "side")).toThrow();
  expect(await runLoci(["sync", "--vault", root])).toMatchObject({ code: 1 });
  expect(existsSync(join(root, "log"))).toBe(false);
  writeFileSync(join(root, "topics/garden.md"), garden.replace("leaks", "bursts and drips"));
  git(root, "commit", "-qam", "merged");
  await sync(root);
  expect(existsSync(join(root, "log"))).toBe(false);
});

test("nothing is logged for a first commit, the logs, transcripts and the list of recent topics", async () => {
  const root = useGarden();
  rmSync(join(root, ".git"), { recursive: true });
  git(root, "init", "-q", "-b", "main");
  await sync(root);
  mkdirSync(join(root, "log"));
  appendFileSync(
    join(root, "log/2026-01.md"),
    "## 2026-01-01T10:00:00Z garden\n\nNote.\n\n- session: s\n",
  );
  writeFiles(root, {
    "conversations/2026-01-01-x.md": "- said\n",
    "topics/index.txt": "2026-01-01T10:00:00|garden|Garden\n",
    "topics/garden.md~": "- backup\n",
  });
  await sync(root);
  expect(subjects(root)).toHaveLength(2);
  expect(editsIn(root)).toEqual([]);
});

test("a block of edits by hand quotes nobody", async () => {
  const root = useGarden();
  edit(root, (text) => `${text}- said: "we always water at night"\n`);
  await sync(root);
  expect(editsIn(root)).toEqual([["topics/garden.md: 1 added"]]);
  await lociJson(["recall", "hose", "--vault", root]);
  const index = new Database(join(root, ".loci/index.db"), { readonly: true });
  expect(index.prepare("SELECT count(*) FROM quote").pluck().get()).toBe(0);
  index.close();
});

test("where privacy is asked for no edit is logged", async () => {
  const root = useRepository();
  writeDeviceSettings(root, "privacy:\n  enabled: false\n");
  appendFileSync(join(root, "topics/garden.md"), "- By hand\n");
  await sync(root);
  expect(subjects(root)[0]).toBe("edited by hand: garden");
  expect(existsSync(join(root, "log"))).toBe(false);
});

test("logEdits() writes edits that come again, because their commit failed, once", async () => {
  const root = useGarden();
  const parts = await openVault({ root, env: cleanEnv(), now: Date.now, report: () => {} });
  const path = toTopicPath("topics/garden.md");
  const files = [{ path, before: Buffer.from(garden), now: Buffer.from(`${garden}- Mint\n`) }];
  const at = Date.parse("2026-02-12T14:30:00Z");
  const written = ["log/2026-02.md", "topics/index.txt"];
  let committed = Buffer.from("");
  const log = async (more: typeof files, later: number): Promise<void> => {
    const readCommitted = async () => committed;
    expect(await logEdits(parts, more, { at: at + later, readCommitted })).toEqual(written);
  };
  await log(files, 0);
  await log(files, 0);
  await log(files, 60_000);
  expect(editsIn(root)).toEqual([["topics/garden.md: 1 added"]]);
  committed = readFileSync(join(root, "log/2026-02.md"));
  await log(files, 120_000);
  expect(editsIn(root)).toHaveLength(2);
  appendFileSync(join(root, "log/2026-02.md"), "\nA person's note.\n");
  await log(files, 180_000);
  expect(logText(root)).toContain("A person's note.");
  await parts.close();
});

test("a commit that fails and comes again, with another edit, is one block", async () => {
  const root = useGarden({ "topics/tea.md": "- Green\n", "topics/soup.md": "- Leek\n" });
  rmSync(join(root, "topics/tea.md"));
  rmSync(join(root, ".git/logs"), { recursive: true });
  writeFileSync(join(root, ".git/logs"), "");
  expect(await runLoci(["sync", "--vault", root])).toMatchObject({ code: 1 });
  expect([subjects(root), editsIn(root)]).toMatchObject([["start"], { length: 1 }]);
  rmSync(join(root, ".git/logs"));
  await sync(root);
  rmSync(join(root, "topics/soup.md"));
  await sync(root);
  expect(editsIn(root)).toEqual([
    ["topics/tea.md: file removed, 1 removed"],
    ["topics/soup.md: file removed, 1 removed"],
  ]);
  expect(subjects(root).slice(0, 2)).toEqual(["edited by hand: soup", "edited by hand: tea"]);
});

test("a log or a list of topics that is held back stays so when an edit is logged", async () => {
  const root = useGarden();
  edit(root, (text) => `${text}- Xylophone\n`);
  await sync(root);
  const [log = ""] = globSync("log/*.md", { cwd: root });
  const token = `ghp_${"16C7e42F292c6912E7710c838347Ae178B4a"}`;
  appendFileSync(join(root, log), `\nThe token is ${token}\n`);
  edit(root, (text) => `${text}- Peas\n`);
  await sync(root);
  expect(git(root, "show", "HEAD:topics/garden.md")).toContain("Peas");
  expect(git(root, "show", `HEAD:${log}`)).not.toContain("ghp_");
  expect(readFileSync(join(root, log), "utf8")).toContain(token);
});

test("what was forgotten and is written again by hand is marked, once and later than anything there; no line that is deleted is", async () => {
  const root = useGarden({
    "topics/a.md": "- one\n- deleted\n",
    "log/forgotten.txt": `${removalLine("2031-01-01T00:00:00.000Z", "two", "-")}\n`,
  });
  writeDeviceSettings(root, "privacy:\n  enabled: false\n");
  const marksAfter = async (text: string): Promise<string[]> => {
    writeFileSync(join(root, "topics/a.md"), text);
    await sync(root);
    expect(git(root, "status", "--porcelain")).toBe("");
    return readFileSync(join(root, "log/forgotten.txt"), "utf8").trim().split("\n");
  };
  expect(await marksAfter("- one\n")).toHaveLength(1);
  const [first = "", second = ""] = await marksAfter("- one\n- two\n");
  expect(second > first && second.includes("Z + ")).toBe(true);
  expect(await marksAfter("- one\n- two\n- three\n")).toEqual([first, second]);
});

test("logEdits() reports a log that it cannot write, and does not fail", async () => {
  const root = useGarden({ "log/2026-02.md/a.txt": "a folder in its place" });
  const said: string[] = [];
  const report = (sentence: string): void => void said.push(sentence);
  const parts = await openVault({ root, env: cleanEnv(), now: Date.now, report });
  const path = toTopicPath("topics/garden.md");
  const files = [{ path, before: undefined, now: new Uint8Array() }];
  const request = { at: Date.parse("2026-02-12T14:30:00Z"), readCommitted: async () => undefined };
  expect(await logEdits(parts, files, request)).toEqual([]);
  expect(said).toEqual([expect.stringMatching(/^Cannot log what is edited by hand: /)]);
  await parts.close();
});
