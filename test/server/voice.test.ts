import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { LociError } from "../../src/errors.ts";
import type { ServedVoice } from "../../src/server/server-ports.ts";
import { fakeLoci, rawRequest, type Served, serve } from "./serve.ts";

const wav = Buffer.from("RIFF not looked at by the server");

const postWav = (
  served: Served,
  query = "",
  body: Uint8Array<ArrayBuffer> | Buffer<ArrayBuffer> = wav,
  type = "audio/wav",
): Promise<Response> =>
  served.ask(`/api/voice${query}`, { method: "POST", headers: { "content-type": type }, body });

const serveVoice = (voice: ServedVoice): Promise<Served> => serve(fakeLoci(), 0, undefined, voice);

const errorOf = async (answer: Response): Promise<unknown[]> => {
  const { error } = await answer.json();
  return [answer.status, error.code, error.message];
};

const deafTo = (problem: string | undefined) => ({ problem: () => problem });

test("GET /api/voice says what runs, and why it does not", async () => {
  const state = { state: "asleep", transcriber: { id: "pocketsphinx" }, troubles: [] };
  const running = {
    state: () => state,
    ...deafTo(undefined),
    press: () => {},
    stopSpeaking: () => {},
  };
  const on = await serveVoice({ running });
  expect(await (await on.ask("/api/voice")).json()).toEqual({
    running: true,
    problem: null,
    ...state,
  });
  const off = await serve();
  expect(await (await off.ask("/api/voice")).json()).toEqual({ running: false, problem: null });
  const broken = await serveVoice({ problem: "Cannot listen" });
  expect(await (await broken.ask("/api/voice")).json()).toEqual({
    running: false,
    problem: "Cannot listen",
  });
});

test("POST /api/voice/press and /api/voice/hush reach the ears that run", async () => {
  const said: string[] = [];
  const running = {
    state: () => ({}),
    ...deafTo(undefined),
    press: (press: string) => said.push(press),
    stopSpeaking: () => said.push("hush"),
  };
  const { post, ask } = await serveVoice({ running });
  for (const press of ["down", "up", "tap"]) {
    expect(await (await post("/api/voice/press", { press })).json()).toEqual({ pressed: press });
  }
  const hushed = await ask("/api/voice/hush", { method: "POST" });
  expect([hushed.status, await hushed.json()]).toEqual([200, { hushed: true }]);
  expect(said).toEqual(["down", "up", "tap", "hush"]);
});

test("ears that run and cannot hear say why, and refuse a press; what is held can be let go", async () => {
  const said: string[] = [];
  const sentence = 'Cannot listen to the microphone "default": it is gone';
  const running = {
    state: () => ({ state: "asleep" }),
    ...deafTo(sentence),
    press: (press: string) => said.push(press),
    stopSpeaking: () => {},
  };
  const { post, ask } = await serveVoice({ running });
  expect(await (await ask("/api/voice")).json()).toEqual({
    running: true,
    problem: sentence,
    state: "asleep",
  });
  for (const press of ["down", "tap"]) {
    const answer = await post("/api/voice/press", { press });
    expect(await errorOf(answer)).toEqual([409, "CANNOT_HEAR", sentence]);
  }
  expect((await post("/api/voice/press", { press: "up" })).status).toBe(200);
  expect(said).toEqual(["up"]);
});

test("a press that is none, and ears that do not run, get one sentence", async () => {
  const { post, ask } = await serve();
  expect(await errorOf(await post("/api/voice/press", { press: "hard" }))).toEqual([
    400,
    "BAD_INPUT",
    'Cannot use the field "press": it must be "down", "up" or "tap"',
  ]);
  const sentence =
    'Cannot reach the ears of this device: they do not run; set voice.enabled in device.yaml and start "loci up" again';
  expect(await errorOf(await post("/api/voice/press", { press: "tap" }))).toEqual([
    404,
    "NOT_FOUND",
    sentence,
  ]);
  expect(await errorOf(await ask("/api/voice/hush", { method: "POST" }))).toEqual([
    404,
    "NOT_FOUND",
    sentence,
  ]);
});

test("POST /api/voice hands recording and names over, and streams what comes of it", async () => {
  const served = await serve();
  served.loci.events = async function* () {
    yield { type: "heard", text: "which rice", taken: true };
    yield { type: "audio", wav: "UklGRg==" };
  };
  const answer = await postWav(served, "?session=01A&person=ana&agent=home&speak=true");
  expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(await answer.text()).toBe(
    'data: {"type":"heard","text":"which rice","taken":true}\n\n' +
      'data: {"type":"audio","wav":"UklGRg=="}\n\n' +
      "event: done\ndata: {}\n\n",
  );
  const conversation = { person: "ana", agent: "home", resume: "01A" };
  expect(served.loci.turnsTaken).toEqual([{ wav, conversation, speak: true }]);
  await (await postWav(served)).text();
  expect(served.loci.turnsTaken[1]).toEqual({ wav, conversation: {}, speak: false });
});

