import { expect, test } from "vitest";
import { wavOf } from "../../../src/models/sound/wav.ts";
import { cpuMs } from "../../cpu-ms.ts";
import { useLoci } from "../use-loci.ts";

test("recordedTurn() refuses more than three minutes before it works on them, and begins the rest at once", async () => {
  const loci = await useLoci();
  const turn = (pcm: Int16Array, rate: number) =>
    loci.voice.recordedTurn({ wav: wavOf(pcm, rate), conversation: {}, speak: false });
  await turn(new Int16Array(160), 16_000); // What is loaded once.
  const before = cpuMs();
  await expect(async () => turn(new Int16Array(2_500_000), 4_000)).rejects.toMatchObject({
    code: "BAD_INPUT",
    message: "Cannot read the recording: it lasts longer than 3 minutes; cut it into shorter ones",
  });
  // Five megabytes at the worst rates there are: seconds of work, none of it before the first event is asked for.
  await turn(new Int16Array(2_500_000), 383_999);
  await turn(new Int16Array(700_000), 4_001);
  expect(cpuMs() - before).toBeLessThan(400);
});
