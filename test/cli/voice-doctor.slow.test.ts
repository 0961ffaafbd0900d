import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { useFixture, useTempFolder, writeDeviceSettings } from "../temp.ts";
import { describeWith } from "../voice/programs.ts";
import { useFakeSound } from "./voice-world.ts";

interface Found {
  readonly ok: boolean;
  readonly problems: readonly {
    readonly code: string;
    readonly message: string;
    readonly fix: string;
  }[];
  readonly found: readonly string[];
}

/** What the settings may name. */
const namesIn = (found: readonly string[]): readonly string[] =>
  found.flatMap((one) => /^For voice\.\S+ \S+/.exec(one) ?? []);
const bothNamed = (...names: readonly string[]): readonly string[] =>
  ["microphone", "speaker"].flatMap((one) => names.map((name) => `For voice.${one}: ${name}`));

async function diagnose(
  env: Record<string, string>,
): Promise<Found & { readonly exit: number | null }> {
  const args = ["doctor", "--audio", "--json", "--vault", useFixture("starter")];
  const { code, stdout } = await runLoci(args, { env });
  return { ...JSON.parse(stdout), exit: code };
}

test("loci doctor --audio names every program that is not installed, with its package", async () => {
  const args = ["doctor", "--audio", "--quiet", "--vault", useFixture("starter")];
  const { code, stdout, stderr } = await runLoci(args, { env: { PATH: "/nowhere" } });
  expect([code, stderr]).toEqual([1, ""]);
  expect(stdout).toMatchInlineSnapshot(`
    "Cannot listen to the microphone "default": arecord is not installed; install it (sudo apt install alsa-utils)
      Set voice.microphone in device.yaml to one of the devices listed here
    Cannot play through the speaker "default": aplay is not installed; install it (sudo apt install alsa-utils)
      Set voice.speaker in device.yaml to one of the devices listed here, or to none
    Cannot transcribe with "pocketsphinx_batch": it is not installed; install it with: apt install pocketsphinx pocketsphinx-en-us
      Nothing is understood until this works: check voice.transcriber in device.yaml
    Cannot speak with "espeak-ng": it is not installed; install it with: apt install espeak-ng
      The next one that works speaks, or replies are written: check voice.synthesizer in device.yaml
    Transcriber pocketsphinx (does not answer)
    Synthesizer espeak-ng (does not answer)
    "
  `);
});

/** A vault whose device has these settings of voice. */
function useVoice(voice: string): string {
  const root = useFixture("starter");
  writeDeviceSettings(root, `voice: ${voice}\n`);
  return root;
}

/** ALSA as it is where no sound server runs: it lists one all the same. */
function useAlsaWith({ cards, refused }: { cards: string; refused: string }): string {
  const folder = useTempFolder();
  for (const name of ["arecord", "aplay"]) {
    const script = `#!/bin/sh
case "$1" in
-L) printf 'null\\n    Discard all samples\\n${cards}pulse\\n    PulseAudio Sound Server\\n'; exit 0;;
esac
for word in "$@"; do case "$word" in plughw:*) [ ${name} = aplay ] || exec cat /dev/zero; exec cat >/dev/null;; esac; done
echo "${name}: main:831: audio open error: ${refused}" >&2
exit 1`;
    writeFileSync(join(folder, name), script, { mode: 0o755 });
  }
  return folder;
}

async function diagnoseVoice(
  root: string,
  env: Record<string, string> = { PATH: "/nowhere" },
): Promise<Found> {
  const { stdout } = await runLoci(["doctor", "--audio", "--json", "--vault", root], { env });
  return JSON.parse(stdout);
}

