import { expect, test } from "vitest";
import { LociError } from "../../src/errors.ts";
import type { ServedVoice } from "../../src/server/voice-routes.ts";
import { type Served, serve } from "./serve.ts";

const wav = Buffer.from("RIFF not looked at by the server");

const sendWav = ({ ask }: Served, query = "", type = "audio/wav", body = wav): Promise<Response> =>
  ask(`/api/voice${query}`, { method: "POST", headers: { "content-type": type }, body });

const said = async (answer: Promise<Response>): Promise<[number, Record<string, unknown>]> => [
  (await answer).status,
  Object(await (await answer).json()),
];

/** Ears that note what is done with them. */
function createEars(troubles: readonly { part: string; message: string }[] = []) {
  const done: string[] = [];
  const running = {
    state: "listening",
    inUse: { microphone: "a microphone" },
    troubles: () => troubles,
    press: (press: string) => void done.push(press),
    stopSpeaking: () => void done.push("hush"),
  };
  return { done, voice: { running } as unknown as ServedVoice };
}

test("/api/voice says whether this device listens, or why not", async () => {
  const state = async (voice?: ServedVoice) => {
    const { ask } = await serve({ voice });
    return (await said(ask("/api/voice")))[1];
  };
  expect(await state()).toEqual({ running: false, problem: null });
  expect(await state({ problem: "no microphone" })).toMatchObject({ problem: "no microphone" });
  const { voice } = createEars();
  expect(await state(voice)).toEqual({
    ...{ running: true, problem: null, state: "listening" },
    ...{ microphone: "a microphone", troubles: [] },
  });
});

test("its button is pressed, and what it says is cut off, where there is one that hears", async () => {
  const { voice, done } = createEars();
  const { post } = await serve({ voice });
  for (const press of ["down", "up", "tap"])
    expect(await said(post("/api/voice/press", { press }))).toEqual([200, { pressed: press }]);
  expect(await said(post("/api/voice/hush", {}))).toEqual([200, { hushed: true }]);
  expect((await post("/api/voice/press", { press: "hard" })).status).toBe(400);
  expect(done).toEqual(["down", "up", "tap", "hush"]);
  const deaf = createEars([{ part: "microphone", message: "The microphone is gone" }]);
  const other = await serve({ voice: deaf.voice });
  const failed = await said(other.post("/api/voice/press", { press: "tap" }));
  expect(failed).toMatchObject([503, { error: { message: "The microphone is gone" } }]);
  expect((await other.post("/api/voice/press", { press: "up" })).status).toBe(200);
  const none = await serve();
  for (const path of ["/api/voice/press", "/api/voice/hush"])
    expect((await none.post(path, { press: "tap" })).status).toBe(404);
});

test("a recorded turn is handed over as it came, and what comes of it arrives as events", async () => {
  const served = await serve();
  const answer = await sendWav(served, "?session=01A&person=&agent=chef&speak=true");
  expect(await answer.text()).toBe(
    'data: {"type":"delta","text":"Hello"}\n\nevent: done\ndata: {}\n\n',
  );
  const conversation = { person: null, agent: "chef", resume: "01A" };
  const turn = { wav: new Uint8Array(wav), conversation, speak: true };
  expect(served.loci.asked).toEqual([["recordedTurn", turn]]);
  for (const [query, type, body, status] of [
    ["?speak=perhaps", "audio/wav", wav, 400],
    ["?volume=5", "audio/wav", wav, 400],
    ["", "audio/wav", Buffer.alloc(5 * 2 ** 20 + 1), 413],
  ] as const)
    expect((await sendWav(served, query, type, body)).status).toBe(status);
  served.loci.failure = new LociError("BAD_INPUT", "Cannot read the recording: it is no WAV file");
  expect((await said(sendWav(served)))[1]).toMatchObject({ error: { code: "BAD_INPUT" } });
  expect(served.loci.asked).toHaveLength(1);
});

test("/api/sync says how the vault stands, and runs a round, with a body or without", async () => {
  const { ask, post, loci } = await serve();
  expect(await said(ask("/api/sync"))).toMatchObject([200, { branch: "main", failure: null }]);
  expect((await said(ask("/api/sync", { method: "POST" })))[1]).toMatchObject({ committed: 1 });
  await post("/api/sync", { acceptDeletions: true });
  for (const acceptPurge of [true, false]) await post("/api/sync", { acceptPurge });
  expect((await post("/api/sync", { force: true })).status).toBe(400);
  expect(loci.asked.slice(1)).toMatchObject([
    ["round", { accept: { deletions: false } }],
    ["round", { accept: { deletions: true } }],
    ["round", { accept: { deletions: false, purge: true } }],
    ["round", { accept: { deletions: false, purge: false } }],
  ]);
});
