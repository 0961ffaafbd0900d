import { expect, test } from "vitest";
import { createEarcon } from "../../../src/voice/audio/earcons.ts";
import { useAlsa } from "../alsa.ts";
import { describeWith } from "../programs.ts";
import { usePath } from "./fake-program.ts";
import { noise, piecesOf, speechOf } from "./sound.ts";
import { never, useSpeaker } from "./use-devices.ts";

/** Whether `part` stands in `whole` at `at`, and zeros until the next period ends. */
function standsIn(whole: Int16Array, part: Int16Array, at: number): boolean {
  return part.every((sample, i) => whole[at + i] === sample);
}

describeWith(["aplay"], "createSpeaker() through ALSA", () => {
  test("createSpeaker() plays every sample of all pieces, in one go", async () => {
    const alsa = useAlsa();
    const [first, second] = [noise(30_001), noise(9_999)];
    const speaker = useSpeaker({ device: alsa.speaker });
    let sounds = 0;
    const played = await speaker.play(
      piecesOf(speechOf(first, 22_050, 333), 50, speechOf(second, 22_050)),
      { signal: never(), onSound: () => sounds++ },
    );
    expect(played.heardMs).toBeCloseTo(40_000 / 22.05, 3);
    expect(played).toMatchObject({ heard: 2, isInterrupted: false });
    expect(played.problem).toBeUndefined();
    expect(sounds).toBe(1);
    const spoken = alsa.spoken();
    expect(standsIn(spoken, first, 0)).toBe(true);
    expect(standsIn(spoken, second, 30_001)).toBe(true);
    expect(spoken.subarray(40_000).every((sample) => sample === 0)).toBe(true);
    expect(spoken.length - 40_000).toBeLessThan(441);
  });

  test("createSpeaker() plays pieces of other rates one after another", async () => {
    const alsa = useAlsa({ spokenRate: 16_000 });
    const speaker = useSpeaker({ device: alsa.speaker });
    const played = await speaker.play(
      piecesOf(
        speechOf(noise(22_050), 22_050),
        createEarcon("done"),
        speechOf(noise(8_000), 16_000),
        speechOf(noise(24_000), 24_000),
      ),
      { signal: never() },
    );
    expect(played.problem).toBeUndefined();
    expect(played.heard).toBe(4);
    expect(played.heardMs).toBeCloseTo(1_000 + 140 + 500 + 1_000, 0);
    const ms = alsa.spoken().length / 16;
    expect(ms).toBeGreaterThan(2_600);
    expect(ms).toBeLessThan(2_900);
  });

  test("createSpeaker() says what is wrong with a device that is not there", async () => {
    useAlsa();
    const speaker = useSpeaker({ device: "plughw:CARD=Nowhere,DEV=0" });
    const played = await speaker.play(piecesOf(speechOf(noise(16_000), 16_000), 60_000), {
      signal: never(),
    });
    expect(played).toMatchObject({ heard: 0, heardMs: 0, isInterrupted: false });
    expect(played.problem?.code).toBe("AUDIO_FAILED");
    expect(played.problem?.message.replace(/main:\d+/, "main")).toBe(
      'Cannot play through the speaker "plughw:CARD=Nowhere,DEV=0": aplay ended (aplay: main: audio open error: No such device); see that it is plugged in and that `loci doctor --audio` lists it, that this user is in the group audio, and that no other program uses it',
    );
  });
});

test("createSpeaker() says what to install when the program is missing", async () => {
  usePath("/nowhere");
  const played = await useSpeaker().play(piecesOf(speechOf(noise(100), 16_000)), {
    signal: never(),
  });
  expect(played.problem?.message).toBe(
    'Cannot play through the speaker "plughw:CARD=Speaker,DEV=0": aplay is not installed; install it (sudo apt install alsa-utils)',
  );
});
