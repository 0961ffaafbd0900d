import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toTopicPath } from "../../../src/vault/paths.ts";
import {
  acceptLateEdit,
  dropOldVersions,
  dropVersions,
  dropVersionsWith,
  isDue,
  keepVersion,
  type LateEdit,
  lastVersion,
  lateEdits,
  readVersions,
  type VaultFile,
  writtenPaths,
} from "../../../src/vault/write/versions.ts";
import { replaceFile } from "../../../src/vault/write/write-file.ts";
import { deviceClock } from "../../device-clock.ts";
import { useVault } from "../../temp.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);
const text = (edit: LateEdit): string[] =>
  [edit.base, edit.bytes].map((b) => Buffer.from(b).toString());

function vaultWith(content: string) {
  const root = useVault({ "é/a.md": content });
  let later = 0;
  const file: VaultFile = {
    root,
    lociDir: join(root, ".loci"),
    clock: { ...deviceClock, now: () => Date.now() + later },
    path: toTopicPath("é/a.md"),
  };
  const dir = join(file.lociDir, "writes", file.path);
  const wait = (ms: number): void => {
    later += ms;
  };
  const names = () => (fs.existsSync(dir) ? fs.readdirSync(dir) : []);
  const texts = () =>
    readVersions(file).map((one) => one.bytes && Buffer.from(one.bytes).toString());
  const replace = async (from: string | null, to: string | null) => {
    const [before, after] = [from, to].map((one) => (one === null ? null : bytes(one)));
    replaceFile(file, before ?? null, after ?? null);
    keepVersion(file, "ours", after ?? null);
  };
  return { file, path: join(root, file.path), dir, wait, names, texts, replace };
}

test("lateEdits() returns each late edit until it is accepted, then only what follows", async () => {
  const { file, path, replace } = vaultWith("old\n");
  const editor = fs.openSync(path, "a");
  await replace("old\n", "new\n");
  expect(await lateEdits(file)).toEqual([]);
  fs.writeSync(editor, "one\n");
  expect(isDue(file)).toBe(true);
  expect((await lateEdits(file)).map(text)).toEqual([["old\n", "old\none\n"]]);
  for (const edit of await lateEdits(file)) acceptLateEdit(file, edit);
  expect(await lateEdits(file)).toEqual([]);
  fs.writeSync(editor, "two\n");
  expect((await lateEdits(file)).map(text)).toEqual([["old\none\n", "old\none\ntwo\n"]]);
  fs.closeSync(editor);
});

test("lateEdits() waits for an editor that is in the middle of its save", async () => {
  const { file, path, replace } = vaultWith("old\n");
  const editor = fs.openSync(path, "r+");
  await replace("old\n", "new\n");
  fs.ftruncateSync(editor);
  setTimeout(() => {
    fs.writeSync(editor, "old\nlate\n", 0);
    fs.closeSync(editor);
  }, 300);
  expect((await lateEdits(file)).map(text)).toEqual([["old\n", "old\nlate\n"]]);
});

test("lateEdits() compares a last time after ten seconds, then lets go", async () => {
  const { file, path, dir, wait, names, replace } = vaultWith("old\n");
  const editor = fs.openSync(path, "a");
  await replace("old\n", "new\n");
  fs.writeSync(editor, "late\n");
  fs.closeSync(editor);
  fs.utimesSync(join(dir, names().find((n) => n.endsWith("late")) ?? ""), 1, 1);
  wait(10_000);
  const edits = await lateEdits(file);
  expect(edits.map(text)).toEqual([["old\n", "old\nlate\n"]]);
  for (const edit of edits) acceptLateEdit(file, edit);
  wait(10_000);
  expect(await lateEdits(file)).toEqual([]);
  expect(names().some((name) => name.endsWith(".late"))).toBe(false);
  wait(600_100);
  dropOldVersions(file);
  expect(fs.readdirSync(join(file.lociDir, "writes"))).toEqual([]);
});

