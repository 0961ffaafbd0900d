import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { wavOf } from "../../../src/models/sound/wav.ts";
import { createEarcon } from "../../../src/voice/audio/earcons.ts";
import { createFileSpeaker } from "../../../src/voice/audio/file-speaker.ts";
import { readWav } from "../../../src/voice/audio/read-wav.ts";
import { createRecordings } from "../../../src/voice/audio/recordings.ts";
import { frameSamples } from "../../../src/voice/audio-ports.ts";
import { useTempFolder } from "../../temp.ts";
import {
  framesIn,
  newsIn,
  noise,
  piecesOf,
  recordUntil,
  samplesIn,
  sentencesIn,
  speechOf,
  tone,
} from "./sound.ts";

const never = () => new AbortController().signal;

function useWav(pcm: Int16Array, rate: number): string {
  const path = join(useTempFolder(), "sound.wav");
  writeFileSync(path, wavOf(pcm, rate));
  return path;
}

describe("createRecordings()", () => {
  test("createRecordings() gives each file with silence behind it, then a pause, on one sample clock", async () => {
    const [first, second] = [noise(frameSamples * 3 + 7), noise(frameSamples)];
    const files = [useWav(first, 16_000), useWav(second, 16_000)];
    const all = await recordUntil(createRecordings(files, { padMs: 100 }), () => false);
    expect(newsIn(all)).toEqual(["pause", "pause"]);
    const pcm = samplesIn(framesIn(all));
    const secondAt = frameSamples * 9;
    expect(pcm.subarray(0, first.length)).toEqual(first);
    expect(pcm.subarray(first.length, secondAt).every((sample) => sample === 0)).toBe(true);
    expect(pcm.subarray(secondAt, secondAt + second.length)).toEqual(second);
    expect(pcm.length).toBe(frameSamples * (9 + 6));
    expect(framesIn(all).map(({ sample }) => sample)).toEqual(
      Array.from({ length: 15 }, (_, i) => i * frameSamples),
    );
    expect(all.findIndex(({ type }) => type === "pause")).toBe(9);
  });

  test("createRecordings() brings any rate to 16 kHz", async () => {
    const file = useWav(tone(440, 44_100, 44_100), 44_100);
    const all = await recordUntil(createRecordings([file], { padMs: 0 }), () => false);
    const pcm = samplesIn(framesIn(all));
    expect(pcm.length).toBe(16_000);
    const expected = tone(440, 16_000, 16_000);
    for (let i = 200; i < 15_800; i++) {
      expect(Math.abs((pcm[i] ?? 0) - (expected[i] ?? 0))).toBeLessThan(40);
    }
  });

  test("createRecordings() tells of files that it cannot read, and goes on with the next", async () => {
    const folder = useTempFolder();
    writeFileSync(join(folder, "text.wav"), "no sound");
    const files = [join(folder, "none.wav"), join(folder, "text.wav"), useWav(noise(100), 16_000)];
    const all = await recordUntil(createRecordings(files, { padMs: 0 }), () => false);
    expect(newsIn(all)).toEqual(["gone", "gone", "pause"]);
    expect(sentencesIn(all)[0]).toContain(`Cannot read the recording "${folder}/none.wav": ENOENT`);
    expect(sentencesIn(all)[1]).toBe(
      `Cannot read the recording "${folder}/text.wav": it is not a WAV file`,
    );
    expect(framesIn(all)).toHaveLength(1);
  });

  test("createRecordings() waits for its reader, and lets others work where that never waits", async () => {
    const file = useWav(noise(16_000 * 60), 16_000);
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    const called = new AbortController();
    const heard: number[] = [];
    for await (const recorded of createRecordings([file], { padMs: 0 }).record(called.signal)) {
      if (recorded.type === "frame") heard.push(recorded.frame.sample);
      if (heard.length === 2_000) called.abort();
    }
    clearInterval(timer);
    expect(heard).toHaveLength(2_000);
    expect(ticks).toBeGreaterThan(0);
  });
});

describe("createFileSpeaker()", () => {
  test("createFileSpeaker() writes all plays into one WAV file of the first rate", async () => {
    const path = join(useTempFolder(), "out.wav");
    writeFileSync(path, "what was there before is replaced, however long it is".repeat(20));
    const speaker = createFileSpeaker(path);
    const [first, second] = [noise(2_205), noise(100)];
    let sounds = 0;
    const onSound = () => sounds++;
    const played = await speaker.play(
      piecesOf(speechOf(first, 22_050, 777), speechOf(second, 22_050)),
      {
        signal: never(),
        onSound,
      },
    );
    expect(played).toMatchObject({ heard: 2, isInterrupted: false });
    expect(played.heardMs).toBeCloseTo(2_305 / 22.05, 6);
    await speaker.play(piecesOf(speechOf(tone(440, 16_000, 1_600), 16_000), createEarcon("done")), {
      signal: never(),
      onSound,
    });
    expect(sounds).toBe(2);
    const { rate, pcm } = readWav(readFileSync(path));
    expect(rate).toBe(22_050);
    expect(pcm.subarray(0, 2_205)).toEqual(first);
    expect(pcm.subarray(2_205, 2_305)).toEqual(second);
    expect(pcm.length).toBe(2_305 + 2_205 + Math.round(0.06 * 22_050) + Math.round(0.08 * 22_050));
  });

  test("createFileSpeaker() writes what came of a piece that broke off, and gives the reason", async () => {
    const path = join(useTempFolder(), "out.wav");
    async function* half() {
      yield new Uint8Array(201);
      throw new Error("gone");
    }
    const played = await createFileSpeaker(path).play(piecesOf({ rate: 8_000, pcm: half() }), {
      signal: never(),
    });
    expect(played).toMatchObject({ heard: 0, heardMs: 12.5 });
    expect(played.problem?.message).toBe("Cannot play a reply: gone");
    expect(readWav(readFileSync(path)).pcm.length).toBe(100);
  });

  test("createFileSpeaker() says that it cannot write", async () => {
    const path = join(useTempFolder(), "none", "out.wav");
    const played = await createFileSpeaker(path).play(piecesOf(speechOf(noise(10), 8_000)), {
      signal: never(),
    });
    expect(played.heard).toBe(0);
    expect(played.problem?.code).toBe("AUDIO_FAILED");
    expect(played.problem?.message).toContain(`Cannot write what is said to "${path}": ENOENT`);
  });

  test("createFileSpeaker() stops when it is called off", async () => {
    const path = join(useTempFolder(), "out.wav");
    const called = new AbortController();
    setTimeout(() => called.abort(), 100);
    const played = await createFileSpeaker(path).play(
      piecesOf(speechOf(noise(10), 8_000), 60_000, speechOf(noise(10), 8_000)),
      { signal: called.signal },
    );
    expect(played).toEqual({ heard: 1, heardMs: 1.25, isInterrupted: true });
  });
});
