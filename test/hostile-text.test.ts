import { expect, test } from "vitest";
import { piecesOf } from "../src/digest/gates/same-fact.ts";
import { isPrivateName } from "../src/vault/paths.ts";

const length = 200_000;

// In n² steps each of these would take minutes, and the test its time.
test("isPrivateName() takes names of any length, and sees through what file systems ignore", () => {
  for (const filler of [" ", ".", ":", " :", ". "]) {
    const name = `git${filler.repeat(length)}x`;
    expect(isPrivateName(name)).toBe(false);
  }
  for (const name of [
    ".git",
    ".GIT ",
    ".git. .",
    ".git:stream",
    ".git  :x",
    "git~1",
    ".g\u200cit",
  ]) {
    expect(isPrivateName(name), name).toBe(true);
  }
});

test("piecesOf() cuts at the ends of sentences, whatever a text repeats", () => {
  expect(piecesOf("One. Two!\nThree\n\nFour… five?")).toEqual([
    ..."One. |Two!\n|Three\n\n|Four… |five?".split("|"),
  ]);
  for (const unit of [".", ".a", ". ", "\n", "a", "?!…"]) {
    const text = unit.repeat(length / unit.length);
    expect(piecesOf(text).join("")).toBe(text);
  }
});
