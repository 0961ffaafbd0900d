import { expect, test } from "vitest";
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
