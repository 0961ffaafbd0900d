import { expect, test } from "vitest";
import type { Reply } from "../chat-replies.ts";
import { useChatServer } from "../use-chat-server.ts";

const chat = useChatServer();
const { key, stated } = chat;

const json = "application/json";
const error = (message: string, code: string) => ({ message, code });

test("createOpenAiModel() says in one sentence what failed", { timeout: 60_000 }, async () => {
  const faults: [string, Reply][] = [
    ["the key is refused", { status: 401, error: `Incorrect API key: ${key}` }],
    ["the request is refused", { status: 400, error: "bad temperature" }],
    ["a filter refuses", { status: 400, error: error("filtered", "content_filter") }],
    ["too much was sent", { status: 400, error: "maximum context length is 4096" }],
    ["the quota is used", { status: 429, error: error("none", "insufficient_quota") }],
    ["the server is busy", { status: 429, error: "slow down" }],
    ["the server fails", { status: 500, error: "boom" }],
    ["it sends elsewhere", { status: 302, headers: { location: "https://e.org/" } }],
    ["an HTML page answers", { raw: `<title>${key}</title>`, contentType: "text/html" }],
    ["an event is half a JSON", { raw: `data: {"choices":[{"x":"${key}\n\n` }],
    ["nothing is in the answer", { raw: "" }],
    ["the answer breaks off", { text: "half an", cut: "end" }],
    ["the connection breaks", { text: "half an", cut: "destroy" }],
    ["an error comes in the stream", { raw: 'data: {"error":{"code":429}}\n\n' }],
    ["an error comes as an event", { raw: 'event: error\ndata: {"message":"x"}\n\n' }],
    ["nothing comes", { hang: true }],
    ["nothing comes but the beginning", { text: "", cut: "stall" }],
    ["the answer stops in the middle", { text: "half an", cut: "stall" }],
  ];
  const said: string[] = [];
  for (const [name, reply] of faults) {
    chat.server.always = reply;
    const waits = "hang" in Object(reply) || Object(reply).cut === "stall" ? 300 : 60_000;
    const failure = await chat.failure({ waits: { first: waits, stall: waits } });
    const [what = ""] = stated(failure).split("; ");
    said.push(`${name}: ${what.replace('Cannot ask "test-model" at "URL": ', "")}`);
  }
  expect(said).toMatchInlineSnapshot(`
    [
      "the key is refused: it refuses the key or wants one (401 Incorrect API key: [key])",
      "the request is refused: it refuses the request (400 bad temperature)",
      "a filter refuses: it will not answer to this (400 filtered)",
      "too much was sent: what is sent is too long for it (400 maximum context length is 4096)",
      "the quota is used: the account's quota is used up (429 none)",
      "the server is busy: it asks to wait (429 slow down)",
      "the server fails: it failed (500 boom)",
      "it sends elsewhere: its answer cannot be used (302 no)",
      "an HTML page answers: its answer cannot be used (it is empty)",
      "an event is half a JSON: its answer cannot be used (Error reading response: malformed server-sent event JSON.)",
      "nothing is in the answer: its answer cannot be used (it is empty)",
      "the answer breaks off: its answer cannot be used (it breaks off)",
      "the connection breaks: the connection failed (read ECONNRESET)",
      "an error comes in the stream: it asks to wait ({"code":429})",
      "an error comes as an event: it failed (x)",
      "nothing comes: no answer within 0.3 s",
      "nothing comes but the beginning: no answer within 0.3 s",
      "the answer stops in the middle: it fell silent in the middle of its answer for 0.3 s",
    ]
  `);
  expect(chat.server.violations).toEqual([]);
});

test("createOpenAiModel() says that nobody listens", async () => {
  await chat.server.close();
  const failure = await chat.failure();
  expect(failure.data.reason).toBe("connection");
  expect(stated(failure)).toMatch(/the connection failed \(.*ECONNREFUSED.*\); start/);
  expect((await chat.model().probe())?.message).toBe(failure.message);
  await chat.restart();
});

test("createOpenAiModel() shows no part of the key where the server's words are cut", async () => {
  for (let before = 130; before < 165; before += 3) {
    chat.server.replies.push({ status: 400, error: "y".repeat(before) + key });
    const failure = await chat.failure();
    expect(`${failure.message} ${String(failure.cause)}`).not.toContain(key.slice(0, 6));
  }
});

test("probe() of a server says whether it answers, takes the key and has the model", async () => {
  const probe = async (...ids: string[]): Promise<string> => {
    const raw = JSON.stringify({ data: ids.map((id) => ({ id })) });
    chat.server.list = { raw, contentType: json };
    return stated(await chat.model({ model: "gpt-5-minni" }).probe());
  };
  expect(await chat.model().probe()).toBeUndefined();
  expect(stated(await chat.model({ key: "sk-other" }).probe())).toMatch(
    /it refuses the key or wants one \(401 Incorrect API key provided: Bearer \[key\]\); set one/,
  );
  expect(await probe("whisper-1", "gpt-5-mini", "gpt-5")).toMatch(
    /it knows no such model or address \(did you mean "gpt-5-mini"\?\); load/,
  );
  expect(await probe("a", "b", "c", "d", "e", "f")).toMatch(/\(it has "a", "b", "c", "d", "e"\)/);
  expect(await probe()).toMatch(/no such model or address \(it has none at all\); load/);
  // llama.cpp has one model for all names.
  for (const id of ["gpt-5-minni:latest", "/m/x.gguf"]) expect(await probe(id)).toBe("no failure");
  chat.server.list = { raw: "<html>", contentType: "text/html" };
  expect((await chat.model().probe())?.data.reason).toBe("answer");
});
