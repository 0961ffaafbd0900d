import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openToken } from "../../src/server/token-file.ts";
import { useTempFolder } from "../temp.ts";

test("the owner's token is 32 random bytes in a file of theirs alone, the same for all who start", () => {
  const folder = join(useTempFolder(), "config");
  const before = process.umask(0);
  const token = openToken(folder, () => {});
  process.umask(before);
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  expect(readFileSync(join(folder, "token"), "utf8")).toBe(`${token}\n`);
  expect(statSync(join(folder, "token")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["token"]);
  expect(openToken(folder, () => {})).toBe(token);
});

test.each([0o644, 0o640, 0o602])("a token that others could read or set (%o) was kept", (mode) => {
  const folder = useTempFolder();
  const known = openToken(folder, () => {});
  chmodSync(join(folder, "token"), mode);
  const reports: string[] = [];
  const token = openToken(folder, (sentence) => reports.push(sentence));
  expect([token === known, readFileSync(join(folder, "token"), "utf8")]).toEqual([
    false,
    `${token}\n`,
  ]);
  expect(statSync(join(folder, "token")).mode & 0o777).toBe(0o600);
  expect(reports).toEqual([expect.stringMatching(/^Others on this machine could read /)]);
});

test("a token file that is a link, a folder or too short is refused, and left as it is", () => {
  const [linked, dangling, made, short] = [1, 2, 3, 4].map(() => useTempFolder());
  const elsewhere = join(useTempFolder(), "secret");
  writeFileSync(elsewhere, `${"a".repeat(43)}\n`, { mode: 0o644 });
  symlinkSync(elsewhere, join(linked ?? "", "token"));
  symlinkSync(`${elsewhere}-2`, join(dangling ?? "", "token"));
  mkdirSync(join(made ?? "", "token"));
  writeFileSync(join(short ?? "", "token"), "secret\n", { mode: 0o600 });
  for (const folder of [linked, dangling, made, short])
    expect(() => openToken(folder ?? "", () => {})).toThrow(/^Cannot /);
  expect(statSync(elsewhere).mode & 0o777).toBe(0o644);
  expect(readFileSync(join(short ?? "", "token"), "utf8")).toBe("secret\n");
});