test("loci doctor --audio with a card says of a sound server that does not run what to take instead", async () => {
  const cards = "plughw:CARD=USB,DEV=0\\n    USB Audio\\n";
  const PATH = `${useAlsaWith({ cards, refused: "Connection refused" })}:/bin:/usr/bin`;
  const root = useVoice("{ microphone: pulse, speaker: 'plughw:CARD=USB,DEV=0' }");
  const { problems, found } = await diagnoseVoice(root, { PATH });
  expect(problems[0]).toEqual({
    code: "AUDIO_FAILED",
    message:
      'Cannot listen to the microphone "pulse": PulseAudio does not run for this user; start it, or use a plughw:… device (`loci doctor --audio` lists them)',
    fix: "Set voice.microphone in device.yaml to one of the devices listed here",
  });
  expect(namesIn(found)).toEqual(bothNamed("plughw:CARD=USB,DEV=0", "pulse"));
});

test.each([
  [
    "a wake word that nothing hears",
    "{ activation: wake }",
    "Cannot wait for a wake word: nothing",
  ],
  [
    "a button that is not there",
    "{ activation: push }",
    "Cannot be talked to: it waits for a button",
  ],
  ["OpenAI without a key", "{ transcriber: { provider: openai } }", "there is no key; set LOCI_TR"],
])("loci doctor --audio tells what loci voice refuses: %s", async (_, voice, words) => {
  const { problems } = await diagnoseVoice(useVoice(voice));
  expect(problems.map(({ message }) => message).join("\n")).toContain(words);
});

describeWith(["espeak-ng", "pocketsphinx_batch"], "loci doctor --audio with a sound card", () => {
  /** A microphone that gives one and the same sample, and devices as ALSA lists them. */
  function soundOf(sample: number): Record<string, string> {
    const sound = useFakeSound();
    const raw = join(sound.folder, "level.raw");
    const bytes = Buffer.alloc(16_000 * 2 * 3);
    for (let i = 0; i < bytes.length; i += 2) bytes.writeInt16LE(i % 4 === 0 ? sample : -sample, i);
    writeFileSync(raw, bytes);
    const list = `case "$1" in
-L) printf 'null\\n    Discard all samples\\nplughw:CARD=USB,DEV=0\\n    USB Audio Device\\ndefault\\n    Default Device\\n'; exit 0;;
esac`;
    const script = (name: string, text: string): void =>
      writeFileSync(join(sound.folder, name), `#!/bin/sh\n${list}\n${text}\n`, { mode: 0o755 });
    script("arecord", `cat '${raw}'; exec sleep 60`);
    script("aplay", "cat > /dev/null");
    return sound.env;
  }

  test("all is well: exits 0 and lists the devices by the names that the settings take", async () => {
    const found = await diagnose(soundOf(8_000));
    expect(found).toMatchObject({ ok: true, exit: 0, problems: [] });
    expect(namesIn(found.found)).toEqual(bothNamed("plughw:CARD=USB,DEV=0", "default"));
    expect(found.found.slice(0, 4)).toEqual([
      'Microphone "default": -12.2 dB at the loudest',
      'Speaker "default": took a tone; did you hear it?',
      "Transcriber pocketsphinx",
      "Synthesizer espeak-ng",
    ]);
  });

  test("a microphone that is silent is a problem, and exits 1", async () => {
    const found = await diagnose(soundOf(0));
    expect(found).toMatchObject({ ok: false, exit: 1 });
    expect(found.found.join("\n")).not.toContain("Microphone");
    expect(found.problems.map(({ code }) => code)).toEqual(["MICROPHONE_SILENT"]);
  });

  test("servers that are gone are problems", async () => {
    const root = useFixture("starter");
    const args = ["doctor", "--audio", "--json", "--vault", root];
    const gone = "{ url: 'tcp://127.0.0.1:9' }";
    const device = `voice:\n  activation: wake\n  transcriber: ${gone}\n  synthesizer: ${gone}\n  wake: ${gone}\n`;
    writeDeviceSettings(root, device);
    const next = await runLoci(args, { env: soundOf(8_000) });
    const { problems, found }: Found = JSON.parse(next.stdout);
    expect(problems).toHaveLength(3);
    const parts = found.filter((one) => /^(?:Transcriber|Synthesizer|Wake) /.test(one));
    expect(parts.map((one) => one.endsWith(" (does not answer)"))).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });
});
