import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { frameSamples, type RecorderEvent } from "../../../src/voice/audio-ports.ts";
import { useTempFolder, writeFiles } from "../../temp.ts";
import { useAlsa } from "../alsa.ts";
import { describeWith } from "../programs.ts";
import { useProgram } from "./fake-program.ts";
import { bytesOf, framesIn, newsIn, noise, recordUntil, samplesIn, sentencesIn } from "./sound.ts";
import { frames, useMicrophone } from "./use-devices.ts";

describeWith(["arecord"], "createMicrophone() through ALSA", () => {
  test("createMicrophone() gives every sample that the device gives, in frames, in order", async () => {
    const sound = noise(frameSamples * 3_000);
    const alsa = useAlsa({ microphone: sound });
    const all = await recordUntil(useMicrophone({ device: alsa.microphone }), frames(3_010));
    const heard = samplesIn(framesIn(all));
    expect(Buffer.from(bytesOf(heard.subarray(0, sound.length)))).toEqual(
      Buffer.from(bytesOf(sound)),
    );
    expect(heard.subarray(sound.length).every((sample) => sample === 0)).toBe(true);
    expect(framesIn(all).map(({ sample }) => sample)).toEqual(
      Array.from({ length: framesIn(all).length }, (_, i) => i * frameSamples),
    );
    expect(newsIn(all)).toEqual([]);
  });

  test("createMicrophone() holds a device that has no end, and loses nothing of it for a slow reader", async () => {
    const sound = noise(frameSamples * 2_000);
    const alsa = useAlsa({ microphone: sound });
    const mic = useMicrophone({ device: alsa.microphone });
    const before = process.memoryUsage().rss;
    const heard: RecorderEvent[] = [];
    for await (const recorded of mic.record(AbortSignal.timeout(30_000))) {
      heard.push(recorded);
      if (heard.length % 700 === 1) await delay(600);
      if (heard.length >= 2_000) break;
    }
    const grown = process.memoryUsage().rss - before;
    expect(grown / 1e6).toBeLessThan(120);
    expect(Buffer.from(bytesOf(samplesIn(framesIn(heard))))).toEqual(Buffer.from(bytesOf(sound)));
  });

  test("createMicrophone() tells of a device that is not there, and hears it once it is", async () => {
    useAlsa();
    const folder = useTempFolder();
    writeFiles(folder, { "alsa.conf": "</usr/share/alsa/alsa.conf>\n" });
    vi.stubEnv("ALSA_CONFIG_PATH", `${folder}/alsa.conf`);
    const mic = useMicrophone({ device: "loci_microphone" });
    const all: RecorderEvent[] = [];
    for await (const recorded of mic.record(AbortSignal.timeout(30_000))) {
      all.push(recorded);
      if (recorded.type === "trouble") {
        await delay(200);
        writeFiles(folder, {
          "alsa.conf": "</usr/share/alsa/alsa.conf>\npcm.loci_microphone { type null }\n",
        });
      }
      if (recorded.type === "frame") break;
    }
    expect(newsIn(all)).toEqual(["ended", "mended"]);
    expect(sentencesIn(all)).toEqual([
      expect.stringMatching(
        /^Cannot listen to the microphone "loci_microphone": arecord ended \(.*No such file or directory\); see that it is plugged in/,
      ),
    ]);
  });
});

describe("createMicrophone()", () => {
  test("createMicrophone() starts a program that ends again, after ever longer pauses, and leaves a gap in the samples", async () => {
    const program = useProgram("arecord", 'date +%s%N >> "$NOTES"; head -c 1280 /dev/zero; exit 1');
    const mic = useMicrophone();
    const all = await recordUntil(mic, (recorded) => framesIn(recorded).length >= 10);
    const times = program.notes().map((line) => Number(line) / 1e6);
    const pauses = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    [20, 40, 80, 100].forEach((least, i) => {
      expect(pauses[i]).toBeGreaterThanOrEqual(least);
    });
    expect(newsIn(all)).toEqual(Array.from({ length: 4 }, () => ["ended", "mended"]).flat());
    const samples = framesIn(all).map(({ sample }) => sample);
    expect(samples[1]).toBe(frameSamples);
    expect((samples[2] ?? 0) - (samples[1] ?? 0)).toBeGreaterThan(frameSamples);
  });

  test("createMicrophone() kills a program that gives no sound, even if it ignores SIGTERM, and starts it again", async () => {
    const program = useProgram(
      "arecord",
      `[ "$RUN" -gt 1 ] && exec cat /dev/zero\ntrap '' TERM\nwhile true; do sleep 0.05; done`,
    );
    const all = await recordUntil(useMicrophone({ stuckMs: 400 }), frames(1));
    expect(newsIn(all)).toEqual(["stuck", "mended"]);
    expect(sentencesIn(all)).toEqual([
      'Cannot listen to the microphone "plughw:CARD=Speaker,DEV=0": no sound has come from it for 0.4 s; unplug it and plug it in again if that goes on',
    ]);
    expect(program.started()).toHaveLength(2);
    expect(program.running()).toEqual([]);
  });

  test("createMicrophone() ends quietly where it is read on after it was called off", async () => {
    useProgram("arecord", "while true; do head -c 640 /dev/urandom; sleep 1; done");
    const over = new AbortController();
    let count = 0;
    for await (const _ of useMicrophone().record(over.signal)) {
      if (++count === 2) over.abort();
    }
    await delay(500); // A read that fails unseen would end the process here.
    expect(count).toBe(2);
  });

  test("createMicrophone() does not take this process being held up for a microphone that hangs", async () => {
    useProgram("arecord", "while true; do head -c 640 /dev/urandom; sleep 0.02; done");
    const all: RecorderEvent[] = [];
    for await (const recorded of useMicrophone().record(AbortSignal.timeout(30_000))) {
      all.push(recorded);
      if (all.length === 5) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
      if (all.length >= 60) break;
    }
    expect(newsIn(all)).toEqual([]);
  });
});
