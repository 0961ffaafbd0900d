import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ChatRequest } from "./chat-rules.ts";
import { refuse } from "./strict-server.ts";

interface ScriptedCall {
  readonly id?: string;
  readonly name: string;
  /** An object is written as JSON. */
  readonly arguments: string | object;
}

/** An answer in the protocol's own form. */
interface Answer {
  /** Streamed in pieces: these, or of a few characters each. */
  readonly text?: string | readonly string[];
  /** Arguments come in fragments. */
  readonly toolCalls?: readonly ScriptedCall[];
  readonly refusal?: string;
  /** "stop" or "tool_calls" by default; null: none is sent. */
  readonly finish?: string | null;
  /** Milliseconds between two pieces. */
  readonly gapMs?: number;
  /** After the pieces, in place of what ends an answer: silence, a reset, or the end of the connection. */
  readonly cut?: "stall" | "destroy" | "end";
}

/** An error of OpenAI's form; an object in place of a sentence is sent as `error`. */
interface Refusal {
  readonly status: number;
  readonly error?: string | object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** These bytes as the body, then its end unless `open`. */
interface RawBody {
  readonly raw: string | Buffer | readonly (string | Buffer)[];
  readonly contentType?: string;
  readonly gapMs?: number;
  readonly open?: boolean;
}

/** What a server does with a request. A text is an answer; `json` is one in JSON; with `hang` no byte is sent. */
export type Reply =
  | string
  | Answer
  | { readonly json: unknown }
  | Refusal
  | RawBody
  | { readonly hang: true }
  | { readonly reset: true }
  | ((request: ChatRequest) => Reply);

/** Sends a reply. `chat` is undefined for a request that is no chat: only the plain faults make sense then. */
export async function sendReply(
  reply: Reply,
  chat: ChatRequest,
  response: ServerResponse,
): Promise<void> {
  if (typeof reply === "function") return sendReply(reply(chat), chat, response);
  if (typeof reply === "string") return sendAnswer({ text: reply }, chat, response);
  if ("json" in reply) return sendAnswer({ text: JSON.stringify(reply.json) }, chat, response);
  if ("hang" in reply) return;
  if ("reset" in reply) {
    response.socket?.resetAndDestroy();
    return;
  }
  if ("status" in reply) {
    return refuse(response, reply.status, reply.error ?? "no", reply.headers);
  }
  if ("raw" in reply) return sendRaw(reply, response);
  return sendAnswer(reply, chat, response);
}

async function sendRaw(reply: RawBody, response: ServerResponse): Promise<void> {
  const { raw, contentType = "text/event-stream", gapMs = 0, open = false } = reply;
  response.writeHead(200, { "content-type": contentType });
  for (const piece of typeof raw === "string" || Buffer.isBuffer(raw) ? [raw] : raw) {
    if (response.destroyed) return;
    response.write(piece);
    await sleep(gapMs); // Also with 0: a piece by itself.
  }
  if (!open) response.end();
}

async function sendAnswer(
  answer: Answer,
  chat: ChatRequest,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const chunk of toChunks(answer, chat)) {
    if (response.destroyed) return;
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    if (answer.gapMs !== undefined) await sleep(answer.gapMs);
  }
  if (answer.cut === "stall") return;
  if (answer.cut === "destroy") {
    await sleep(20); // So that what was written arrives before the reset.
    response.socket?.resetAndDestroy();
    return;
  }
  if (answer.cut === undefined) response.write("data: [DONE]\n\n");
  response.end();
}

function toChunks(answer: Answer, chat: ChatRequest): unknown[] {
  const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: chat.model };
  const chunk = (delta: object, finish: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const deltas = [
    { role: "assistant", content: "" },
    ...piecesOf(answer.text ?? "").map((content) => ({ content })),
    ...piecesOf(answer.refusal ?? "").map((refusal) => ({ refusal })),
    ...(answer.toolCalls ?? []).flatMap(toCallDeltas),
  ];
  const chunks: unknown[] = deltas.map((delta) => chunk(delta));
  if (answer.cut !== undefined) return chunks;
  const finish = finishOf(answer);
  if (finish !== null) chunks.push(chunk({}, finish));
  return chunks;
}

function finishOf({ finish, toolCalls }: Answer): string | null {
  return finish === undefined ? (toolCalls?.length ? "tool_calls" : "stop") : finish;
}

function piecesOf(text: string | readonly string[]): readonly string[] {
  return typeof text === "string" ? (text.match(/[\s\S]{1,7}/g) ?? []) : text;
}

function toCallDeltas(call: ScriptedCall, index: number): object[] {
  const first = {
    index,
    id: call.id ?? `call_${index}`,
    type: "function",
    function: { name: call.name, arguments: "" },
  };
  const rest = piecesOf(argumentsOf(call)).map((piece) => ({
    index,
    function: { arguments: piece },
  }));
  return [first, ...rest].map((fragment) => ({ tool_calls: [fragment] }));
}

function argumentsOf(call: ScriptedCall): string {
  return typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
}
