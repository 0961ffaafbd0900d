import { expect, test } from "vitest";
import { parseCommit } from "../../../src/git/objects/commit.ts";

const [tree, one, two] = ["a".repeat(40), "1".repeat(40), "2".repeat(40)];
const signed = "author Ana <a@example.org> 5 +0100\ncommitter Ana <a@example.org> 7 +0100\n";
const parse = (text: string) => parseCommit("name", Buffer.from(text, "latin1"));

test.each([
  ["no parent", `tree ${tree}\n${signed}\nparent ${one}\n`, []],
  ["a parent", `tree ${tree}\nparent ${one}\n${signed}\nm\n`, [one]],
  ["two parents", `tree ${tree}\nparent ${one}\nparent ${two}\n${signed}\nm\n`, [one, two]],
  ["no message", `tree ${tree}\nparent ${one}\n${signed}`, [one]],
])("parseCommit() reads a commit with %s", (_name, text, parents) => {
  expect(parse(text)).toEqual({ oid: "name", tree, parents, time: 7 });
});

test.each(["", `tree ${one.slice(1)}\n`, `parent ${one}\n${signed}`, `\n\ntree ${tree}\n`])(
  "parseCommit() throws for what names no tree (%j)",
  (text) => {
    expect(() => parse(text)).toThrow("it names no tree");
  },
);
