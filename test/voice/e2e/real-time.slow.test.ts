import { expect, test } from "vitest";
import { createSpeaker } from "../../../src/voice/audio/speaker.ts";
import type { Frame, Recorder, RecorderEvent } from "../../../src/voice/audio-ports.ts";
import { framesIn, newsIn, piecesOf, speechOf, tone } from "../audio/sound.ts";
import { useMicrophone } from "../audio/use-microphone.ts";
import { describeWith } from "../programs.ts";
import { pulsePrograms, usePulse } from "../pulse.ts";

const elapsed = () => performance.now();
const halfASecond = () => speechOf(tone(440, 22_050, 11_025), 22_050);

/** What a recorder hears until it is told to stop. */
function listen(recorder: Recorder): { readonly all: RecorderEvent[]; stop(): Promise<void> } {
  const called = new AbortController();
  const all: RecorderEvent[] = [];
  const listening = (async () => {
    for await (const recorded of recorder.record(called.signal)) all.push(recorded);
  })();
  return {
    all,
    stop: () => {
      called.abort();
      return listening;
    },
  };
}

const isLoud = ({ pcm }: Frame) => pcm.some((sample) => Math.abs(sample) > 1_000);

/** How long it was quiet after the last sound; 0 where there was none. */
function quietMs(all: readonly RecorderEvent[]): number {
  const frames = framesIn(all);
  const last = frames.findLastIndex(isLoud);
  return last === -1 ? 0 : (frames.length - 1 - last) * 20;
}

function loudMs(all: readonly RecorderEvent[]): number {
  return framesIn(all).filter(isLoud).length * 20;
}

describeWith(pulsePrograms, "in real time", () => {
  test("createSpeaker() says what was heard of a reply that was interrupted, as an ear hears it", async () => {
    const pulse = await usePulse();
    const { env } = pulse;
    const ear = listen(useMicrophone({ device: pulse.ear, env, limits: { stuckMs: 10_000 } }));
    await expect.poll(() => framesIn(ear.all).length, { timeout: 40_000 }).toBeGreaterThan(0);
    const called = new AbortController();
    const speaker = createSpeaker({ device: pulse.speaker, env, elapsed });
    let calledAt = 0;
    const played = await speaker.play(piecesOf(...Array.from({ length: 8 }, halfASecond)), {
      signal: called.signal,
      onSound: () => {
        setTimeout(() => {
          calledAt = performance.now();
          called.abort();
        }, 1_700);
      },
    });
    const patience = performance.now() - calledAt;
    await expect.poll(() => quietMs(ear.all), { timeout: 40_000 }).toBeGreaterThan(500);
    await ear.stop();
    expect(played).toMatchObject({ heard: 3, isInterrupted: true });
    // A loaded machine is late; the sound itself never goes on.
    expect(patience).toBeLessThan(500);
    expect(Math.abs(loudMs(ear.all) - played.heardMs)).toBeLessThan(250);
  });

  test("createMicrophone() hears a person, loses the device, and hears them again when it is back", async () => {
    const pulse = await usePulse();
    const { env } = pulse;
    const microphone = useMicrophone({
      device: pulse.microphone,
      env,
      limits: { stuckMs: 3_000, pauseMs: [100, 200] },
    });
    const ears = listen(microphone);
    const person = createSpeaker({ device: pulse.voice, env, elapsed });
    const say = () =>
      person.play(piecesOf(halfASecond()), { signal: new AbortController().signal });
    await expect.poll(() => framesIn(ears.all).length, { timeout: 40_000 }).toBeGreaterThan(0);
    await say();
    await expect.poll(() => loudMs(ears.all), { timeout: 40_000 }).toBeGreaterThan(300);
    await pulse.unplug();
    await expect.poll(() => newsIn(ears.all), { timeout: 40_000 }).toContain("gone");
    const before = loudMs(ears.all);
    await pulse.plugIn();
    await expect.poll(() => newsIn(ears.all), { timeout: 40_000 }).toContain("mended");
    await say();
    await expect.poll(() => loudMs(ears.all), { timeout: 40_000 }).toBeGreaterThan(before + 300);
    await ears.stop();
    expect(newsIn(ears.all)).toEqual(["gone", "mended"]);
    const samples = framesIn(ears.all).map(({ sample }) => sample);
    expect(samples.every((sample, i) => i === 0 || sample > (samples[i - 1] ?? 0))).toBe(true);
  });
});
