import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { lateEdits, type VaultFile } from "../../../src/vault/write/versions.ts";
import { replaceFile } from "../../../src/vault/write/write-file.ts";
import { deviceClock } from "../../device-clock.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);

/** A vault with one file, and the names left in its two folders. */
function vaultWith(text: string | null, base = tmpdir()) {
  const root = fs.mkdtempSync(join(base, "loci-write-"));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  const file: VaultFile = {
    root,
    lociDir: join(root, ".loci"),
    clock: deviceClock,
    path: toTopicPath("topics/a.md"),
  };
  const path = join(root, file.path);
  fs.mkdirSync(join(root, "topics"));
  if (text !== null) fs.writeFileSync(path, text);
  return {
    file,
    path,
    read: () => fs.readFileSync(path, "utf8"),
    names: () => fs.readdirSync(join(root, "topics")),
    /** Of all writes that are remembered. */
    remembered: () => fs.globSync(join(file.lociDir, "writes/**/*.{late,next,was.*,ours.*}")),
  };
}

const isRoot = process.getuid?.() === 0;

test("replaceFile() replaces what is as expected, and keeps the mode bits", async () => {
  const { file, path, read, names } = vaultWith("old\n");
  fs.chmodSync(path, 0o640);
  expect(replaceFile(file, bytes("old\n"), bytes("new\n"))).toBe(true);
  expect(read()).toBe("new\n");
  expect(fs.statSync(path).mode & 0o777).toBe(0o640);
  expect(names()).toEqual(["a.md"]);
});

test("replaceFile() touches nothing when the file holds something else", async () => {
  const { file, read, remembered } = vaultWith("somebody's\n");
  expect(replaceFile(file, bytes("old\n"), bytes("new\n"))).toBe(false);
  expect(read()).toBe("somebody's\n");
  expect(remembered()).toEqual([]);
});

test("replaceFile() touches nothing when the file is gone", async () => {
  const { file, names } = vaultWith(null);
  expect(replaceFile(file, bytes("old\n"), bytes("new\n"))).toBe(false);
  expect(names()).toEqual([]);
});

test("replaceFile() creates a file and its folder, but never over another one", async () => {
  const { file, path, read, remembered } = vaultWith(null);
  fs.rmdirSync(join(path, ".."));
  expect(replaceFile(file, null, bytes("new\n"))).toBe(true);
  expect(replaceFile(file, null, bytes("newer\n"))).toBe(false);
  expect(read()).toBe("new\n");
  expect(remembered()).toMatchObject([expect.stringMatching(/was\.gone$/)]);
});

test("replaceFile() keeps the old file, so that a late writer is heard", async () => {
  const { file, path, read } = vaultWith("old\n");
  const editor = fs.openSync(path, "a");
  replaceFile(file, bytes("old\n"), bytes("new\n"));
  fs.writeSync(editor, "late\n");
  fs.closeSync(editor);
  expect(read()).toBe("new\n");
  const [edit] = await lateEdits(file);
  expect(Buffer.from(edit?.bytes ?? []).toString()).toBe("old\nlate\n");
});

test("replaceFile() follows no symbolic link", async () => {
  const { file, path } = vaultWith(null);
  const outside = join(file.root, "outside.txt");
  fs.writeFileSync(outside, "mine\n");
  fs.symlinkSync(outside, path);
  expect(() => replaceFile(file, bytes("mine\n"), bytes("x"))).toThrow(
    expect.objectContaining({
      code: "OUTSIDE_VAULT",
    }),
  );
  expect(fs.readFileSync(outside, "utf8")).toBe("mine\n");
});

test("replaceFile() says so when .loci cannot be written, and leaves the file alone", async () => {
  const { file, read, names } = vaultWith("old\n");
  fs.mkdirSync(file.lociDir);
  fs.writeFileSync(join(file.lociDir, "writes"), "in the way");
  expect(() => replaceFile(file, bytes("old\n"), bytes("new\n"))).toThrow(
    expect.objectContaining({
      code: "WRITE_FAILED",
      message: expect.stringMatching(/^Cannot write the file "topics\/a.md": /),
    }),
  );
  expect(read()).toBe("old\n");
  expect(names()).toEqual(["a.md"]);
});

