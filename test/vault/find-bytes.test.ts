import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesHolding } from "../../src/vault/find-bytes.ts";
import { useTempFolder } from "../temp.ts";

test("filesHolding() finds words at any place of a file, across the edges of what is read at once", () => {
  const root = useTempFolder();
  mkdirSync(join(root, "deep"));
  const word = "zorblax";
  const around = [0, 1, 2 ** 20 - 8, 2 ** 20 - 3, 2 ** 20, 2 ** 21 - 1, 3 * 2 ** 20 + 5];
  for (const at of around)
    writeFileSync(join(root, "deep", `at-${at}`), `${".".repeat(at)}${word}${".".repeat(9)}`);
  writeFileSync(join(root, "none"), "zorbla x".repeat(300_000));
  writeFileSync(join(root, "empty"), "");
  symlinkSync("deep/at-0", join(root, "link"));
  const wanted = ["other", word].map((one) => Buffer.from(one));
  expect(filesHolding(root, wanted)).toEqual(around.map((at) => `deep/at-${at}`).sort());
  expect(filesHolding(root, wanted, (path) => path.endsWith("-0"))).toEqual(["deep/at-0"]);
  expect(filesHolding(root, [])).toEqual([]);
});
