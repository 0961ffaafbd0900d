import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { bufferSpeech } from "../../../src/voice/cascade/output/buffered-speech.ts";

const rate = 16_000;

/** Keeps what a source makes, which moves the clock itself. */
function keep(source: (clock: { ms: number }) => AsyncIterable<Uint8Array>) {
  const clock = { ms: 0 };
  const whys: unknown[] = [];
  const stop = new AbortController();
  const made = bufferSpeech(
    { rate, pcm: source(clock) },
    { signal: stop.signal, elapsed: () => clock.ms, onBroken: (why) => whys.push(why) },
  );
  return { made, whys, stop };
}

async function read(pcm: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const blocks: Uint8Array[] = [];
  for await (const block of pcm) blocks.push(block);
  return blocks;
}

test("bufferSpeech() joins one-byte pieces into blocks, and changes no byte", async () => {
  const bytes = Uint8Array.from({ length: 40_001 }, (_, i) => i % 251);
  const { made, whys } = keep(async function* () {
    for (let at = 0; at < bytes.length; at++) yield bytes.subarray(at, at + 1);
  });
  while (!made.isComplete) await setImmediate();
  const blocks = await read(made.pcm);
  expect(blocks.map(({ length }) => length)).toEqual([8_192, 8_192, 8_192, 8_192, 7_233]);
  expect(Buffer.concat(blocks).equals(bytes)).toBe(true);
  expect(whys).toEqual([]);
  expect(made.bufferedMs()).toBeCloseTo(40_001 / 32);
});

test("bufferSpeech() reads two megabytes ahead, and on once some was taken", async () => {
  let sent = 0;
  const { made, whys } = keep(async function* () {
    for (; sent < 3_500_000; sent += 50_000) yield new Uint8Array(50_000);
  });
  for (let i = 0; i < 50; i++) await setImmediate();
  expect(sent).toBeLessThanOrEqual(2_150_000);
  const blocks = await read(made.pcm);
  expect(blocks.reduce((sum, { length }) => sum + length, 0)).toBe(3_500_000);
  expect([made.isComplete, whys]).toEqual([true, []]);
});

test("bufferSpeech() waits for no reader once it is called off", async () => {
  let isOver = false;
  const { made, stop } = keep(async function* () {
    try {
      for (;;) yield new Uint8Array(50_000);
    } finally {
      isOver = true;
    }
  });
  for (let i = 0; i < 50; i++) await setImmediate();
  expect(isOver).toBe(false);
  stop.abort();
  for (let i = 0; i < 10; i++) await setImmediate();
  expect([isOver, made.isComplete]).toEqual([true, false]);
});

test("bufferSpeech() breaks off what trickles, and not what is merely slow or waits for room", async () => {
  const trickling = keep(async function* (clock) {
    for (;;) {
      yield new Uint8Array(2);
      clock.ms += 4_000;
    }
  });
  await read(trickling.made.pcm);
  expect(trickling.whys).toEqual([new Error("the speech comes too slowly")]);
  expect([trickling.made.isBroken, trickling.made.bufferedMs()]).toEqual([true, 0.25]);
  const slow = keep(async function* (clock) {
    for (let at = 0; at < 40; at++) {
      clock.ms += 1_000;
      yield new Uint8Array(0.6 * 32_000);
      await setImmediate(); // The reader has taken it.
    }
  });
  await read(slow.made.pcm);
  expect([slow.made.isComplete, slow.whys]).toEqual([true, []]);
});