test.skipIf(isRoot)("replaceFile() names a missing permission", async () => {
  const { file, path, read } = vaultWith("old\n");
  fs.chmodSync(join(path, ".."), 0o500);
  expect(() => replaceFile(file, bytes("old\n"), bytes("new\n"))).toThrow(
    expect.objectContaining({
      message: 'Cannot write the file "topics/a.md": no permission to write there',
    }),
  );
  fs.chmodSync(join(path, ".."), 0o700);
  expect(read()).toBe("old\n");
});

/** A disk of 256 kB, where this process may mount one. */
function tinyDisk(): string | undefined {
  const at = fs.mkdtempSync(join(tmpdir(), "loci-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", at], { stdio: "ignore" });
    return at;
  } catch {
    fs.rmdirSync(at);
    return undefined;
  }
}

test("replaceFile() survives a full disk with one clear sentence and nothing half-written", async (context) => {
  const disk = tinyDisk();
  if (disk === undefined) return context.skip("this process may not mount a small disk");
  try {
    const { file, read, names, remembered } = vaultWith("old\n", disk);
    expect(() => replaceFile(file, bytes("old\n"), Buffer.alloc(1_000_000, "x"))).toThrow(
      expect.objectContaining({
        code: "WRITE_FAILED",
        message: 'Cannot write the file "topics/a.md": the disk is full',
      }),
    );
    expect([read(), names(), remembered()]).toEqual(["old\n", ["a.md"], []]);
    expect(replaceFile(file, bytes("old\n"), bytes("new\n"))).toBe(true);
  } finally {
    execFileSync("umount", ["-l", disk]);
    fs.rmdirSync(disk);
  }
});

test("replaceFile() does without hard links", async () => {
  const { file, path, read, names } = vaultWith("old\n");
  const { linkSync } = fs;
  onTestFinished(() => {
    fs.linkSync = linkSync;
    syncBuiltinESMExports();
  });
  fs.linkSync = () => {
    throw Object.assign(new Error("no links here"), { code: "EPERM" });
  };
  syncBuiltinESMExports();
  expect(replaceFile(file, bytes("old\n"), bytes("new\n"))).toBe(true);
  expect(replaceFile(file, bytes("old\n"), bytes("newer\n"))).toBe(false);
  expect(read()).toBe("new\n");
  fs.rmSync(path);
  expect(replaceFile(file, null, bytes("again\n"))).toBe(true);
  expect(replaceFile(file, null, bytes("again\n"))).toBe(false);
  expect(replaceFile(file, bytes("again\n"), null)).toBe(true);
  expect(names()).toEqual([]);
});

test.each([
  ["before Loci's last look is seen", "lstatSync", false, "# Mine\n"],
  ["after it is not: r1 of docs/formats.md says why", "renameSync", true, "new\n"],
])("replaceFile(): an editor's renaming right %s", async (_, moment, outcome, text) => {
  const { file, path, read } = vaultWith("old\n");
  const { lstatSync, renameSync } = fs;
  const restore = (): void => {
    Object.assign(fs, { lstatSync, renameSync });
    syncBuiltinESMExports();
  };
  onTestFinished(restore);
  const saveAtLast = (): void => {
    restore();
    fs.writeFileSync(`${path}~`, "# Mine\n");
    renameSync(`${path}~`, path);
  };
  let looks = 0;
  const calls = {
    lstatSync(at: string, options?: fs.StatSyncOptions) {
      if (at.endsWith("/a.md") && ++looks === 2) saveAtLast();
      return lstatSync(at, options);
    },
    renameSync(from: string, to: string) {
      saveAtLast();
      renameSync(from, to);
    },
  };
  Object.assign(fs, Object.fromEntries(Object.entries(calls).filter(([name]) => name === moment)));
  syncBuiltinESMExports();
  expect(replaceFile(file, bytes("old\n"), bytes("new\n"))).toBe(outcome);
  expect(read()).toBe(text);
});
