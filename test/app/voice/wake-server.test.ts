import { expect, test } from "vitest";
import { wakeServerOf } from "../../../src/app/voice/choose-parts.ts";
import { voiceSettings } from "../../../src/settings/voice.ts";
import { useLoci } from "../use-loci.ts";

test.each([
  ["tcp://127.0.0.1", "tcp://127.0.0.1:10400"],
  ["tcp://127.0.0.1:9", "tcp://127.0.0.1:9"],
])("wakeServerOf() finds %s at %s", async (url, place) => {
  const { settings } = await useLoci();
  const voice = voiceSettings.parse({ wake: { url } });
  const open = wakeServerOf({ settings: { ...settings, voice } });
  // Nobody is there, and the sentence says where.
  await expect(open?.()).rejects.toThrow(`"${place}"`);
});
