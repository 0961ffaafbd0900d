import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { wavOf } from "../../src/models/sound/wav.ts";
import { startSpeechServer } from "../models/speech-server.ts";
import { runLoci } from "../run-loci.ts";
import { useFixture, useTempFolder, writeDeviceSettings } from "../temp.ts";
import { describeWith } from "../voice/programs.ts";
import { sayInto, speech } from "./voice-world.ts";

/** A vault whose transcriber is a server of the test's. */
async function useServer() {
  const server = await startSpeechServer();
  onTestFinished(() => server.close());
  const root = useFixture("starter");
  writeDeviceSettings(
    root,
    `voice: { transcriber: { url: "${server.url}", model: test-model } }\n`,
  );
  return { server, root };
}

const quiet = wavOf(new Int16Array(32_000), 16_000);

const mute = { LOCI_VOICE_SPEAKER: "none" };

describeWith(speech, "loci voice --wav", () => {
  test("shows what it was not sure of, and how sure it was", async () => {
    const { server, root } = await useServer();
    server.onSpeech = () => ({
      text: "where is the garage key",
      segments: [{ start: 0, end: 1, avg_logprob: -1.3, no_speech_prob: 0.05 }],
    });
    const folder = useTempFolder();
    sayInto(join(folder, "r1.wav"), "where is the garage key");
    const args = ["voice", "--wav", "r1.wav", "--vault", root];
    const { code, stderr } = await runLoci(args, { cwd: folder, env: mute });
    expect(stderr).toMatch(
      /^Nothing of r1\.wav was taken: not understood for sure: "where is the garage key" \(0\.\d\d\)$/m,
    );
    expect(code).toBe(0);
  });

  test("says which recordings could not be transcribed, and ends with 1", async () => {
    const { server, root } = await useServer();
    await server.close();
    const folder = useTempFolder();
    for (const name of ["one.wav", "two.wav"]) sayInto(join(folder, name), "where is the key");
    const args = ["voice", "--wav", "one.wav", "two.wav", "--vault", root];
    const { code, stderr } = await runLoci(args, { cwd: folder, env: mute });
    expect(stderr.split("\n")).toEqual([
      expect.stringMatching(/^Cannot ask "test-model" at "http.*the connection failed/),
      "one.wav could not be transcribed",
      "two.wav could not be transcribed",
      "",
    ]);
    expect(code).toBe(1);
  });
});

describe("loci voice --wav", () => {
  test("says which languages its transcriber does not know, as at a microphone", async () => {
    const root = useFixture("starter");
    const folder = useTempFolder();
    writeFileSync(join(folder, "quiet.wav"), quiet);
    const args = ["voice", "--wav", "quiet.wav", "--vault", root];
    const env = { ...mute, LOCI_LANGUAGES: "en,ca" };
    const { stderr } = await runLoci(args, { cwd: folder, env });
    expect(stderr).toBe(
      "pocketsphinx does not know ca: set voice.transcriber.url to a server that does (docs/voice.md)\nNobody speaks in quiet.wav\n",
    );
  });
});
