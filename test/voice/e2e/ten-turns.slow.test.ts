import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { createEspeak } from "../../../src/models/programs/espeak.ts";
import { createPocketSphinx } from "../../../src/models/programs/pocketsphinx.ts";
import { resample } from "../../../src/voice/audio/resample.ts";
import { toSpeakable } from "../../../src/voice/speech/to-speakable.ts";
import { maxStopMs, startLoci } from "../../cli/voice-world.ts";
import { useVault, writeDeviceSettings } from "../../temp.ts";
import { describeWith } from "../programs.ts";
import { pulsePrograms } from "../pulse.ts";
import { eventsIn, personPrograms, usePerson, waitFor } from "./person.ts";

/** Ten turns, each with what must come across; after a reply the next one needs no name. */
const script: readonly (readonly [string, RegExp])[] = [
  [
    "computer, please remember that the doctor is on monday",
    /remember that the doctor is on monday/,
  ],
  ["my mother lives in boston", /mother lives in boston/],
  ["we decided to paint the kitchen green", /decided to paint the kitchen green/],
  ["what do you know about the doctor", /what do you know about the doctor/],
  ["remember that the key is under the old chair", /remember that .*key is under the old chair/],
  ["the music teacher comes on friday", /music teacher/],
  ["that is not what i said", /not what i said/i],
  ["we moved to a new house in may", /moved to a new house/],
  ["what do you know about my mother", /what do you know about my mother/],
  ["end of conversation", /(?:end|and) of conversation/],
];
/** What a person says who was misheard. */
const [correction] = script[6] ?? [""];
const television = "the president said today that the war will end in spring";

describeWith([...pulsePrograms, ...personPrograms], "a conversation of ten turns", () => {
  // Sound in real time stutters where others use the processor: a person would begin anew too.
  test("by voices in a room, in real time, ends with the right memories in the vault", {
    retry: 2,
    timeout: 240_000,
  }, async () => {
    const { room, say, heard } = await usePerson();
    const root = useVault({
      "loci.yaml": "languages: [en]\n",
    });
    writeDeviceSettings(
      root,
      `voice:\n  names: [computer]\n  microphone: ${room.microphone}\n  speaker: ${room.speaker}\n`,
    );
    const env = Object.fromEntries(
      ["ALSA_CONFIG_PATH", "PULSE_SERVER", "XDG_RUNTIME_DIR", "HOME"].map((name) => [
        name,
        room.env[name] ?? "",
      ]),
    );
    const loci = startLoci(["voice", "--json", "--vault", root], env);
    const events = () => eventsIn(loci.stdout());
    const count = (type: string): number => events().filter((event) => event.type === type).length;
    const more = (type: string, than: number) => () => (count(type) > than ? true : undefined);
    await waitFor("microphone", more("state", 0));
    await say("so"); // A device that was idle gives its first sound late.

    const before = count("heard");
    await say(television, { voice: "awb", volume: 0.3 });
    await waitFor("television", more("heard", before));

    /** Says it and waits until it was answered; what was taken, '' where nothing was. */
    const talk = async (line: string): Promise<string> => {
      const [heardBefore, spokenBefore] = [count("heard"), count("spoken")];
      await say(line);
      await waitFor(`"${line}" heard`, more("heard", heardBefore));
      const { taken, text } = events().findLast(({ type }) => type === "heard") ?? {};
      if (taken === true) await waitFor(`reply to "${line}"`, more("spoken", spokenBefore));
      const isQuiet = () => {
        const { state } = events().findLast(({ type }) => type === "state") ?? {};
        return state === "listening" || state === "asleep" ? true : undefined;
      };
      await waitFor("silence", isQuiet);
      return taken === true ? String(text) : "";
    };
    for (const [line, wanted] of script) await sayUntilHeard(talk, line, wanted);
    await waitFor("digest", more("digest", 0));
    await delay(2_500); // PulseAudio brings what is played as late as that.
    const { code, ms } = await loci.stop();
    expect([code, ms < maxStopMs]).toEqual([0, true]);

    const memories = textsIn(root);
    expect(memories).toMatch(/doctor is on monday/i);
    expect(memories).toMatch(/mother lives in boston/i);
    expect(memories).toMatch(/paint the kitchen green/i);
    expect(memories).toMatch(/key is under the old chair/i);
    expect(memories).toMatch(/new house/i);
    expect(memories).not.toMatch(/music|teacher|president|war|spring/i);

    // What came out of the speaker sounds like what it says that it spoke, to the same ears.
    const spoken = events().flatMap(({ type, text }) => (type === "spoken" ? [String(text)] : []));
    const played = partsOf(heard());
    expect(played.length).toBe(spoken.length);
    const again: string[] = [];
    const meant: string[] = [];
    for (const at of [1, 2, 4]) {
      again.push(await hear(played[at]));
      meant.push(await hear(await speak(spoken[at] ?? "")));
    }
    expect(meant.join(" ").split(" ").length).toBeGreaterThan(10);
    expect(shareOf(meant.join(" "), again.join(" ")), `${meant} / ${again}`).toBeGreaterThan(0.25);

    const times = events().filter(({ type }) => type === "latency");
    const whole = times.filter(({ aborted }) => aborted === undefined);
    expect(whole.length).toBeGreaterThanOrEqual(7);
  });
});

