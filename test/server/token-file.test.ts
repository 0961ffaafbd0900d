import { execFileSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { LociError } from "../../src/errors.ts";
import { openToken } from "../../src/server/token-file.ts";
import { useTempFolder } from "../temp.ts";

const quiet = (): void => {};
const isRoot = process.getuid?.() === 0;

test("openToken() makes 32 random bytes in a file of the owner's alone, also under a wide umask", async () => {
  const folder = useTempFolder();
  const before = process.umask(0);
  const token = await openToken(folder, quiet).finally(() => process.umask(before));
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  expect(readFileSync(join(folder, "token"), "utf8")).toBe(`${token}\n`);
  expect(statSync(join(folder, "token")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["token"]);
});

test("openToken() keeps an existing token, and makes another one for another vault", async () => {
  const [one, two] = [useTempFolder(), useTempFolder()];
  const token = await openToken(one, quiet);
  expect(await openToken(one, quiet)).toBe(token);
  expect(await openToken(two, quiet)).not.toBe(token);
});

test("openToken() gives processes that start at once the same token", async () => {
  const folder = useTempFolder();
  const tokens = await Promise.all(Array.from({ length: 8 }, () => openToken(folder, quiet)));
  expect(new Set(tokens).size).toBe(1);
});

test.each([0o644, 0o640, 0o602])(
  "a token that others could read or set (%o) was kept",
  async (mode) => {
    const folder = useTempFolder();
    const file = join(folder, "token");
    const known = await openToken(folder, quiet);
    chmodSync(file, mode);
    const reader = openSync(file, "r");
    onTestFinished(() => closeSync(reader));
    const reports: string[] = [];
    const token = await openToken(folder, (sentence) => reports.push(sentence));
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(token).not.toBe(known);
    expect(readFileSync(file, "utf8")).toBe(`${token}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(reader, "utf8"), "who had it open").toBe(`${known}\n`);
    expect(await openToken(folder, quiet)).toBe(token);
    expect(reports.map((text) => text.replace(folder, "DIR"))).toMatchInlineSnapshot(`
    [
      "Others on this machine could read DIR/token: it now holds a new token, and the old one no longer works",
    ]
  `);
  },
);

test("openToken() never follows a link, and leaves what it leads to alone", async () => {
  const folder = useTempFolder();
  const elsewhere = join(useTempFolder(), "secret");
  writeFileSync(elsewhere, `${"a".repeat(43)}\n`, { mode: 0o644 });
  symlinkSync(elsewhere, join(folder, "token"));
  await expect(openToken(folder, quiet)).rejects.toThrow(/it is a symbolic link; delete it/);
  expect(statSync(elsewhere).mode & 0o777).toBe(0o644);
});

test("openToken() never makes the file a dangling link leads to", async () => {
  const [folder, target] = [useTempFolder(), useTempFolder()];
  symlinkSync(join(target, "made"), join(folder, "token"));
  await expect(openToken(folder, quiet)).rejects.toThrow(LociError);
  expect(readdirSync(target)).toEqual([]);
});

test("openToken() refuses a short token, a folder and a pipe, without waiting", async () => {
  const [short, directory, pipe] = [useTempFolder(), useTempFolder(), useTempFolder()];
  writeFileSync(join(short, "token"), "secret\n", { mode: 0o600 });
  mkdirSync(join(directory, "token"));
  execFileSync("sh", ["-c", "mkfifo -m 600 token"], { cwd: pipe });
  await expect(openToken(short, quiet)).rejects.toThrow(/at least 43 letters/);
  await expect(openToken(directory, quiet)).rejects.toThrow(/it is not a file/);
  await expect(openToken(pipe, quiet)).rejects.toThrow(/it is not a file/);
  expect(readFileSync(join(short, "token"), "utf8")).toBe("secret\n");
});

test("openToken() waits for the process that made the file and is about to write it", async () => {
  const folder = useTempFolder();
  const token = "b".repeat(43);
  writeFileSync(join(folder, "token"), "", { mode: 0o600 });
  setTimeout(() => writeFileSync(join(folder, "token"), `${token}\n`), 120);
  expect(await openToken(folder, quiet)).toBe(token);
});

test("openToken() replaces the empty file of a process that died", async () => {
  const folder = useTempFolder();
  writeFileSync(join(folder, "token"), "", { mode: 0o600 });
  expect(await openToken(folder, quiet)).toMatch(/^[\w-]{43}$/);
});

test.skipIf(isRoot)("openToken() says why where it may not write", async () => {
  const folder = useTempFolder();
  chmodSync(folder, 0o500);
  await expect(openToken(folder, quiet)).rejects.toThrow(/^Cannot make the token file/);
  chmodSync(folder, 0o700);
});
