import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useRealtimeServer } from "../models/openai/realtime-server.ts";
import { testCertificate } from "../models/test-certificate.ts";
import { useFixture, useTempFolder, writeDeviceSettings } from "../temp.ts";
import { voiceLike } from "../voice/live/voice-like.ts";
import { maxStopMs, startLoci, useFakeSound } from "./voice-world.ts";

test("loci up talks with a live model at a server whose certificate it is given, and says nothing of it in its log", async () => {
  const server = await useRealtimeServer({ key: "sk-live-1" });
  server.onHeard = () => "is the zorblax in the cellar";
  server.onRespond = () => [{ words: "It is in the cellar.", ms: 1_200 }];
  const folder = useTempFolder();
  const [wav, certificate, key] = ["said.wav", "ca.pem", "key"].map((name) => join(folder, name));
  writeFileSync(wav ?? "", voiceLike(2_000));
  writeFileSync(certificate ?? "", testCertificate);
  writeFileSync(key ?? "", "sk-live-1\n");
  const root = useFixture("starter");
  writeDeviceSettings(
    root,
    `server: { port: 0 }\nvoice: { enabled: true, activation: open, orchestrator: live, live: { url: "${server.url}", apiKeyFile: ${key} } }\n`,
  );
  const sound = useFakeSound(wav);
  const env = { ...sound.env, NODE_EXTRA_CA_CERTS: certificate ?? "", LOCI_SITE_ENABLED: "false" };
  const up = startLoci(["up", "--vault", root], env);
  await up.until("Hears by gpt-realtime-2.1 at 127.0.0.1");
  const deadline = Date.now() + 45_000;
  while (sound.played() < 1_200 * 48 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(sound.played()).toBeGreaterThanOrEqual(1_200 * 48);
  const { code, ms } = await up.stop();
  expect(code, up.stderr()).toBe(0);
  expect(ms).toBeLessThan(maxStopMs);
  expect(sound.recording()).toEqual([]);
  expect(up.stdout() + up.stderr()).not.toMatch(/zorblax|cellar|sk-live/);
  expect(server.violations).toEqual([]);
  expect(server.connections).toHaveLength(1);
});
