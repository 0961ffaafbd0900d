import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellWord } from "../../src/git/shell-word.ts";

test("shellWord() gives a word that a shell reads as the name, plain names as they are", () => {
  for (const name of ["main", "a/b-c_d.md", "café.md", "v1.0+x@y"])
    expect(shellWord(name)).toBe(name);
  expect(shellWord("-rf")).toBe("./-rf");
  const awkward = "a b|a;rm -rf ~|$(id)|`id`|it's '|~|*|a\nb|#|!x|a\\".split("|");
  const script = `printf '%s|' ${awkward.map(shellWord).join(" ")}`;
  expect(execFileSync("sh", ["-c", script], { encoding: "utf8" })).toBe(`${awkward.join("|")}|`);
});
