import { expect, test } from "vitest";
import { wavOf } from "../../../src/models/sound/wav.ts";
import { useLoci } from "../../use-loci.ts";

test("recordedTurn() refuses more than three minutes, by the rate that the file says", async () => {
  const loci = await useLoci();
  const turn = async (seconds: number, rate: number) =>
    loci.voice.recordedTurn({
      wav: wavOf(new Int16Array(seconds * rate), rate),
      conversation: {},
      speak: false,
    });
  await expect(turn(181, 4_000)).rejects.toMatchObject({
    code: "BAD_INPUT",
    message: "Cannot read the recording: it lasts longer than 3 minutes; cut it into shorter ones",
  });
  for (const rate of [4_001, 44_100]) await expect(turn(179, rate)).resolves.toBeTypeOf("function");
});
