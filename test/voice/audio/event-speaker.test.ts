import { expect, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import type { Speech } from "../../../src/models/synthesize.ts";
import { type AudioEvent, createEventSpeaker } from "../../../src/voice/audio/event-speaker.ts";
import { readWav } from "../../../src/voice/audio/read-wav.ts";

/** A piece of so many samples, cut where no sample ends. */
function pieceOf(samples: number, rate = 8_000, chunk = 333): Speech {
  const bytes = Buffer.alloc(samples * 2);
  for (let i = 0; i < samples; i++) bytes.writeInt16LE((i % 2_000) - 1_000, i * 2);
  return {
    rate,
    pcm: (async function* () {
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
    })(),
  };
}

async function* of<T>(...items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function play(pieces: AsyncIterable<Speech>, signal = new AbortController().signal) {
  const sent: AudioEvent[] = [];
  let sounds = 0;
  const send = (event: AudioEvent): void => void sent.push(event);
  const played = await createEventSpeaker(send).play(pieces, {
    signal,
    onSound: () => sounds++,
  });
  return { sent, played, sounds, wavs: sent.map(({ wav }) => readWav(Buffer.from(wav, "base64"))) };
}

test("createEventSpeaker() sends each piece as a WAV file of its own, and counts it as heard", async () => {
  const { played, wavs, sounds } = await play(of(pieceOf(8_000), pieceOf(4_000, 16_000)));
  expect(wavs.map(({ rate, pcm }) => [rate, pcm.length])).toEqual([
    [8_000, 8_000],
    [16_000, 4_000],
  ]);
  expect(wavs[0]?.pcm.slice(998, 1_003)).toEqual(Int16Array.from([-2, -1, 0, 1, 2]));
  expect(played).toEqual({ heard: 2, heardMs: 1_250, isInterrupted: false });
  expect(sounds).toBe(1);
});

test("pieces that break off are a problem, never an exception", async () => {
  const failure = new LociError("MODEL_FAILED", "Cannot speak: the server is gone");
  const pieces = (async function* () {
    yield pieceOf(8_000);
    throw failure;
  })();
  const { played, sent } = await play(pieces);
  expect(sent).toHaveLength(1);
  expect(played).toEqual({ heard: 1, heardMs: 1_000, isInterrupted: false, problem: failure });
});
