import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellWord } from "../../src/git/shell-word.ts";
import { fc } from "../fast-check.ts";

test("shellWord() gives a word that a shell reads as the name, plain names as they are", () => {
  for (const name of ["main", "a/b-c_d.md", "café.md", "v1.0+x@y"])
    expect(shellWord(name)).toBe(name);
  expect(shellWord("-rf")).toBe("./-rf");
  const name = fc
    .string({ unit: "grapheme", minLength: 1 })
    .filter((text) => !text.includes("\0") && !text.startsWith("-"));
  const awkward = fc.constantFrom("a b", "a;rm -rf ~", "$(id)", "`id`", "it's", "~", "*", "a\nb");
  fc.assert(
    fc.property(fc.oneof(name, awkward), (text) => {
      const command = ["-c", `printf '%s' ${shellWord(text)}`];
      expect(execFileSync("sh", command, { encoding: "utf8" })).toBe(text);
    }),
    { numRuns: 60 },
  );
});
