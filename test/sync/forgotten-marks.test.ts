import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  answerMarks,
  parseRemovals,
  removalLine,
  removalsUntil,
} from "../../src/sync/merge/file/removals.ts";
import { appendMarks, readForgotten, readRemovals } from "../../src/sync/round/forgotten.ts";
import { useTempFolder } from "../temp.ts";
import { createBare, createDevice, createOwn } from "./devices.ts";
import { createLock } from "./pending-request.ts";

const end = "9999-12-31T23:59:59.999Z";
const now = Date.parse("2026-02-12T10:00:00.000Z");
const day = 86_400_000;
const bytes = (...lines: string[]): Buffer =>
  Buffer.from(lines.map((line) => `${line}\n`).join(""));
const list = (...texts: string[]): string => texts.map((text) => `- ${text}\n`).join("");

describe("removalsUntil()", () => {
  test("does not count a mark from the future", () => {
    const marks = bytes(removalLine(end, "tea", "-"));
    expect(removalsUntil(now + day, marks).isForgotten("tea")).toBe(false);
    expect(parseRemovals(marks).isForgotten("tea")).toBe(true);
  });

  test("counts what is a time of the calendar, and nothing else", () => {
    const times = [
      "2026-02-30T10:00:00.000Z",
      "2026-13-01T10:00:00.000Z",
      "+010000-01-01T00:00:00.000Z",
    ];
    for (const time of times) {
      expect(parseRemovals(bytes(removalLine(time, "tea", "-"))).isForgotten("tea")).toBe(false);
    }
  });

  test("orders fractions of a second as times, not as text", () => {
    const marks = bytes(
      removalLine("2026-02-12T10:00:00Z", "tea", "+"),
      removalLine("2026-02-12T10:00:00.5Z", "tea", "-"),
    );
    expect(parseRemovals(marks).isForgotten("tea")).toBe(true);
  });
});

describe("answerMarks()", () => {
  const at = { now, until: now + day };

  test("writes what can be read again after a mark from the end of time", () => {
    const old = bytes(removalLine(end, "other", "-"), removalLine(end, "tea", "-"));
    const [said = ""] = answerMarks(old, at, [{ text: "tea", mark: "+" }]);
    expect(parseRemovals(old, bytes(said)).isForgotten("tea")).toBe(false);
    const [gone = ""] = answerMarks(old, at, [{ text: "rice", mark: "-" }]);
    expect(gone).toMatch(/^2026-02-12T10:00:00\.000Z - /);
    const [again = ""] = answerMarks(bytes(said), at, [{ text: "tea", mark: "-" }]);
    expect(removalsUntil(now + day, old, bytes(said), bytes(again)).isForgotten("tea")).toBe(true);
  });

  test("is later than the last mark of the entry, whatever the clock says", () => {
    const old = bytes(removalLine("2026-02-12T12:00:00.000Z", "tea", "+"));
    expect(answerMarks(old, at, [{ text: "tea", mark: "-" }])[0]).toMatch(
      /^2026-02-12T12:00:00\.001Z/,
    );
  });
});

test("appendMarks() goes on after a mark from the end of time, by the clock or the newest commit", async () => {
  const root = useTempFolder();
  mkdirSync(join(root, "log"));
  writeFileSync(join(root, "log/forgotten.txt"), bytes(removalLine(end, "x", "-")));
  const place = { root, lock: createLock(), now: new Date(now) };
  await appendMarks(place, [{ text: "tea", mark: "-" }]);
  expect(Buffer.from((await readForgotten(root)) ?? []).toString()).not.toContain("+0");
  expect((await readRemovals(root, new Date(now))).isForgotten("tea")).toBe(true);
  const own = await createOwn("board");
  own.write(
    "log/forgotten.txt",
    bytes(removalLine(new Date().toISOString(), "tea", "-")).toString(),
  );
  own.write("a.md", list("a"));
  own.git("add", "-A");
  own.git("commit", "-qm", "first");
  expect(
    (await readRemovals(own.root, new Date(0))).isForgotten("tea"),
    "a board without a clock",
  ).toBe(true);
});

describe("syncVault() and a mark from elsewhere", () => {
  async function createBoth(mark: string) {
    const remote = createBare();
    const laptop = await createOwn("laptop", remote);
    laptop.write("topics/a.md", list("keep"));
    laptop.git("add", "-A");
    laptop.git("commit", "-qm", "first");
    await laptop.sync();
    const other = await createDevice("other", remote);
    other.write("log/forgotten.txt", `${mark}\n`);
    await other.sync();
    laptop.write("topics/a.md", list("keep", "just said"));
    return laptop;
  }

  test("from the future: takes nothing away", async () => {
    const laptop = await createBoth(removalLine(end, "just said", "-"));
    expect((await laptop.sync()).keptBoth).toEqual([]);
    expect(laptop.files()["topics/a.md"]).toBe(list("keep", "just said"));
  });

  test("that takes a memory away: says so, without its words", async () => {
    const laptop = await createBoth(removalLine(new Date().toISOString(), "just said", "-"));
    expect((await laptop.sync()).keptBoth).toEqual(["Forgotten elsewhere: topics/a.md (1 memory)"]);
    expect(laptop.files()["topics/a.md"]).toBe(list("keep"));
  });
});
