import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deviceClock } from "../../../src/app/vault/device-clock.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";
import {
  acceptLateEdit,
  closeWrite,
  dropOldWrites,
  dropWritesBefore,
  dropWritesWith,
  fileKey,
  isDue,
  type LateEdit,
  lastVersion,
  lateEdits,
  openWrite,
  readVersions,
  type VaultFile,
  writtenPaths,
} from "../../../src/vault/write/recent-writes.ts";
import { replaceFile } from "../../../src/vault/write/write-file.ts";
import { useVault } from "../../temp.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);
const text = ({ base, late }: LateEdit): string[] =>
  [base, late].map((b) => Buffer.from(b).toString());

function vaultWith(content: string) {
  const root = useVault({ "é/a.md": content });
  const file: VaultFile = {
    root,
    lociDir: join(root, ".loci"),
    clock: deviceClock,
    path: toTopicPath("é/a.md"),
  };
  const dir = join(file.lociDir, "writes", fileKey(file.path));
  /** Makes the writes seem older, by their names. */
  const age = (ms: number): void => {
    for (const name of fs.readdirSync(dir)) {
      const [time = "", ending] = name.split(".");
      const older = (Number.parseInt(time, 36) - ms).toString(36);
      fs.renameSync(join(dir, name), join(dir, `${older}.${ending}`));
    }
  };
  const names = () => (fs.existsSync(dir) ? fs.readdirSync(dir) : []);
  const texts = () =>
    readVersions(file).map((one) => one.bytes && Buffer.from(one.bytes).toString());
  const replace = (from: string | null, to: string | null) =>
    replaceFile(file, from === null ? null : bytes(from), to === null ? null : bytes(to));
  return { file, path: join(root, file.path), dir, age, names, texts, replace };
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
  const { file, path, dir, age, names, replace } = vaultWith("old\n");
  const editor = fs.openSync(path, "a");
  await replace("old\n", "new\n");
  fs.writeSync(editor, "late\n");
  fs.closeSync(editor);
  fs.utimesSync(join(dir, names().find((n) => n.endsWith("late")) ?? ""), 1, 1);
  age(10_000);
  const edits = await lateEdits(file);
  expect(edits.map(text)).toEqual([["old\n", "old\nlate\n"]]);
  for (const edit of edits) acceptLateEdit(file, edit);
  expect(await lateEdits(file)).toEqual([]);
  expect(names().some((name) => name.endsWith(".late"))).toBe(false);
  age(600_000);
  dropOldWrites(file);
  expect(fs.readdirSync(join(file.lociDir, "writes"))).toEqual([]);
});

test("lateEdits() clears away what writers left that were killed before the renaming", async () => {
  const { file, path, names } = vaultWith("old\n");
  const early = openWrite(file, bytes("old\n"));
  fs.writeFileSync(`${early.stem}.next`, "half of a new ver");
  const linked = openWrite(file, bytes("old\n"));
  fs.linkSync(path, `${linked.stem}.late`);
  fs.appendFileSync(path, "a normal save\n");
  expect(await lateEdits(file)).toEqual([]);
  expect(names()).toEqual([]);
});

test("readVersions() knows what was there before, what was written and what is gone", async () => {
  const { file, texts, replace, age } = vaultWith("old\n");
  expect(writtenPaths(file.lociDir)).toEqual([]);
  await replace("old\n", "new\n");
  await replace("new\n", null);
  await replace(null, "newer\n");
  expect(texts()).toEqual(["old\n", "new\n", "new\n", null, "newer\n"]);
  expect(writtenPaths(file.lociDir)).toEqual(["é/a.md"]);
  age(600_000);
  await lateEdits(file);
  dropOldWrites(file);
  expect([texts(), writtenPaths(file.lociDir)]).toEqual([[], []]);
});

test("dropOldWrites() keeps the first and the last of many", () => {
  const { file, texts, age } = vaultWith("old\n");
  for (let i = 0; i < 40; i++) {
    closeWrite(file, openWrite(file, bytes(`${i}\n`)), bytes(`${i + 1}\n`));
  }
  age(20_000);
  dropOldWrites(file);
  expect(texts().slice(0, 3)).toEqual(["0\n", "1\n", "24\n"]);
  expect(texts()).toHaveLength(34);
});

test("dropWritesWith() forgets the versions with a text, but for a late edit that waits", async () => {
  const { file, path, replace } = vaultWith("- secret,\n  of two lines\n");
  const editor = fs.openSync(path, "a");
  await replace("- secret,\n  of two lines\n", "- open\n");
  dropWritesWith(file, ["other", ""]);
  expect(readVersions(file)).toHaveLength(2);
  fs.writeSync(editor, "late\n");
  dropWritesWith(file, ["secret, of two lines"]);
  const [edit] = await lateEdits(file);
  if (edit === undefined) throw new Error("the late edit is gone");
  acceptLateEdit(file, edit);
  dropWritesWith(file, ["secret, of two lines"]);
  expect([readVersions(file), writtenPaths(file.lociDir)]).toEqual([[], []]);
  fs.closeSync(editor);
});

test("dropWritesBefore() forgets files that were last written before a moment", async () => {
  const { file, replace, texts } = vaultWith("old\n");
  await replace("old\n", "new\n");
  dropWritesBefore(file, Date.now() - 60_000);
  expect(texts()).toHaveLength(2);
  dropWritesBefore(file, Date.now() + 60_000);
  expect(texts()).toEqual([]);
});

test("nothing that lies in writes/ is followed, waited for or believed", () => {
  const { file, dir, texts } = vaultWith("old\n");
  const diary = join(file.root, "diary");
  fs.writeFileSync(diary, "dear diary\n");
  const { stem } = openWrite(file, bytes("old\n"));
  fs.rmSync(`${stem}.was`);
  fs.symlinkSync(diary, `${stem}.was`);
  if (process.platform !== "win32") execFileSync("mkfifo", [`${stem}.now`]);
  fs.writeFileSync(join(dir, "strange!"), "");
  fs.writeFileSync(join(dir, "0.now"), "1 ../outside\nx");
  fs.writeFileSync(join(dir, "1.now"), "9 é/a.md\ncut");
  fs.mkdirSync(join(file.lociDir, "writes", "..-strange"));
  expect([texts(), lastVersion(file), writtenPaths(file.lociDir)]).toEqual([[null], undefined, []]);
  closeWrite(file, openWrite(file, null), bytes("new\n"));
  expect(fs.readFileSync(diary, "utf8")).toBe("dear diary\n");
});
