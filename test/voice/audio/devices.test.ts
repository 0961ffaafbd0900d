import { describe, expect, test } from "vitest";
import { createEarcon, type EarconName } from "../../../src/voice/audio/earcons.ts";
import { listDevices, parseHardware, parseNamed } from "../../../src/voice/audio/list-devices.ts";
import { measureLevel } from "../../../src/voice/audio/measure-level.ts";
import { useAlsa } from "../alsa.ts";
import { describeWith } from "../programs.ts";
import { useProgram } from "./fake-program.ts";
import { tone } from "./sound.ts";
import { useMicrophone } from "./use-microphone.ts";

describe("parseHardware()", () => {
  test("parseHardware() names cards as they are called, not as they are counted", () => {
    const text = `**** List of CAPTURE Hardware Devices ****
card 1: Device [USB PnP Sound Device], device 0: USB Audio [USB Audio]
  Subdevices: 1/1
  Subdevice #0: subdevice #0
card 2: C920 [HD Pro Webcam C920 [rev, 2]], device 1: USB Audio #1 [USB Audio #1]
  Subdevices: 0/1
card 3: SP [Jabra], device 0: Jabra [Jabra]
`;
    expect(parseHardware(text)).toEqual([
      { name: "plughw:CARD=Device,DEV=0", description: "USB PnP Sound Device, USB Audio" },
      { name: "plughw:CARD=C920,DEV=1", description: "HD Pro Webcam C920 [rev, 2], USB Audio #1" },
      { name: "plughw:CARD=SP,DEV=0", description: "Jabra" },
    ]);
  });
});

describe("parseNamed()", () => {
  test("parseNamed() leaves out views of a card and ALSA's own parts", () => {
    const text = `null
    Discard all samples (playback) or generate zero samples (capture)
lavrate
    Rate Converter Plugin Using Libav/FFmpeg Library
default
pulse
    PulseAudio Sound Server
kitchen
    The speaker
    over the sink
sysdefault:CARD=Device
    USB PnP Sound Device, USB Audio
    Default Audio Device
`;
    expect(parseNamed(text)).toEqual([
      { name: "default", description: "" },
      { name: "pulse", description: "PulseAudio Sound Server" },
      { name: "kitchen", description: "The speaker, over the sink" },
    ]);
  });
});

describeWith(["arecord", "aplay"], "listDevices()", () => {
  test("listDevices() finds devices that a person named", async () => {
    const { env } = useAlsa();
    const { microphones, speakers } = await listDevices(env);
    expect(microphones.map(({ name }) => name)).toContain("loci_microphone");
    expect(speakers.map(({ name }) => name)).toContain("loci_speaker");
    expect(speakers.map(({ name }) => name)).not.toContain("null");
  });
});

describe("listDevices()", () => {
  test("listDevices() asks for both kinds", async () => {
    const line = (card: string) =>
      `[ "$1" = -l ] && echo 'card 0: ${card} [A Card], device 3: X [Y]'\nexit 0`;
    const programs = [useProgram(line("In")).path, useProgram(line("Out")).path] as const;
    expect(await listDevices(undefined, programs)).toEqual({
      microphones: [{ name: "plughw:CARD=In,DEV=3", description: "A Card, Y" }],
      speakers: [{ name: "plughw:CARD=Out,DEV=3", description: "A Card, Y" }],
    });
  });

  test("listDevices() says what to install", async () => {
    await expect(listDevices({ PATH: "/nowhere" })).rejects.toThrow(
      "Cannot list the sound devices: arecord is not installed; install it (sudo apt install alsa-utils)",
    );
  });
});

describeWith(["arecord"], "measureLevel()", () => {
  test("measureLevel() listens for so long, and ends the program", async () => {
    const alsa = useAlsa({ microphone: tone(440, 16_000, 16_000, 16_384) });
    const recorder = useMicrophone({ device: alsa.microphone, env: alsa.env });
    const level = await measureLevel(recorder, 500, new AbortController().signal);
    expect(level.peakDb).toBeCloseTo(-6, 1);
    expect(level.rmsDb).toBeCloseTo(-9, 1);
  });
});

describe("createEarcon()", () => {
  test.each(["listening", "thinking", "trouble", "done"] satisfies EarconName[])(
    "createEarcon() makes %s short, soft, and without clicks",
    async (name) => {
      const { rate, pcm } = createEarcon(name);
      const chunks: Uint8Array[] = [];
      for await (const chunk of pcm) chunks.push(chunk);
      const bytes = Uint8Array.from(Buffer.concat(chunks));
      const samples = new Int16Array(bytes.buffer);
      expect(samples.length / rate).toBeLessThanOrEqual(0.15);
      expect(Math.max(...samples)).toBeLessThan(6_000);
      expect(Math.abs(samples[0] ?? 1)).toBeLessThan(50);
      expect(Math.abs(samples.at(-1) ?? 99)).toBeLessThan(50);
    },
  );
});
