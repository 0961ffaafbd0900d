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
  const head = (day: string): string =>
    `---\ntitle: Cooking\nupdated: ${day}\n---\n\n# Cooking\n\n`;
  const rice = list("rice is bomba", "rice needs saffron");
  const oven = list("oven is hot", "oven has a fan");
  const base = { "cook.md": head("2026-01-01") + rice + oven };
  const split = { "rice.md": `# Rice\n\n${rice}`, "oven.md": `# Oven\n\n${oven}` };

  const linesOf = (text: string | undefined): string[] =>
    (text ?? "").split("\n").filter((line) => line.startsWith("- "));

  test("takes edits, deletions and additions where their entries went", async () => {
    const edited = list(
      "rice is bomba",
      "rice needs much saffron",
      "oven has a fan",
      "oven is new",
    );
    const files = await mergeFiles(base, split, { "cook.md": head("2026-02-02") + edited });
    expect(Object.keys(files).sort()).toEqual(["oven.md", "rice.md"]);
    expect(linesOf(files["rice.md"])).toEqual(["- rice is bomba", "- rice needs much saffron"]);
    expect(linesOf(files["oven.md"])).toEqual(["- oven has a fan", "- oven is new"]);
  });

  test("does not bring the old file back for the day of its last change", async () => {
    const files = await mergeFiles(base, split, { "cook.md": head("2026-02-02") + rice + oven });
    expect(files).toEqual(split);
  });

  test("leaves in the old file what stayed there", async () => {
    const ours = { "cook.md": head("2026-01-03") + oven, "rice.md": `# Rice\n\n${rice}` };
    const theirs = {
      "cook.md": `${head("2026-01-02")}${rice}${list("rice is cheap")}${oven}${list("oven is new")}`,
    };
    const files = await mergeFiles(base, ours, theirs);
    expect(linesOf(files["cook.md"])).toEqual([
      "- oven is hot",
      "- oven has a fan",
      "- oven is new",
    ]);
    expect(linesOf(files["rice.md"])).toEqual([
      "- rice is bomba",
      "- rice needs saffron",
      "- rice is cheap",
    ]);
  });

  test("leaves each entry once where both split the file, and differently", async () => {
    const theirs = {
      "a.md": list("rice is bomba", "oven is hot"),
      "z.md": list("rice needs saffron", "oven has a fan"),
    };
    const files = await mergeFiles(base, split, theirs);
    const lines = Object.values(files).flatMap(linesOf).sort();
    expect(lines).toEqual(linesOf(rice + oven).sort());
  });

  test("leaves each entry once where both split the file alike", async () => {
    const other = { ...split, "oven.md": `${split["oven.md"]}${list("oven is new")}` };
    const files = await mergeFiles(base, split, other);
    expect(Object.values(files).flatMap(linesOf)).toHaveLength(5);
  });

  test("keeps what was split up here and deleted as a whole there", async () => {
    expect(await mergeFiles({ ...base, x: "" }, { ...split, x: "" }, { x: "" })).toEqual({
      ...split,
      x: "",
    });
  });

  test("follows an entry that moved into a file which both have", async () => {
    const files = await mergeFiles(
      { "a.md": list("one apple", "two pears"), "b.md": list("three plums") },
      { "a.md": list("two pears"), "b.md": list("three plums", "one apple") },
      { "a.md": list("one green apple", "two pears"), "b.md": list("three plums", "four figs") },
    );
    expect(linesOf(files["a.md"])).toEqual(["- two pears"]);
    expect(linesOf(files["b.md"]).sort()).toEqual([
      "- four figs",
      "- one green apple",
      "- three plums",
    ]);
  });

  test("follows two files that swapped names", async () => {
    const [one, two] = [list("one apple", "two pears"), list("three plums", "four figs")];
    const files = await mergeFiles(
      { "a.md": one, "b.md": two },
      { "a.md": two, "b.md": one },
      { "a.md": one + list("five dates"), "b.md": two },
    );
    expect(linesOf(files["a.md"]).sort()).toEqual(linesOf(two).sort());
    expect(linesOf(files["b.md"]).sort()).toEqual(linesOf(one + list("five dates")).sort());
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
