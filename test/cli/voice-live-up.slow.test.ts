import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useFakeSound } from "../fake-sound.ts";
import { useRealtimeServer } from "../models/openai/realtime-server.ts";
import { testCertificate } from "../models/test-certificate.ts";
import { startLoci } from "../start-loci.ts";
import { useFixture, useTempFolder, writeDeviceSettings } from "../temp.ts";
import { voiceLike } from "../voice/live/voice-like.ts";

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
  await expect.poll(sound.played, { timeout: 45_000 }).toBeGreaterThanOrEqual(1_200 * 48);
  expect(await up.stop(), up.stderr()).toBe(0);
  expect(sound.recording()).toEqual([]);
  expect(up.said()).not.toMatch(/zorblax|cellar|sk-live/);
  expect(server.violations).toEqual([]);
  expect(server.connections).toHaveLength(1);
});
