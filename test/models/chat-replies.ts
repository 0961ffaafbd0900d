import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ChatRequest } from "./chat-rules.ts";
import { type Fault, isFault, sendFault } from "./strict-server.ts";

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

/** What a server does with a request. A text is an answer; `json` is one in JSON. */
export type Reply =
  | string
  | Answer
  | { readonly json: unknown }
  | Fault
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
  return isFault(reply) ? sendFault(reply, response) : sendAnswer(reply, chat, response);
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
