import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { useFixture, useTempFolder, writeDeviceSettings } from "../temp.ts";
import { describeWith } from "../voice/programs.ts";

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

/** ALSA with a card, and a sound server that it lists though it does not run; its microphone gives one and the same sample. */
function useAlsa(sample: number): string {
  const folder = useTempFolder();
  const raw = join(folder, "level.raw");
  writeFileSync(
    raw,
    Int16Array.from({ length: 48_000 }, (_, i) => (i % 2 === 0 ? sample : -sample)),
  );
  for (const [name, works] of [
    ["arecord", `cat '${raw}'; exec sleep 60`],
    ["aplay", "exec cat > /dev/null"],
  ]) {
    const script = `#!/bin/sh
case "$*" in
-L) printf 'null\\n    Discard all samples\\nplughw:CARD=USB,DEV=0\\n    USB Audio\\npulse\\n    PulseAudio\\n';;
*pulse*) echo "${name}: main:831: audio open error: Connection refused" >&2; exit 1;;
*) ${works};;
esac`;
    writeFileSync(join(folder, name ?? ""), script, { mode: 0o755 });
  }
  return `${folder}:${process.env.PATH}`;
}

interface Found {
  readonly problems: readonly { readonly code: string; readonly message: string }[];
  readonly found: readonly string[];
}

async function diagnose(PATH: string, voice = "{}"): Promise<Found & { exit: number | null }> {
  const root = useFixture("starter");
  writeDeviceSettings(root, `voice: ${voice}\n`);
  const args = ["doctor", "--audio", "--json", "--vault", root];
  const { code, stdout } = await runLoci(args, { env: { PATH } });
  return { ...JSON.parse(stdout), exit: code };
}

describeWith(["espeak-ng", "pocketsphinx_batch"], "loci doctor --audio with a sound card", () => {
  test("all is well: exits 0 and lists the devices by the names that the settings take", async () => {
    const { exit, problems, found } = await diagnose(useAlsa(8_000));
    expect([exit, problems]).toEqual([0, []]);
    expect(found).toEqual([
      'Microphone "default": -12.2 dB at the loudest',
      'Speaker "default": took a tone; did you hear it?',
      ...["Transcriber pocketsphinx", "Synthesizer espeak-ng"],
      ...["microphone", "speaker"].flatMap((one) => [
        expect.stringContaining(`For voice.${one}: plughw:CARD=USB,DEV=0`),
        expect.stringContaining(`For voice.${one}: pulse`),
      ]),
    ]);
  });
});

const gone = "{ url: 'tcp://127.0.0.1:9' }";

test.each([
  ["a microphone that is silent", "{}", /^MICROPHONE_SILENT /m],
  [
    "a sound server that does not run",
    "{ microphone: pulse }",
    /^AUDIO_FAILED Cannot listen to the microphone "pulse": arecord ended \(.*Connection refused\)/m,
  ],
  [
    "a wake word that nothing hears",
    "{ activation: wake }",
    / Cannot wait for a wake word: nothing/,
  ],
  [
    "a button that is not there",
    "{ activation: push }",
    / Cannot be talked to: it waits for a button/,
  ],
  ["OpenAI without a key", "{ transcriber: { provider: openai } }", /there is no key; set LOCI_TR/],
  [
    "servers that are gone",
    `{ activation: wake, transcriber: ${gone}, synthesizer: ${gone}, wake: ${gone} }`,
    /(?:^MODEL_FAILED Cannot ask .*127\.0\.0\.1:9.*\n?){3}/m,
  ],
])("loci doctor --audio tells of %s, and exits 1", async (_, voice, words) => {
  const { exit, problems } = await diagnose(useAlsa(0), voice);
  expect(exit).toBe(1);
  expect(problems.map(({ code, message }) => `${code} ${message}`).join("\n")).toMatch(words);
});
