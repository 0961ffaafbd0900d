import { expect, test } from "vitest";
import { createSideEvents } from "../../../src/app/voice/side-events.ts";

async function all<T>(events: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const event of events) list.push(event);
  return list;
}

test("join() gives both in the order of their coming, and ends with the stream", async () => {
  const beside = createSideEvents<string>();
  beside.push("before");
  const stream = (async function* () {
    yield "one";
    beside.push("between");
    yield "two";
    beside.push("last");
  })();
  expect(await all(beside.join(stream))).toEqual(["before", "one", "between", "two", "last"]);
});

test("join() does not wait for the stream where something comes beside it", async () => {
  const beside = createSideEvents<string>();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const stream = (async function* () {
    await gate;
    yield "late";
  })();
  const joined = beside.join(stream);
  const first = joined.next();
  beside.push("early");
  expect(await first).toEqual({ done: false, value: "early" });
  open();
  expect(await joined.next()).toEqual({ done: false, value: "late" });
});

test("who stops reading stops the stream, and an error of the stream comes through", async () => {
  let isOver = false;
  const stream = (async function* () {
    try {
      yield "one";
      yield "two";
    } finally {
      isOver = true;
    }
  })();
  for await (const _ of createSideEvents<string>().join(stream)) break;
  expect(isOver).toBe(true);
  const failing = (async function* (): AsyncGenerator<string> {
    yield "one";
    throw new Error("broken");
  })();
  await expect(all(createSideEvents<string>().join(failing))).rejects.toThrow("broken");
});
