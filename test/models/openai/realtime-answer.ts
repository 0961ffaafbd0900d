import { bytesPerMs, emit, newId, type Session } from "./realtime-session.ts";

/** Answers as the test says, until it is cancelled or the connection breaks. */
export async function respond(session: Session): Promise<void> {
  const { server, instructions, tools } = session;
  const asked = { items: [...server.items], instructions, tools };
  server.asked.push(asked);
  const response = { id: newId(session), isCancelled: false };
  session.response = response;
  emit(session, { type: "response.created", response: { id: response.id, status: "in_progress" } });
  const output: object[] = [];
  const isOver = (): boolean => response.isCancelled || session.isClosed;
  let ending: object = { status: "completed", status_details: null };
  for (const step of server.onRespond(asked, server.asked.length)) {
    if ("wait" in step) await step.wait;
    if (isOver()) break;
    if ("words" in step) say(session, response.id, step);
    if ("call" in step) output.push(callTool(session, response.id, step));
    if ("drop" in step) session.peer.break();
    if ("fail" in step) ending = failedWith(step.fail);
  }
  const reason = "client_cancelled";
  const cancelled = { status: "cancelled", status_details: { type: "cancelled", reason } };
  finish(session, response.isCancelled ? cancelled : ending, output);
}

const failedWith = (error: object): object => ({
  status: "failed",
  status_details: { type: "failed", error: { type: "server_error", ...error } },
});

function finish(session: Session, how: object, output: readonly object[]): void {
  session.response = undefined;
  const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
  emit(session, {
    type: "response.done",
    response: { object: "realtime.response", ...how, output, usage },
  });
  emit(session, { type: "rate_limits.updated", rate_limits: [] });
}

/** Words and their sound side by side, a few at a time, as one item of the answer. */
function say(
  session: Session,
  response_id: string,
  { words, ms }: { readonly words: string; readonly ms: number },
): void {
  const { items } = session.server;
  const item_id = `${response_id}_words`;
  const about = { response_id, item_id, output_index: 0, content_index: 0 };
  const at = items.findIndex(({ id }) => id === item_id);
  if (at === -1) {
    const item = { id: item_id, type: "message", role: "assistant", content: [] };
    const previous_item_id = items.at(-1)?.id ?? null;
    emit(session, { type: "response.output_item.added", response_id, output_index: 0, item });
    emit(session, { type: "conversation.item.added", item, previous_item_id });
    emit(session, { type: "response.content_part.added", ...about, part: { type: "audio" } });
  }
  const before = items[at] ?? { text: "", soundMs: 0 };
  const pieces = words.split(/(?<= )/);
  const msOfPiece = Math.round(ms / pieces.length);
  const soundMs = (before.soundMs ?? 0) + msOfPiece * pieces.length;
  const made = { id: item_id, kind: "assistant", text: before.text + words, soundMs } as const;
  items.splice(at === -1 ? items.length : at, 1, made);
  for (const piece of pieces) {
    emit(session, { type: "response.output_audio_transcript.delta", ...about, delta: piece });
    const delta = Buffer.alloc(msOfPiece * bytesPerMs, 1).toString("base64");
    emit(session, { type: "response.output_audio.delta", ...about, delta });
  }
}

function callTool(
  session: Session,
  response_id: string,
  { call: name, arguments: given }: { readonly call: string; readonly arguments: object },
): object {
  const id = newId(session);
  const call_id = `call_${session.count}`;
  const text = JSON.stringify(given);
  session.server.items.push({ id, kind: "call", text, callId: call_id });
  const item = { id, type: "function_call", status: "completed", call_id, name, arguments: text };
  const about = { response_id, item_id: id, output_index: 0, call_id };
  emit(session, { type: "response.output_item.added", response_id, output_index: 0, item });
  emit(session, { type: "response.function_call_arguments.delta", ...about, delta: text });
  emit(session, { type: "response.function_call_arguments.done", ...about, name, arguments: text });
  emit(session, { type: "response.output_item.done", response_id, output_index: 0, item });
  return item;
}
