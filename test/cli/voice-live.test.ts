import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { useFakeSound } from "../fake-sound.ts";
import { useRealtimeServer } from "../models/openai/realtime-server.ts";
import { runLoci } from "../run-loci.ts";
import { useFixture, useTempFolder, writeDeviceSettings } from "../temp.ts";
import { voiceLike } from "../voice/live/voice-like.ts";

test("loci voice --wav talks with a live model, which saves what it is asked to and says its answer", async () => {
  const server = await useRealtimeServer({ key: "sk-live-1" });
  const said = ["remember that the key is under the big pot", "thank you very much for that"];
  server.onHeard = (_, nth) => said[nth - 1] ?? "";
  server.onRespond = ({ items }) =>
    items.length === 1
      ? [{ call: "remember", arguments: { text: "The key is under the big pot" } }]
      : [{ words: "That is noted.", ms: 900 }];
  const root = useFixture("starter");
  writeDeviceSettings(root, `voice: { orchestrator: live, live: { url: "${server.url}" } }\n`);
  const folder = useTempFolder();
  for (const name of ["one.wav", "two.wav"]) writeFileSync(join(folder, name), voiceLike(2_500));
  const args = ["voice", "--wav", "one.wav", "two.wav", "--vault", root];
  const sound = useFakeSound();
  vi.stubEnv("PATH", sound.env.PATH); // The player is a child of this process.
  onTestFinished(() => void vi.unstubAllEnvs());
  const env = { LOCI_LIVE_API_KEY: "sk-live-1" };
  const { code, stdout, stderr } = await runLoci(args, { cwd: folder, env });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain(`You: ${said[0]}\n`);
  expect(stdout.match(/That is noted\./g)).toHaveLength(2);
  expect(sound.played() / 2 / 24_000).toBeCloseTo(1.8, 1);
  const recalled = await runLoci(["recall", "where is the key", "-k", "1", "--vault", root]);
  expect(recalled.stdout).toContain("The key is under the big pot");
  expect(server.violations).toEqual([]);
  expect(server.connections).toHaveLength(1);
});
