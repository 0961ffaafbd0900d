import { expect, test } from "vitest";
import { listDevices, parseDevices } from "../../../src/voice/audio/list-devices.ts";
import { measureLevel } from "../../../src/voice/audio/measure-level.ts";
import { useAlsa } from "../alsa.ts";
import { describeWith } from "../programs.ts";
import { tone } from "./sound.ts";
import { useMicrophone } from "./use-devices.ts";

test("parseDevices() names cards as they are called, once, and leaves out ALSA's own parts", () => {
  const text = `null
    Discard all samples (playback) or generate zero samples (capture)
lavrate
    Rate Converter Plugin Using Libav/FFmpeg Library
default
kitchen
    The speaker
    over the sink
hw:CARD=Device,DEV=0
    USB PnP Sound Device, USB Audio
    Direct hardware device without any conversions
plughw:CARD=Device,DEV=0
    USB PnP Sound Device, USB Audio
    Hardware device with all software conversions
sysdefault:CARD=Device
    USB PnP Sound Device, USB Audio
`;
  expect(parseDevices(text)).toEqual([
    { name: "default", description: "" },
    { name: "kitchen", description: "The speaker, over the sink" },
    { name: "plughw:CARD=Device,DEV=0", description: "USB PnP Sound Device, USB Audio" },
  ]);
  expect(parseDevices("arecord: device_list:274: no soundcards found...")).toEqual([]);
});

describeWith(["arecord", "aplay"], "listDevices()", () => {
  test("listDevices() finds devices that a person named", async () => {
    useAlsa();
    const { microphones, speakers } = await listDevices();
    expect(microphones.map(({ name }) => name)).toContain("loci_microphone");
    expect(speakers.map(({ name }) => name)).toContain("loci_speaker");
    expect(speakers.map(({ name }) => name)).not.toContain("null");
  });
});

describeWith(["arecord"], "measureLevel()", () => {
  test("measureLevel() listens for so long, and ends the program", async () => {
    const alsa = useAlsa({ microphone: tone(440, 16_000, 16_000, 16_384) });
    const recorder = useMicrophone({ device: alsa.microphone });
    const level = await measureLevel(recorder, 500, new AbortController().signal);
    expect(level).toBeCloseTo(-6, 1);
  });
});
