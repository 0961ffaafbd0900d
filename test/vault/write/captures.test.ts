import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { deviceClock } from "../../../src/app/vault/device-clock.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";
import {
  acceptLateEdit,
  capturedPaths,
  hasDueCaptures,
  type LateEdit,
  lateEdits,
  openCapture,
} from "../../../src/vault/write/captures.ts";
import { fileKey, type VaultFile } from "../../../src/vault/write/vault-file.ts";
import { replaceFile } from "../../../src/vault/write/write-file.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);
const text = ({ base, late }: LateEdit): string[] =>
  [base, late].map((b) => Buffer.from(b).toString());

function vaultWith(content: string) {
  const root = fs.mkdtempSync(join(tmpdir(), "loci-captures-"));
  onTestFinished(() => fs.rmSync(root, { recursive: true }));
  const file: VaultFile = {
    root,
    lociDir: join(root, ".loci"),
    clock: deviceClock,
    path: toTopicPath("é/a.md"),
  };
  const path = join(root, file.path);
  fs.mkdirSync(join(root, "é"));
  fs.writeFileSync(path, content);
  const dir = join(file.lociDir, "captured", fileKey(file.path));
  /** Makes the captures seem older, by their names. */
  const age = (ms: number): void => {
    for (const name of fs.readdirSync(dir)) {
      const [key, time, rest] = name.split("-");
      const older = (Number.parseInt(time ?? "", 36) - ms).toString(36);
      fs.renameSync(join(dir, name), join(dir, `${key}-${older}-${rest}`));
    }
  };
  const names = () => (fs.existsSync(dir) ? fs.readdirSync(dir) : []);
  return { file, path, dir, age, names };
}

test("lateEdits() returns each late edit until it is accepted, then only what follows", async () => {
  const { file, path } = vaultWith("old\n");
  const editor = fs.openSync(path, "a");
  await replaceFile(file, bytes("old\n"), bytes("new\n"));
  expect(await lateEdits(file)).toEqual([]);
  fs.writeSync(editor, "one\n");
  expect(hasDueCaptures(file)).toBe(true);
  expect((await lateEdits(file)).map(text)).toEqual([["old\n", "old\none\n"]]);
  for (const edit of await lateEdits(file)) acceptLateEdit(file, edit);
  expect(await lateEdits(file)).toEqual([]);
  fs.writeSync(editor, "two\n");
  expect((await lateEdits(file)).map(text)).toEqual([["old\none\n", "old\none\ntwo\n"]]);
  fs.closeSync(editor);
});

test("lateEdits() waits for an editor that is in the middle of its save", async () => {
  const { file, path } = vaultWith("old\n");
  const editor = fs.openSync(path, "r+");
  await replaceFile(file, bytes("old\n"), bytes("new\n"));
  fs.ftruncateSync(editor);
  setTimeout(() => {
    fs.writeSync(editor, "old\nlate\n", 0);
    fs.closeSync(editor);
  }, 300);
  expect((await lateEdits(file)).map(text)).toEqual([["old\n", "old\nlate\n"]]);
});

test("lateEdits() compares a last time after ten seconds, then lets go", async () => {
  const { file, path, dir, age, names } = vaultWith("old\n");
  const editor = fs.openSync(path, "a");
  await replaceFile(file, bytes("old\n"), bytes("new\n"));
  fs.writeSync(editor, "late\n");
  fs.closeSync(editor);
  fs.utimesSync(join(dir, names().find((n) => n.endsWith("late")) ?? ""), 1, 1);
  age(10_000);
  const edits = await lateEdits(file);
  expect(edits.map(text)).toEqual([["old\n", "old\nlate\n"]]);
  for (const edit of edits) acceptLateEdit(file, edit);
  expect(await lateEdits(file)).toEqual([]);
  expect(fs.readdirSync(join(file.lociDir, "captured"))).toEqual([]);
});

test("lateEdits() clears away what writers left that were killed before the renaming", async () => {
  const { file, path, age, names } = vaultWith("old\n");
  const early = openCapture(file, bytes("old\n"));
  fs.writeFileSync(early.next, "half of a new ver");
  fs.writeFileSync(early.beside, "half of a new ver");
  const linked = openCapture(file, bytes("old\n"));
  fs.linkSync(path, linked.late);
  fs.appendFileSync(path, "a normal save\n");
  age(10_000);
  const [name = ""] = names();
  fs.renameSync(early.beside, join(path, "..", `.loci-${name.replace(/\.\w+$/, ".next")}`));
  expect(await lateEdits(file)).toEqual([]);
  expect(names()).toEqual([]);
  expect(fs.readdirSync(join(path, ".."))).toEqual(["a.md"]);
});

test("capturedPaths() takes in what an earlier Loci left directly in captured/, once it is old", async () => {
  const { file, path, dir, age, names } = vaultWith("old\n");
  const editor = fs.openSync(path, "a");
  await replaceFile(file, bytes("old\n"), bytes("new\n"));
  fs.writeSync(editor, "late\n");
  fs.closeSync(editor);
  const flatten = (): void => {
    for (const name of names()) fs.renameSync(join(dir, name), join(dir, "..", name));
    fs.rmdirSync(dir);
  };
  flatten();
  expect(capturedPaths(file)).toEqual([]);
  for (const name of fs.readdirSync(join(dir, ".."))) {
    fs.mkdirSync(dir, { recursive: true });
    fs.renameSync(join(dir, "..", name), join(dir, name));
  }
  age(10_000);
  flatten();
  fs.writeFileSync(join(dir, "..", "..-strange"), "");
  expect(new Set(capturedPaths(file))).toEqual(new Set(["é/a.md"]));
  expect(fs.readdirSync(join(dir, "..")).sort()).toEqual(["..-strange", fileKey(file.path)]);
  expect((await lateEdits(file)).map(text)).toEqual([["old\n", "old\nlate\n"]]);
});

test("capturedPaths() fails for nothing that lies in captured/", () => {
  const { file } = vaultWith("old\n");
  const captured = join(file.lociDir, "captured");
  const key = "0".repeat(16);
  fs.mkdirSync(captured, { recursive: true });
  fs.writeFileSync(join(captured, key), "in the way of a folder");
  fs.writeFileSync(join(captured, `${key}-1-00000000.base`), "topics/a.md\n");
  expect(capturedPaths(file)).toEqual([]);
});

test("capturedPaths() knows the files by their captures alone", async () => {
  const { file } = vaultWith("old\n");
  expect(capturedPaths(file)).toEqual([]);
  await replaceFile(file, bytes("old\n"), bytes("new\n"));
  await replaceFile(file, bytes("new\n"), bytes("newer\n"));
  expect(capturedPaths(file)).toEqual(["é/a.md"]);
});
