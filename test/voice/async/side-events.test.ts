import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSideEvents } from "../../../src/voice/async/side-events.ts";

async function all<T>(events: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const event of events) list.push(event);
  return list;
}

test("join() gives both in the order of their coming, and ends with the stream", async () => {
  const beside = createSideEvents<string>();
  void beside.push("before");
  const stream = (async function* () {
    yield "one";
    void beside.push("between");
    yield "two";
    void beside.push("last");
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
  void beside.push("early");
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

test("push() waits where more than 2 MB are unread, and goes on when they are read or nobody reads", async () => {
  const beside = createSideEvents<string>();
  const { promise: gate, resolve: end } = Promise.withResolvers<void>();
  const stream = (async function* () {
    await gate;
    yield "late";
  })();
  const done: string[] = [];
  const push = (name: string): void =>
    void beside.push(name, 1_200_000).then(() => done.push(name));
  const joined = beside.join(stream);
  push("one");
  push("two");
  push("three");
  await sleep(20);
  expect(done).toEqual(["one"]);
  await joined.next();
  await joined.next(); // The first is read.
  await joined.next();
  await sleep(20);
  expect(done.toSorted()).toEqual(["one", "three", "two"]);
  push("four");
  push("five");
  await sleep(20);
  expect(done).toHaveLength(3);
  const left = joined.return(undefined);
  await sleep(20);
  expect(done).toHaveLength(5);
  end();
  await left;
});
