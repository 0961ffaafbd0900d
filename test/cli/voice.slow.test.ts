import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { wavOf } from "../../src/models/sound/wav.ts";
import { sayInto, speech, useFakeSound } from "../fake-sound.ts";
import { startSpeechServer } from "../models/speech-server.ts";
import { lociJson, runLoci } from "../run-loci.ts";
import { startLoci } from "../start-loci.ts";
import { useFixture, useTempFolder, writeDeviceSettings } from "../temp.ts";
import { describeWith } from "../voice/programs.ts";
import { hasPty, keys, openPty } from "./open-pty.ts";

const keySentence = "remember that the key is under the big pot";
describeWith(speech, "loci voice --wav", () => {
  test("takes recorded turns, speaks the replies, and digests", async () => {
    const folder = useTempFolder();
    const root = useFixture("starter");
    sayInto(join(folder, "key.wav"), keySentence);
    writeFileSync(join(folder, "quiet.wav"), wavOf(new Int16Array(32_000), 16_000));
    const sound = useFakeSound();
    const args = ["voice", "--wav", "key.wav", "quiet.wav", "--vault", root];
    const env = { ...sound.env, LOCI_LANGUAGES: "en,ca" };
    const { code, stdout, stderr } = await runLoci(args, { cwd: folder, env });
    expect([code, stderr]).toEqual([
      0,
      "pocketsphinx does not know ca: set voice.transcriber.url to a server that does (docs/voice.md)\nNobody speaks in quiet.wav\n",
    ]);
    expect(stdout).toMatch(/^You: remember that .*\n/);
    expect(stdout).toContain("he key is under the big pot");
    expect(sound.played()).toBeGreaterThan(16_000);
    const [found] = await lociJson(["recall", "where is the key", "-k", "1", "--vault", root]);
    expect(found).toMatchObject({ hits: [{ text: "The key is under the big pot" }] });
  });

  test("says what it was not sure of, and what could not be transcribed, and ends with 1", async () => {
    const server = await startSpeechServer();
    onTestFinished(() => server.close());
    server.onSpeech = () => ({
      text: "where is the garage key",
      segments: [{ start: 0, end: 1, avg_logprob: -1.3, no_speech_prob: 0.05 }],
    });
    const root = useFixture("starter");
    const transcriber = `transcriber: { url: "${server.url}", model: test-model }`;
    writeDeviceSettings(root, `voice: { speaker: none, ${transcriber} }\n`);
    const cwd = useTempFolder();
    sayInto(join(cwd, "one.wav"), "where is the garage key");
    const listen = () => runLoci(["voice", "--wav", "one.wav", "--vault", root], { cwd });
    const unsure = await listen();
    expect([unsure.code, unsure.stderr]).toEqual([
      0,
      expect.stringMatching(
        /^Nothing of one\.wav was taken: not understood for sure: "where is the garage key" \(0\.\d\d\)$/m,
      ),
    ]);
    await server.close();
    const failed = await listen();
    expect([failed.code, failed.stderr.split("\n")]).toEqual([
      1,
      [
        expect.stringMatching(/^Cannot ask "test-model" at "http.*the connection failed/),
        "one.wav could not be transcribed",
        "",
      ],
    ]);
  });

  test("a speaker that fails is a sentence, and the rest goes on", async () => {
    const folder = useTempFolder();
    const wav = sayInto(join(folder, "key.wav"), keySentence);
    const sound = useFakeSound();
    writeFileSync(
      join(sound.folder, "aplay"),
      "#!/bin/sh\necho 'audio open error: No such device' >&2\nexit 1\n",
    );
    const args = ["voice", "--wav", wav, "--vault", useFixture("starter")];
    const { code, stdout, stderr } = await runLoci(args, { env: sound.env });
    expect(stdout).toContain("Noted: The key is under the big pot");
    expect(stderr).toMatch(/^Cannot play through the speaker "default": .*\n$/);
    expect(code).toBe(0);
  });
});

describeWith(speech, "loci voice with a microphone", () => {
  test("hears, answers aloud, and ends soon after SIGTERM with nothing left running", async () => {
    const root = useFixture("starter");
    const wav = sayInto(join(useTempFolder(), "key.wav"), keySentence);
    const sound = useFakeSound(wav);
    const talking = startLoci(["voice", "--vault", root], {
      ...sound.env,
      LOCI_VOICE_ACTIVATION: "open",
    });
    await talking.until("Noted: The key is under the big pot");
    expect(talking.stderr()).toMatch(
      /^Talk: all that is said here is taken\nHears by pocketsphinx \(microphone default\), speaks by espeak-ng \(default\)\npocketsphinx understands little\. For a better ear: "docker run /,
    );
    await vi.waitFor(() => expect(sound.played()).toBeGreaterThan(10_000), 10_000);
    expect(await talking.stop()).toBe(0);
    expect(sound.recording()).toEqual([]);
  });

  test("what is not meant for it is neither shown, stored nor logged", async () => {
    const root = useFixture("starter");
    const wav = sayInto(join(useTempFolder(), "key.wav"), keySentence);
    const talking = startLoci(["voice", "--json", "--vault", root], useFakeSound(wav).env);
    await talking.until('"why":"not_addressed"');
    await talking.stop();
    const quiet = startLoci(["voice", "--vault", root], useFakeSound(wav).env);
    await quiet.until("Say");
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    await quiet.stop();
    expect(quiet.stdout()).toBe("");
    expect(quiet.stderr()).not.toContain("key");
    const files = readdirSync(root, { recursive: true, withFileTypes: true });
    for (const file of files.filter((one) => one.isFile())) {
      expect(readFileSync(join(file.parentPath, file.name), "latin1")).not.toContain("big pot");
    }
  });
});

describe("loci voice without ears", () => {
  test("says what to install or to do, and ends with 1", async () => {
    const root = useFixture("starter");
    const none = await runLoci(["voice", "--quiet", "--vault", root], {
      env: { PATH: "/nowhere" },
    });
    expect(none).toEqual({
      code: 1,
      stdout: "",
      stderr:
        'Cannot listen to the microphone "default": arecord is not installed; install it (sudo apt install alsa-utils)\n',
    });
    const push = await runLoci(["voice", "--quiet", "--vault", root], {
      env: { LOCI_VOICE_ACTIVATION: "push" },
    });
    expect(push).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "Cannot be talked to: it waits for a button, and there is none; set voice.button.gpioLine in device.yaml, run it in a terminal, or choose another voice.activation\n",
    });
  });

  test("loci up says so and goes on", async () => {
    const env = { PATH: "/nowhere", LOCI_VOICE_ENABLED: "true", LOCI_SITE_ENABLED: "false" };
    const up = startLoci(["up", "--port", "0", "--vault", useFixture("starter")], env);
    await up.until("arecord is not installed");
    up.type("which rice for paella?\n");
    await up.until("Prefers bomba rice for paella");
    expect(await up.stop()).toBe(0);
  });
});

describe.skipIf(!hasPty())("loci voice in a terminal", () => {
  test.each([keys.ctrlD, keys.ctrlC])("Enter is the button, %j ends it", async (key) => {
    const env = { ...useFakeSound().env, LOCI_VOICE_ACTIVATION: "push" };
    const voice = openPty(["voice", "--vault", useFixture("starter")], env);
    await voice.until("Press Enter and talk; Ctrl-D ends");
    await voice.until("· asleep");
    voice.type("\r");
    await voice.until("· listening");
    voice.type(key);
    expect(await voice.ended).toBe(0);
  });
});
