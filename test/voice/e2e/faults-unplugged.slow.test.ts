import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { maxStopMs, startLoci } from "../../cli/voice-world.ts";
import { describeWith } from "../programs.ts";
import { pulsePrograms } from "../pulse.ts";
import { eventsIn, personPrograms, usePerson, waitFor } from "./person.ts";
import { makeVault, tokensIn, useEars } from "./talk.ts";

describeWith([...pulsePrograms, ...personPrograms], "loci voice on real devices", () => {
  test("that are pulled out and put in again in mid-conversation says so, and hears and answers the next turn", async () => {
    const { room, say } = await usePerson();
    const ears = await useEars();
    const { microphone, speaker } = room;
    const root = makeVault(ears, { voice: { microphone, speaker } });
    const names = ["ALSA_CONFIG_PATH", "PULSE_SERVER", "XDG_RUNTIME_DIR", "HOME"];
    const env = Object.fromEntries(names.map((name) => [name, room.env[name] ?? ""]));
    const loci = startLoci(["voice", "--json", "--vault", root], env);
    const nth = (type: string, part: unknown, count: number) => () =>
      eventsIn(loci.stdout()).filter((event) => event.type === type && event.part === part)[
        count - 1
      ];
    const talk = async (text: string): Promise<void> => {
      const answers = eventsIn(loci.stdout()).filter(({ type }) => type === "latency").length;
      ears.onSpeech = () => ({ text, language: "en" });
      const heard = eventsIn(loci.stdout()).filter(({ taken }) => taken === true).length;
      const isHeard = () =>
        eventsIn(loci.stdout()).filter(({ taken }) => taken === true)[heard] !== undefined ||
        undefined;
      // What is said while it speaks is not heard: a person says it again.
      for (let tries = 0; tries < 3 && isHeard() === undefined; tries++) {
        await say(text);
        await waitFor("ears", isHeard, 10_000).catch(() => undefined);
      }
      await waitFor(`answer to "${text}"`, nth("latency", undefined, answers + 1));
    };
    await waitFor("microphone", nth("state", undefined, 2));
    ears.onSpeech = () => ({ text: "" });
    await say("so"); // A device that was idle gives its first sound late.
    await talk("remember that the key is under the stone zq1x");
    await room.unplug();
    await waitFor("trouble", nth("trouble", "microphone", 1));
    await delay(1_000);
    await room.plugIn();
    await waitFor("sound", nth("mended", "microphone", 1), 45_000);
    ears.onSpeech = () => ({ text: "" });
    await say("so");
    await talk("remember that the dog is called zq2x");
    expect(nth("trouble", "microphone", 2)()).toBeUndefined();
    const { code, ms } = await loci.stop();
    expect([code, ms < maxStopMs]).toEqual([0, true]);
    expect(tokensIn(root)).toEqual(["zq1x", "zq2x"]);
  }, 180_000);
});