test("POST /api/voice refuses what is no recording, too large, or wrongly asked", async () => {
  const served = await serve();
  const large = Buffer.alloc(5 * 1024 * 1024 + 1);
  const answers = [
    await postWav(served, "", wav, "application/json"),
    await postWav(served, "", large),
    await postWav(served, "?speak=maybe"),
    await postWav(served, "?volume=11"),
  ];
  expect(await Promise.all(answers.map(errorOf))).toEqual([
    [
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      'Cannot read a body of type "application/json": send a plain WAV file as "Content-Type: audio/wav"',
    ],
    [
      413,
      "TOO_LARGE",
      "Cannot read the recording: it is larger than 5 MB; send 16 kHz mono, one turn at a time",
    ],
    [400, "BAD_INPUT", 'Cannot use the field "speak": it must be true or false'],
    [
      400,
      "BAD_INPUT",
      'Cannot use the field "volume": there is no such field; there are session, person, agent, speak',
    ],
  ]);
  served.loci.failure = new LociError("BAD_INPUT", "Cannot read the recording: it is no WAV file");
  expect(await errorOf(await postWav(served))).toEqual([
    400,
    "BAD_INPUT",
    "Cannot read the recording: it is no WAV file",
  ]);
  expect(served.loci.turnsTaken).toEqual([]);
});

test("one turn at a time for a conversation, and few at all; each that ends makes room", async () => {
  const served = await serve();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  served.loci.events = async function* () {
    yield { type: "state", state: "thinking" };
    await gate;
  };
  const first = await postWav(served, "?session=01A");
  expect(await errorOf(await postWav(served, "?session=01A"))).toEqual([
    503,
    "BUSY",
    'Cannot take another recorded turn: the conversation "01A" is being answered; try again in a moment',
  ]);
  const others = await Promise.all(["", "", ""].map(() => postWav(served)));
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await errorOf(await postWav(served))).toEqual([
    503,
    "BUSY",
    "Cannot take another recorded turn: 4 others are being answered; try again in a moment",
  ]);
  open();
  for (const answer of [first, ...others]) await answer.text();
  expect((await postWav(served, "?session=01A")).status).toBe(200);
});

test("who hangs up calls the turn off, and the conversation is free again", async () => {
  const served = await serve();
  const { promise: calledOff, resolve } = Promise.withResolvers<void>();
  served.loci.events = async function* (signal) {
    signal.addEventListener("abort", () => resolve());
    yield { type: "state", state: "thinking" };
    await new Promise(() => {});
  };
  const leave = new AbortController();
  const headers = { "content-type": "audio/wav" };
  await served.ask("/api/voice?session=01A", {
    method: "POST",
    headers,
    body: wav,
    signal: leave.signal,
  });
  leave.abort();
  await calledOff;
  await sleep(20);
  expect((await postWav(served, "?session=01A")).status).toBe(200);
});

test("the door is that of every other address: token, Host, Origin", async () => {
  const { port, token } = await serve();
  const authorization = `Bearer ${token}`;
  const paths = ["/api/voice", "/api/voice/press", "/api/voice/hush"];
  for (const path of paths) {
    const ask = async (headers: Record<string, string>, method = "POST") =>
      (await rawRequest(port, { path, method, headers })).status;
    expect(await ask({})).toBe(401);
    expect(await ask({ authorization, host: "evil.example" })).toBe(403);
    expect(await ask({ authorization, origin: "https://evil.example" })).toBe(403);
    expect(await ask({ authorization }, "DELETE")).toBe(405);
  }
});

test("bodies that never end keep nobody else waiting", async () => {
  const served = await serve();
  const head = (session: string): string =>
    [
      `POST /api/voice${session} HTTP/1.1`,
      `host: 127.0.0.1:${served.port}`,
      `authorization: Bearer ${served.token}`,
      "content-type: audio/wav",
      "content-length: 1000",
      "",
      "RIFF",
    ].join("\r\n");
  const sockets = ["?session=01A", "", "", "", ""].map((session) => {
    const socket = connect(served.port, "127.0.0.1", () => socket.write(head(session)));
    socket.on("error", () => {});
    return socket;
  });
  await sleep(200);
  expect((await postWav(served, "?session=01A")).status).toBe(200);
  expect((await postWav(served)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});
