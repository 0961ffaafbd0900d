import { describe, expect, test } from "vitest";
import { createCaptureBuffer } from "../../../src/voice/audio/capture-buffer.ts";
import { createFrameCutter } from "../../../src/voice/audio/frame-cutter.ts";
import type { RecorderEvent } from "../../../src/voice/audio-ports.ts";
import { fc } from "../../fast-check.ts";

const frame = (sample: number): RecorderEvent => ({
  type: "frame",
  frame: { pcm: new Int16Array(0), sample },
});

async function readAll(queue: ReturnType<typeof createCaptureBuffer>): Promise<RecorderEvent[]> {
  const all: RecorderEvent[] = [];
  const called = new AbortController();
  setTimeout(() => called.abort(), 20);
  for await (const recorded of queue.read(called.signal)) all.push(recorded);
  return all;
}

describe("createCaptureBuffer()", () => {
  test("createCaptureBuffer() drops the oldest sound, and no news, when nobody reads", async () => {
    const queue = createCaptureBuffer(3);
    queue.push(frame(0));
    queue.push({ type: "mended" });
    for (const sample of [1, 2, 3, 4]) queue.push(frame(sample));
    expect(await readAll(queue)).toEqual([{ type: "mended" }, frame(2), frame(3), frame(4)]);
  });

  test("createCaptureBuffer() keeps no more than 100 news", async () => {
    const queue = createCaptureBuffer(3);
    queue.push(frame(0));
    for (let i = 0; i < 1_000; i++) queue.push({ type: i % 2 === 0 ? "pause" : "mended" });
    const all = await readAll(queue);
    expect(all).toHaveLength(101);
    expect(all.at(-1)).toEqual({ type: "mended" });
  });

  test("createCaptureBuffer() calls once when there is room again", async () => {
    const queue = createCaptureBuffer(10);
    for (const sample of [1, 2, 3, 4]) queue.push(frame(sample));
    const calls: number[] = [];
    queue.whenBelow(2, () => calls.push(queue.waiting()));
    expect(calls).toEqual([]);
    await readAll(queue);
    expect(calls).toEqual([2]);
    queue.whenBelow(2, () => calls.push(-1));
    expect(calls).toEqual([2, -1]);
  });

  test("createCaptureBuffer() gives what comes while somebody waits for it", async () => {
    const queue = createCaptureBuffer(10);
    setTimeout(() => queue.push(frame(7)), 5);
    expect(await readAll(queue)).toEqual([frame(7)]);
  });
});

describe("createFrameCutter()", () => {
  test("createFrameCutter() makes the same frames of the same bytes, however they come in chunks", () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 50 }));
    fc.assert(
      fc.property(chunks, (parts) => {
        const cut = createFrameCutter(4);
        const frames = parts.flatMap((part) => cut(part));
        const all = Buffer.concat(parts);
        const whole = all.subarray(0, all.length - (all.length % 8));
        expect(Buffer.concat(frames.map((pcm) => new Uint8Array(pcm.buffer)))).toEqual(whole);
        expect(frames.every((pcm) => pcm.length === 4)).toBe(true);
      }),
    );
  });
});
