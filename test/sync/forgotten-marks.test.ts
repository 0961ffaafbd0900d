import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { answerMarks, parseRemovals, removalLine } from "../../src/sync/merge/file/removals.ts";
import { appendMarks, readForgotten } from "../../src/sync/round/forgotten.ts";
import { useTempFolder } from "../temp.ts";
import { createPair, list } from "./devices.ts";

const end = "9999-12-31T23:59:59.999Z";
const now = Date.parse("2026-02-12T10:00:00.000Z");
const bytes = (...lines: string[]): Buffer =>
  Buffer.from(lines.map((line) => `${line}\n`).join(""));

test("parseRemovals() counts times only, fractions of a second too", () => {
  const times = ["2026-13-01T10:00:00.000Z", "+010000-01-01T00:00:00.000Z", "9999-12-31T24:00:00Z"];
  for (const time of times)
    expect(parseRemovals(bytes(removalLine(time, "tea", "-"))).isForgotten("tea")).toBe(false);
  const marks = bytes(
    removalLine("2026-02-12T10:00:00Z", "tea", "+"),
    removalLine("2026-02-12T10:00:00.5Z", "tea", "-"),
  );
  expect(parseRemovals(marks).isForgotten("tea")).toBe(true);
});

test("answerMarks() takes back a mark from the end of time, and writes what can be read", () => {
  const old = bytes(removalLine(end, "other", "-"), removalLine(end, "tea", "-"));
  const [said = ""] = answerMarks(old, now, [{ text: "tea", mark: "+" }]);
  expect(parseRemovals(old, bytes(said)).isForgotten("tea")).toBe(false);
  const [gone = ""] = answerMarks(old, now, [{ text: "rice", mark: "-" }]);
  expect(gone).toMatch(/^2026-02-12T10:00:00\.000Z - /);
  const later = bytes(removalLine("2026-02-12T12:00:00.000Z", "tea", "+"));
  const [again] = answerMarks(later, now, [{ text: "tea", mark: "-" }]);
  expect(again, "later than the last one, whatever the clock says").toMatch(/T12:00:00\.001Z - /);
});

test("appendMarks() goes on after a line that was torn", async () => {
  const root = useTempFolder();
  mkdirSync(join(root, "log"));
  writeFileSync(join(root, "log/forgotten.txt"), "torn");
  await appendMarks(root, (before) => answerMarks(before, now, [{ text: "tea", mark: "-" }]));
  expect(parseRemovals(readForgotten(root)).isForgotten("tea")).toBe(true);
});

test("syncVault() says that a mark from elsewhere took a memory away, without its words", async () => {
  const { laptop, board } = await createPair({ "topics/a.md": list("keep") });
  const mark = removalLine(new Date().toISOString(), "just said", "-");
  board.write("log/forgotten.txt", `${mark}\n`);
  await board.sync();
  laptop.write("topics/a.md", list("keep", "just said"));
  expect((await laptop.sync()).keptBoth).toEqual(["Forgotten elsewhere: topics/a.md (1 memory)"]);
  expect(laptop.files()["topics/a.md"]).toBe(list("keep"));
});
