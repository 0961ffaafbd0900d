import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readWav } from "../../src/voice/audio/read-wav.ts";
import { configFolder } from "../run-loci.ts";
import { useFixture, useTempFolder } from "../temp.ts";
import { describeWith } from "../voice/programs.ts";
import {
  maxStopMs,
  sayInto,
  speech,
  startLoci,
  type Talking,
  useFakeSound,
} from "./voice-world.ts";

/** A running `loci up`, and how to ask it. */
async function startUp(root: string, env: Record<string, string>) {
  const up = startLoci(["up", "--port", "0", "--vault", root], {
    LOCI_SITE_ENABLED: "false",
    ...env,
  });
  await up.until("Sync:");
  const [, base = ""] = /(http:\S+)\/login\?code=/.exec(up.stderr()) ?? [];
  const token = readFileSync(join(configFolder, "token"), "utf8").trim();
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(base + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });
  return { up, ask };
}

const eventsOf = async (answer: Response): Promise<Record<string, unknown>[]> =>
  (await answer.text())
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice(6)));

describeWith(speech, "loci up with voice", () => {
  test("a recorded turn is answered by events and speech, and the session goes on by text", async () => {
    const root = useFixture("starter");
    const { ask, up } = await startUp(root, {});
    const wav = sayInto(
      join(useTempFolder(), "key.wav"),
      "remember that the key is under the big pot",
    );
    const headers = { "content-type": "audio/wav" };
    const body = readFileSync(wav);
    const answer = await ask("/api/voice?person=ana&speak=true", { method: "POST", headers, body });
    const events = await eventsOf(answer);
    const find = (type: string) => events.find((event) => event.type === type);
    expect(find("heard")).toMatchObject({ taken: true });
    expect(find("session")).toMatchObject({ person: "ana", mode: "voice" });
    expect(find("spoken")).toMatchObject({ isInterrupted: false });
    const { rate, pcm } = readWav(Buffer.from(String(find("audio")?.wav), "base64"));
    expect(pcm.length / rate).toBeGreaterThan(0.5);
    const next = await ask("/api/chat", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ session: find("session")?.id, message: "where is the key?" }),
    });
    expect(JSON.stringify(await eventsOf(next))).toContain("under the big pot");
    expect(up.stdout() + up.stderr()).not.toContain("pot");
    expect((await up.stop()).code).toBe(0);
  });

  test("a tap lets the microphone be heard; what is said stands in no log; it ends in time", async () => {
    const root = useFixture("starter");
    const wav = sayInto(
      join(useTempFolder(), "key.wav"),
      "remember that the key is under the big pot",
    );
    const sound = useFakeSound(wav);
    const { ask, up } = await startUp(root, {
      ...sound.env,
      LOCI_VOICE_ENABLED: "true",
      LOCI_VOICE_ACTIVATION: "open",
    });
    await untilIt(async () => sound.played() > 10_000);
    const state = await (await ask("/api/voice")).json();
    expect(state).toMatchObject({
      running: true,
      activation: "open",
      transcriber: { id: "pocketsphinx", isCloud: false },
      troubles: [],
    });
    const press = { method: "POST", headers: { "content-type": "application/json" } };
    const pressed = await ask("/api/voice/press", { ...press, body: '{"press":"tap"}' });
    expect(await pressed.json()).toEqual({ pressed: "tap" });
    expect((await ask("/api/voice/hush", { method: "POST" })).status).toBe(200);
    await checkEnd(up, sound.recording);
    expect(up.stdout() + up.stderr()).not.toContain("big pot");
    expect(up.stderr()).toContain("Digested a conversation");
  });
});

async function checkEnd(up: Talking, recording: () => readonly number[]): Promise<void> {
  const { code, ms } = await up.stop();
  expect(code).toBe(0);
  expect(ms).toBeLessThan(maxStopMs);
  expect(recording()).toEqual([]);
}

async function untilIt(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error("It never came to that");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
