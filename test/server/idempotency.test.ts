import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { owner } from "../../src/server/caller.ts";
import { createIdempotency } from "../../src/server/idempotency.ts";
import type { Reply } from "../../src/server/reply.ts";
import { fakeLoci, serve } from "./serve.ts";

const day = 24 * 60 * 60_000;

async function useKeys() {
  const loci = fakeLoci();
  const clock = { now: Date.now() };
  const served = await serve(loci, 0, undefined, undefined, () => clock.now);
  const post = async (key: string, body: object, path = "/api/facts") => {
    const answer = await served.ask(path, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: Object(await answer.json()) };
  };
  return { loci, clock, post };
}

const tea = { text: "Likes tea" };

test("what is asked again under its key is answered as before, and done once, also at the same time", async () => {
  const { loci, post } = await useKeys();
  const { remember } = loci.memory;
  Object.assign(loci.memory, {
    remember: async (...asked: Parameters<typeof remember>) => {
      await sleep(20);
      return remember(...asked);
    },
  });
  const answers = await Promise.all(["a", "a", "a"].map((key) => post(key, tea)));
  loci.status = "known";
  answers.push(await post("a", tea));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]?.status).toBe(201);
  expect(loci.saved).toHaveLength(1);
  expect((await post("b", tea)).status).toBe(200);
  expect(loci.saved).toHaveLength(2);
});

test("another body under the same key is refused; another address has keys of its own", async () => {
  const { loci, post } = await useKeys();
  await post("a", tea);
  const other = await post("a", { text: "Likes coffee" });
  expect([other.status, other.body.error.code]).toEqual([422, "KEY_REUSED"]);
  expect(loci.saved).toHaveLength(1);
  expect((await post("a", {}, "/api/sessions")).status).toBe(201);
});

test.each([
  [{ type: "json", status: 200, body: { text: "x".repeat(60_000) } }, true],
  [{ type: "json", status: 200, body: { text: "x".repeat(70_000) } }, false],
  [{ type: "events", events: () => (async function* () {})() }, false],
] satisfies [Reply, boolean][])(
  "once() keeps an answer that is short enough, and no stream (%#)",
  async (answer, isKept) => {
    const repeats = createIdempotency(() => 0);
    const request = Object.assign(new IncomingMessage(new Socket()), { method: "POST" });
    request.headersDistinct = { "idempotency-key": ["a"] };
    let count = 0;
    const ask = () =>
      repeats.once(request, { caller: owner, path: "/api/facts", body: tea }, async () => {
        count++;
        return answer;
      });
    expect(await ask()).toBe(answer);
    if (isKept) expect(await ask()).toEqual(answer);
    else await expect(ask()).rejects.toThrow("a stream or too long to be kept");
    expect(count).toBe(1);
  },
);

test("what failed may be tried again under its key", async () => {
  const { loci, post } = await useKeys();
  loci.failure = new Error("disk");
  expect((await post("a", tea)).status).toBe(500);
  loci.failure = undefined;
  expect((await post("a", tea)).status).toBe(201);
});

test("a key is kept for a day, and of a thousand others", async () => {
  const { loci, clock, post } = await useKeys();
  await post("a", tea);
  clock.now += day - 1;
  await post("a", tea);
  expect(loci.saved).toHaveLength(1);
  clock.now += 1;
  await post("a", tea);
  expect(loci.saved).toHaveLength(2);
  for (let i = 0; i < 1000; i++) await post(`n${i}`, tea);
  await post("a", tea);
  expect(loci.saved).toHaveLength(1003);
});

test.each(["", "two words", "x".repeat(256), "café"])("the key %j cannot be", async (key) => {
  const { loci, post } = await useKeys();
  const answer = await post(key, tea);
  expect([answer.status, answer.body.error.message]).toEqual([
    400,
    expect.stringMatching(/^Cannot use the Idempotency-Key/),
  ]);
  expect(loci.saved).toEqual([]);
});
