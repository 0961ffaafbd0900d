import { expect, test } from "vitest";
import { createForest, type Files } from "./forest.ts";

const list = (...lines: string[]): string => lines.map((line) => `- ${line}\n`).join("");
const link = (to: string) => [0o120000, to] as const;
const script = (text: string) => [0o100755, text] as const;
const submodule = (digit: string) => [0o160000, digit.repeat(40)] as const;

const [a, b, c] = [list("a"), list("b"), list("c")];
const food = list("rice is bomba", "broth is homemade", "oven is hot");
const bought = food.replace("homemade", "bought");
const [nfc, nfd] = ["caf\u00e9.md", "cafe\u0301.md"];

test.each<[string, Files, Files, Files, object]>([
  [
    "takes the executable bit of the side that changed it",
    { a: "1", b: script("1"), "c.md": a },
    { a: script("1"), b: script("2"), "c.md": script(a + b) },
    { a: "2", b: "1", "c.md": a + c },
    { a: "100755 2", b: "2", "c.md": `100755 ${a}${b}${c}` },
  ],
  [
    "joins composed and decomposed letters under the base's spelling",
    { [nfc]: a, x: "1" },
    { [nfc]: a, x: "2" },
    { [nfc]: a, [nfd]: b, x: "1" },
    { [nfc]: a + b, x: "2" },
  ],
  [
    "joins folders, also where the base's one has not changed",
    { "Food/a.md": a, x: "1" },
    { "Food/a.md": a, x: "2" },
    { "Food/a.md": a, x: "1", "food/A.md": b, "food/c.md": c },
    { "Food/a.md": a + b, "Food/c.md": c, x: "2" },
  ],
  [
    "leaves twins alone that the base had",
    { "Foo.md": a, "foo.md": b, x: "1" },
    { "Foo.md": a, "foo.md": c, x: "1" },
    { "Foo.md": a, "foo.md": b, x: "2" },
    { "Foo.md": a, "foo.md": c, x: "2" },
  ],
  [
    "follows a rename that only changes the case",
    { "foo.md": a + b },
    { "Foo.md": a + b },
    { "foo.md": a + b + c },
    { "Foo.md": a + b + c },
  ],
  [
    "takes edits to the new name of a file, also where it was changed as it was renamed",
    { "cook.md": food },
    { "food.md": food.replace("- oven is hot\n", "") },
    { "cook.md": bought },
    { "food.md": bought.replace("- oven is hot\n", "") },
  ],
  // What steps aside has an object's name in its own.
  [
    "lets a link step aside",
    { "l.md": a },
    { "l.md": link("x") },
    { "l.md": a + b },
    expect.objectContaining({ "l.md": a + b }),
  ],
  [
    "lets a file step aside for a folder of its name",
    { x: "" },
    { x: "", plan: a, "Trip.md": b },
    { x: "", "plan/b.md": b, "trip.md/c.md": c },
    expect.objectContaining({ "plan/b.md": b, "Trip.md/c.md": c }),
  ],
  [
    "takes edits of a file that was split to the part that has most of it",
    { "cook.md": food + c },
    { "food.md": food, "c.md": c },
    { "cook.md": bought + c },
    { "food.md": bought, "c.md": c },
  ],
])("mergeTrees() %s", async (_, base, ours, theirs, files) => {
  const forest = await createForest();
  expect((await forest.merge(base, ours, theirs)).files).toEqual(files);
});

test("mergeTrees() keeps the greater of two links or submodule commits and tells the other", async () => {
  const side = (digit: string) => ({ sub: submodule(digit) });
  const merged = await (await createForest()).merge(side("1"), side("2"), side("3"));
  expect(merged.files).toEqual({ sub: `160000 ${"3".repeat(40)}` });
  expect(merged.keptBoth).toEqual([
    "sub: this link was changed on two devices; kept is 333333333333, not 222222222222",
  ]);
});