test("lateEdits() clears away what writers left that were killed before the renaming", async () => {
  const { file, path, names } = vaultWith("old\n");
  fs.writeFileSync(`${keepVersion(file, "was", bytes("old\n"))}.next`, "half of a new ver");
  fs.linkSync(path, `${keepVersion(file, "was", bytes("old\n"))}.late`);
  fs.appendFileSync(path, "a normal save\n");
  expect(await lateEdits(file)).toEqual([]);
  dropOldVersions(file);
  expect(names().filter((name) => !name.includes("was"))).toEqual([]);
});

test("readVersions() knows what was there before, what was written and what is gone", async () => {
  const { file, texts, replace, wait } = vaultWith("old\n");
  expect(writtenPaths(file.lociDir)).toEqual([]);
  await replace("old\n", "new\n");
  await replace("new\n", null);
  await replace(null, "newer\n");
  expect(texts()).toEqual(["old\n", "new\n", "new\n", null, null, "newer\n"]);
  expect(writtenPaths(file.lociDir)).toEqual(["é/a.md"]);
  wait(600_100);
  await lateEdits(file);
  dropOldVersions(file);
  expect([texts(), writtenPaths(file.lociDir)]).toEqual([[], []]);
});

test("dropOldVersions() keeps the first and the last of many until ten minutes after the last", () => {
  const { file, texts, wait } = vaultWith("old\n");
  for (let i = 0; i < 80; i++) keepVersion(file, "ours", bytes(`${i}\n`));
  wait(20_000);
  dropOldVersions(file);
  expect(texts().slice(0, 3)).toEqual(["0\n", "40\n", "41\n"]);
  expect(readVersions(file)[1]?.kind).toBe("was");
  wait(500_000);
  keepVersion(file, "ours", bytes("new\n"));
  wait(500_000);
  dropOldVersions(file);
  expect(texts().at(-1)).toBe("new\n");
  wait(100_000);
  dropOldVersions(file);
  expect(texts()).toEqual([]);
});

test("dropVersionsWith() forgets the versions with a text, but for a late edit that waits", async () => {
  const { file, path, replace } = vaultWith("- secret,\n  of two lines\n");
  const editor = fs.openSync(path, "a");
  await replace("- secret,\n  of two lines\n", "- open\n");
  dropVersionsWith(file, ["other", ""]);
  expect(readVersions(file)).toHaveLength(2);
  fs.writeSync(editor, "late\n");
  dropVersionsWith(file, ["secret, of two lines"]);
  const [edit] = await lateEdits(file);
  if (edit === undefined) throw new Error("the late edit is gone");
  acceptLateEdit(file, edit);
  dropVersionsWith(file, ["secret, of two lines"]);
  expect([readVersions(file), writtenPaths(file.lociDir)]).toEqual([[], []]);
  fs.closeSync(editor);
});

test("dropVersions() forgets the files of which it is told so", async () => {
  const { file, replace, texts } = vaultWith("old\n");
  await replace("old\n", "new\n");
  const before = (at: number) => dropVersions(file, (all) => all.every((one) => one.at < at));
  before(Date.now() - 60_000);
  expect(texts()).toHaveLength(2);
  before(Date.now() + 60_000);
  expect(texts()).toEqual([]);
});

test("nothing that lies in writes/ is followed, waited for or believed", () => {
  const { file, dir, texts } = vaultWith("old\n");
  const diary = join(file.root, "diary");
  fs.writeFileSync(diary, "dear diary\n");
  fs.mkdirSync(dir, { recursive: true });
  fs.symlinkSync(diary, join(dir, "1.was.11"));
  if (process.platform !== "win32") execFileSync("mkfifo", [join(dir, "2.ours.4")]);
  fs.writeFileSync(join(dir, "strange!"), "");
  fs.writeFileSync(join(dir, "3.ours.9"), "cut");
  fs.mkdirSync(join(file.lociDir, "writes", ".git"));
  fs.writeFileSync(join(file.lociDir, "writes", ".git", "4.ours.1"), "x");
  expect([texts(), lastVersion(file), writtenPaths(file.lociDir)]).toEqual([
    [],
    undefined,
    [file.path],
  ]);
  keepVersion(file, "ours", bytes("new\n"));
  expect(fs.readFileSync(diary, "utf8")).toBe("dear diary\n");
});