/** As a person does: corrects what was misheard, and says it once more, at last by its name. */
async function sayUntilHeard(
  talk: (line: string) => Promise<string>,
  line: string,
  wanted: RegExp,
): Promise<void> {
  let taken = await talk(line);
  for (let again = 0; again < 3 && !wanted.test(taken); again++) {
    if (taken !== "") await talk(correction);
    taken = await talk(taken === "" && again > 0 ? `computer, ${line}` : line);
  }
  expect(taken, line).toMatch(wanted);
}

/** The entries of all topic files. */
function textsIn(root: string): string {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".md") && !file.startsWith("."))
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");
}

/** What PocketSphinx makes of samples at 16 kHz. */
async function hear(pcm: Int16Array = new Int16Array(0)): Promise<string> {
  const signal = AbortSignal.timeout(60_000);
  const hints = { languages: ["en"], keywords: [] };
  return (await createPocketSphinx().transcribe(pcm, hints, signal)).text;
}

/** A sentence by espeak-ng, at 16 kHz. */
async function speak(text: string): Promise<Int16Array> {
  const speakable = toSpeakable(text, "en");
  const { rate, pcm } = await createEspeak().synthesize(
    speakable,
    "en",
    AbortSignal.timeout(9_000),
  );
  const chunks: Uint8Array[] = [];
  for await (const chunk of pcm) chunks.push(chunk);
  const bytes = Buffer.concat([...chunks, Buffer.alloc(rate)]);
  return resample(new Int16Array(Uint8Array.from(bytes).buffer), rate, 16_000);
}

/** What sounds for longer than a signal tone, between silences of a second. */
function partsOf(pcm: Int16Array): Int16Array[] {
  const parts: Int16Array[] = [];
  let from = -1;
  let last = -1;
  for (let at = 0; at <= pcm.length; at++) {
    const isLoud = Math.abs(pcm[at] ?? 0) > 200;
    if (from >= 0 && (at === pcm.length || at - last > 16_000)) {
      if (last - from > 8_000) parts.push(pcm.slice(Math.max(0, from - 3_200), last + 4_800));
      from = -1;
    }
    if (!isLoud) continue;
    if (from < 0) from = at;
    last = at;
  }
  return parts;
}

/** Share of the words of one text that stand in another. */
function shareOf(text: string, other: string): number {
  const found = new Set(other.split(" "));
  const wanted = text.split(" ");
  return wanted.filter((word) => found.has(word)).length / wanted.length;
}
