import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellWord } from "../../src/git/shell-word.ts";
import { fc } from "../fast-check.ts";
import { createRepo } from "../sync/repo.ts";

test("shellWord() leaves plain names as they are", () => {
  for (const name of ["main", "a/b-c_d.md", "café.md", "v1.0+x@y"]) {
    expect(shellWord(name)).toBe(name);
  }
  expect(shellWord("-rf")).toBe("./-rf");
});

test("shellWord() gives a word that a shell reads as the name", () => {
  const name = fc
    .string({ unit: "grapheme", minLength: 1 })
    .filter((text) => !text.includes("\0") && !text.startsWith("-"));
  const awkward = fc.constantFrom("a b", "a;rm -rf ~", "$(id)", "`id`", "it's", "~", "*", "a\nb");
  fc.assert(
    fc.property(fc.oneof(name, awkward), (text) => {
      const said = execFileSync("sh", ["-c", `printf '%s' ${shellWord(text)}`], {
        encoding: "utf8",
      });
      expect(said).toBe(text);
    }),
    { numRuns: 60 },
  );
});

test("commitPaths() tells of a branch whose name means something to a shell", async () => {
  const repo = createRepo();
  repo.git("config", "loci.branch", "main");
  repo.git("switch", "-q", "-c", "x;id$IFS'y");
  repo.write("topics/cooking.md", "- x\n");
  expect(await repo.loci(["topics/cooking.md"])).toMatchObject({
    status: "blocked",
    fix: "run `git switch main`, or `git config loci.branch 'x;id$IFS'\\''y'` to stay here",
  });
});
