import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { describe, expect, test } from "vitest";
import { frameSamples } from "../../../src/voice/audio-ports.ts";
import { openVoiceActivity } from "../../../src/voice/hearing/voice-activity.ts";
import { useTempFolder } from "../../temp.ts";

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

  test("keeps a state of its own for each stream", async () => {
    const [one, other] = [await openVoiceActivity(), await openVoiceActivity()];
    for (let i = 0; i < 50; i++) one.isSpeech(vowel(i));
    expect(one.isSpeech(vowel(50))).toBe(true);
    expect(other.isSpeech(new Int16Array(frameSamples))).toBe(false);
    one.close();
    other.close();
  });

  test("calls frames of another length, and all after close(), no speech", async () => {
    const activity = await openVoiceActivity();
    expect(activity.isSpeech(new Int16Array(100))).toBe(false);
    expect(activity.isSpeech(new Int16Array(100_000))).toBe(false);
    activity.close();
    activity.close();
    expect(activity.isSpeech(vowel(1))).toBe(false);
  });

  test("works from a bundle, with the package outside of it", async () => {
    const folder = useTempFolder();
    const root = join(import.meta.dirname, "..", "..", "..");
    const input = join(folder, "entry.ts");
    const path = join(root, "src", "voice", "hearing", "voice-activity.ts");
    writeFileSync(
      input,
      `import { openVoiceActivity } from ${JSON.stringify(path)};
       const activity = await openVoiceActivity();
       process.stdout.write(String(activity.isSpeech(new Int16Array(320))));`,
    );
    const bundle = await rolldown({
      input,
      platform: "node",
      external: (id) => !id.startsWith(".") && !id.startsWith("/"),
    });
    mkdirSync(join(folder, "dist"));
    await bundle.write({ dir: join(folder, "dist"), format: "esm", entryFileNames: "main.js" });
    await bundle.close();
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    const told = execFileSync(process.execPath, [join(folder, "dist", "main.js")], { cwd: "/" });
    expect(told.toString()).toBe("false");
  });
});
