import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readWav } from "../../src/voice/audio/read-wav.ts";
import { sayInto, speech, useFakeSound } from "../fake-sound.ts";
import { startUp } from "../start-loci.ts";
import { useFixture, useTempFolder } from "../temp.ts";
import { describeWith } from "../voice/programs.ts";

const eventsOf = async (answer: Response): Promise<Record<string, unknown>[]> =>
  (await answer.text())
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice(6)));

describeWith(speech, "loci up with voice", () => {
  test("a recorded turn is answered by events and speech, and the session goes on by text", async () => {
    const root = useFixture("starter");
    const up = await startUp(root, { LOCI_SITE_ENABLED: "false" });
    const wav = sayInto(
      join(useTempFolder(), "key.wav"),
      "remember that the key is under the big pot",
    );
    const headers = { "content-type": "audio/wav" };
    const body = readFileSync(wav);
    const answer = await up.ask("/api/voice?person=ana&speak=true", {
      method: "POST",
      headers,
      body,
    });
    const events = await eventsOf(answer);
    const find = (type: string) => events.find((event) => event.type === type);
    expect(find("heard")).toMatchObject({ taken: true });
    expect(find("session")).toMatchObject({ person: "ana", mode: "voice" });
    expect(find("spoken")).toMatchObject({ isInterrupted: false });
    const { rate, pcm } = readWav(Buffer.from(String(find("audio")?.wav), "base64"));
    expect(pcm.length / rate).toBeGreaterThan(0.5);
    const next = await up.ask("/api/chat", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ session: find("session")?.id, message: "where is the key?" }),
    });
    expect(JSON.stringify(await eventsOf(next))).toContain("under the big pot");
    expect(up.said()).not.toContain("pot");
    expect(await up.stop()).toBe(0);
  });

  test("a tap lets the microphone be heard; what is said stands in no log; it ends in time", async () => {
    const root = useFixture("starter");
    const wav = sayInto(
      join(useTempFolder(), "key.wav"),
      "remember that the key is under the big pot",
    );
    const sound = useFakeSound(wav);
    const up = await startUp(root, {
      ...sound.env,
      LOCI_SITE_ENABLED: "false",
      LOCI_VOICE_ENABLED: "true",
      LOCI_VOICE_ACTIVATION: "open",
    });
    await expect.poll(sound.played).toBeGreaterThan(10_000);
    const state = await (await up.ask("/api/voice")).json();
    expect(state).toMatchObject({
      running: true,
      activation: "open",
      transcriber: { id: "pocketsphinx", isCloud: false },
      troubles: [],
    });
    const press = { method: "POST", headers: { "content-type": "application/json" } };
    const pressed = await up.ask("/api/voice/press", { ...press, body: '{"press":"tap"}' });
    expect(await pressed.json()).toEqual({ pressed: "tap" });
    expect((await up.ask("/api/voice/hush", { method: "POST" })).status).toBe(200);
    expect(await up.stop()).toBe(0);
    expect(sound.recording()).toEqual([]);
    expect(up.said()).not.toContain("big pot");
    expect(up.stderr()).toContain("Digested a conversation");
  });
});
