import { expect, test } from "vitest";
import {
  changeRecent,
  parseRecent,
  type RecentTopic,
} from "../../../src/vault/log/recent-index.ts";
import { fc } from "../../fast-check.ts";

const stringifyRecent = (topics: readonly RecentTopic[]): string =>
  Buffer.from(changeRecent(null, { touched: topics }, 100)).toString();

const touchRecent = (text: string, touched: RecentTopic, max: number): string =>
  Buffer.from(changeRecent(Buffer.from(text), { touched: [touched] }, max)).toString();

const line = "2026-02-12T14:30:00|cooking|rice recipes and oven timing\n";

test("parseRecent() and stringifyRecent() keep a line as it is", () => {
  expect(parseRecent(line)).toEqual([
    { time: "2026-02-12T14:30:00", topic: "cooking", summary: "rice recipes and oven timing" },
  ]);
  expect(stringifyRecent(parseRecent(line))).toBe(line);
});

test("stringifyRecent() lets no summary steer a terminal or fill the file, and cuts no topic", () => {
  const topic = "t".repeat(240);
  const text = stringifyRecent([
    { time: "2026-02-12T14:30:00", topic, summary: `\u001b[31mred|${"x".repeat(5_000)}` },
  ]);
  expect(text).toMatch(/^2026-02-12T14:30:00\|t{240}\|\[31mred\/x{100,200}\n$/);
});

test("parseRecent() passes over what is not of the form", () => {
  expect(parseRecent(`<<<<<<< ours\r\n${line}nonsense|x|y\n\n`)).toHaveLength(1);
});

test("touchRecent() puts the topic on top once, and keeps at most so many lines", () => {
  let text = "";
  for (let i = 0; i < 30; i++) {
    const time = `2026-02-12T14:30:${String(i).padStart(2, "0")}`;
    text = touchRecent(text, { time, topic: `t${i % 25}`, summary: "s" }, 20);
  }
  const topics = parseRecent(text).map(({ topic }) => topic);
  expect(topics).toHaveLength(20);
  expect(topics[0]).toBe("t4");
  expect(new Set(topics).size).toBe(20);
});

test("stringifyRecent() is a text that reads back the same, whatever a summary holds", () => {
  const topic = fc.record({
    time: fc.constantFrom("2026-01-01T00:00:00", "2025-12-31T23:59:59"),
    topic: fc.constantFrom("a", "b", "旅行", "x-y", "a|b", "|", "a\n", " "),
    summary: fc.string(),
  });
  fc.assert(
    fc.property(fc.array(topic, { maxLength: 30 }), (topics) => {
      const text = stringifyRecent(topics);
      expect(stringifyRecent(parseRecent(text))).toBe(text);
    }),
  );
});

test("touchRecent() does not let a topic's name shift the columns", () => {
  const touched = { time: "2026-02-12T14:30:00", topic: "a|b\nc", summary: "s" };
  const text = touchRecent(touchRecent("", touched, 20), touched, 20);
  expect(text).toBe("2026-02-12T14:30:00|a/b c|s\n");
  expect(parseRecent(text)).toEqual([{ ...touched, topic: "a/b c" }]);
});
