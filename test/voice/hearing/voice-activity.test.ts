import { describe, expect, test } from "vitest";
import { frameSamples } from "../../../src/voice/audio-ports.ts";
import { openVoiceActivity } from "../../../src/voice/hearing/voice-activity.ts";

/** A buzz of 120 Hz with formants is near enough to a vowel. */
function vowel(at: number): Int16Array {
  return Int16Array.from({ length: frameSamples }, (_, i) => {
    const t = (at * frameSamples + i) / 16_000;
    const harmonics = Array.from({ length: 24 }, (_, h) => h + 1).map((h) => {
      const hertz = 120 * h;
      const strength =
        1 / (1 + ((hertz - 700) / 200) ** 2) + 0.5 / (1 + ((hertz - 1_200) / 200) ** 2);
      return strength * Math.sin(2 * Math.PI * hertz * t);
    });
    return Math.round(
      3_000 * (0.7 + 0.3 * Math.sin(2 * Math.PI * 4 * t)) * harmonics.reduce((a, b) => a + b),
    );
  });
}

describe("openVoiceActivity()", () => {
  test("hears a vowel, and neither digital silence nor a faint hiss", async () => {
    const activity = await openVoiceActivity();
    const spoken = Array.from({ length: 50 }, (_, i) => activity.isSpeech(vowel(i)));
    expect(spoken.filter(Boolean).length).toBeGreaterThan(40);
    for (let i = 0; i < 20; i++) activity.isSpeech(new Int16Array(frameSamples));
    expect(activity.isSpeech(new Int16Array(frameSamples))).toBe(false);
    const hiss = Int16Array.from({ length: frameSamples }, (_, i) => ((i * 7_919) % 13) - 6);
    expect(activity.isSpeech(hiss)).toBe(false);
    activity.close();
  });
});
