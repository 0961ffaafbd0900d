import { expect, test } from "vitest";
import { keepingTopics, readTopic } from "../../../src/vault/topic/read-topic.ts";

const text = "# Tea\n\n- Green\n";

test("keepingTopics() keeps what was read of a text until all work is done, also where it fails", async () => {
  expect(readTopic(text)).not.toBe(readTopic(text));
  let first: unknown;
  const failing = keepingTopics(async () => {
    first = readTopic(text);
    expect(readTopic(text)).toBe(first);
    await keepingTopics(async () => expect(readTopic(text)).toBe(first));
    expect(readTopic(text)).toBe(first);
    throw new RangeError("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(readTopic(text)).not.toBe(first);
  expect(readTopic(text)).toEqual(first);
});

test("keepingTopics() keeps no more than some megabytes", async () => {
  await keepingTopics(async () => {
    const first = readTopic(text);
    for (let i = 0; i < 3; i++) readTopic(`${"- line ".repeat(90_000)}${i}\n`);
    expect(readTopic(text)).not.toBe(first);
  });
});
