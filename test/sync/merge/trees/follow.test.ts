import { describe, expect, test } from "vitest";
import { mergeFiles } from "./forest.ts";

const list = (...lines: string[]): string => lines.map((line) => `- ${line}\n`).join("");

describe("mergeTrees() after a rename", () => {
  const old = list("rice is bomba", "broth is homemade", "oven is hot");

  test("takes the other side's edits to the new name", async () => {
    const files = await mergeFiles(
      { "cook.md": old },
      { "food.md": old },
      { "cook.md": list("rice is bomba", "broth is bought", "oven is hot", "salt is fine") },
    );
    expect(files).toEqual({
      "food.md": list("rice is bomba", "broth is bought", "oven is hot", "salt is fine"),
    });
  });

  test("does so for a file that was changed as it was renamed", async () => {
    const files = await mergeFiles(
      { "a.md": old },
      { "b.md": list("rice is bomba", "broth is homemade", "wine is red") },
      { "a.md": old + list("salt is fine") },
    );
    expect(files).toEqual({
      "b.md": list("rice is bomba", "broth is homemade", "salt is fine", "wine is red"),
    });
  });

  test("gives a file that both renamed the smaller of the two names", async () => {
    const ours = { "c.md": old + list("salt is fine") };
    const theirs = { "b.md": list("rice is bomba", "broth is homemade") };
    expect(await mergeFiles({ "a.md": old }, ours, theirs)).toEqual({
      "b.md": list("rice is bomba", "broth is homemade", "salt is fine"),
    });
  });

  test("honours deletions where both gave a file the same new name", async () => {
    const ours = { "b.md": list("rice is bomba", "broth is homemade") };
    const theirs = { "b.md": list("broth is homemade", "oven is hot") };
    expect(await mergeFiles({ "a.md": old }, ours, theirs)).toEqual({
      "b.md": list("broth is homemade"),
    });
  });

  test("keeps a file that was renamed here and deleted there", async () => {
    expect(await mergeFiles({ "a.md": old, x: "" }, { "b.md": old, x: "" }, { x: "" })).toEqual({
      "b.md": old,
      x: "",
    });
  });

  test("keeps apart a new file of that name on the other side", async () => {
    const files = await mergeFiles(
      { "a.md": old },
      { "b.md": old },
      { "a.md": old + list("salt is fine"), "b.md": list("something else") },
    );
    const all = Object.values(files).join("");
    for (const line of [...old.trim().split("\n"), "- salt is fine", "- something else"]) {
      expect(all.split(line)).toHaveLength(2);
    }
  });

  test("follows a binary file by its content", async () => {
    const base = { "a.png": "\0one" };
    expect(await mergeFiles(base, { "b.png": "\0one" }, { "a.png": "\0two" })).toEqual({
      "b.png": "\0two",
    });
  });
});

describe("mergeTrees() after a split", () => {
  const rice = list("rice is bomba", "rice needs saffron");
  const oven = list("oven is hot", "oven has a fan");
  const split = { "rice.md": `# Rice\n\n${rice}`, "oven.md": `# Oven\n\n${oven}` };

  test("keeps the other side's edits in the old file, and loses nothing", async () => {
    const edited = list("rice is bomba", "rice needs much saffron", "oven has a fan");
    const files = await mergeFiles({ "cook.md": rice + oven }, split, { "cook.md": edited });
    expect(files).toMatchObject(split);
    expect(files["cook.md"]).toContain("rice needs much saffron");
  });

  test("keeps what was split up here and deleted as a whole there", async () => {
    const base = { "cook.md": rice + oven, x: "" };
    expect(await mergeFiles(base, { ...split, x: "" }, { x: "" })).toEqual({ ...split, x: "" });
  });

  test("loses nothing where a code block is never closed", async () => {
    const open = "```\nopen\n";
    const files = await mergeFiles(
      { "a.md": list("one apple", "two pears"), "b.md": open },
      { "a.md": list("two pears"), "b.md": `${list("one apple")}\n${open}` },
      { "a.md": list("one green apple", "two pears"), "b.md": open },
    );
    expect(Object.values(files).join("")).toContain("one green apple");
  });
});
