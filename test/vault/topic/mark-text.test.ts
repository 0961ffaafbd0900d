import { expect, test } from "vitest";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { parseTopic } from "../../../src/vault/topic/parse-topic.ts";
import { forViewer } from "../../../src/vault/topic/viewer.ts";

const path = toTopicPath("topics/safe.md");

test.each(["utf16le", "utf8"] as const)("a mark counts in a file that is %s", (encoding) => {
  const text = "- The lamp\n- The code is 4711 [sensitivity:: secret]\n- A ring [person:: ben]\n";
  const topic = parseTopic(path, Buffer.from(text, encoding));
  expect([topic.secrets.lines.has(2), topic.owners.get(3)]).toEqual([true, "ben"]);
  expect(forViewer({}, { topic, text }).text).not.toContain("ring");
});

test("a mark counts however far apart its words stand", () => {
  const text = `- The code is 4711 [sensitivity::${" ".repeat(80)}secret]\n`;
  expect(parseTopic(path, Buffer.from(text)).secrets.lines.has(1)).toBe(true);
});
