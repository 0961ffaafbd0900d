import type { RealtimeResponse, RealtimeServerEvent } from "openai/resources/realtime/realtime";
import type { LociError } from "../../errors.ts";
import type { ToolCall } from "../respond.ts";
import { type Asked, toModelError } from "../servers/failure.ts";

/** What comes of a conversation. */
export type RealtimeEvent =
  /** What was heard last is an item now. */
  | { readonly type: "heard"; readonly item: string }
  | {
      readonly type: "transcript";
      readonly item: string;
      readonly text: string;
      readonly language: string | null;
    }
  | { readonly type: "untranscribed"; readonly item: string; readonly error: LociError }
  /** Words of the answer, and its sound; they come side by side. */
  | { readonly type: "words"; readonly item: string; readonly text: string }
  | { readonly type: "sound"; readonly item: string; readonly pcm: Uint8Array }
  | RealtimeDone
  /** Something that was asked for cannot be done; `state`: the server's conversation is not what it is taken for. */
  | {
      readonly type: "refused";
      readonly what: "hear" | "respond" | "state";
      readonly error: LociError;
    }
  | { readonly type: "closed"; readonly error: LociError };

/** The end of an answer. */
export interface RealtimeDone {
  readonly type: "done";
  readonly end: "stop" | "tools" | "length" | "filtered" | "cancelled" | LociError;
  readonly calls: readonly (ToolCall & { readonly item: string })[];
}

/** What an event was sent for: its id begins so, and a refusal names the id. */
export type EventPurpose = "hear" | "respond" | "cancel" | "state";

/** Reads what a server sent; undefined for what does not matter here. Throws where a word in it is none. */
export function readRealtimeEvent(
  server: Asked,
  event: RealtimeServerEvent,
): RealtimeEvent | undefined {
  switch (event.type) {
    case "input_audio_buffer.committed":
      return { type: "heard", item: event.item_id };
    case "conversation.item.input_audio_transcription.completed": {
      const { item_id: item, transcript, languages } = event;
      const language = languages?.[0]?.code ?? null;
      return { type: "transcript", item, text: transcript.trim(), language };
    }
    case "conversation.item.input_audio_transcription.failed":
      return { type: "untranscribed", item: event.item_id, error: toError(server, event.error) };
    case "response.output_audio_transcript.delta":
      if (event.delta === "") return undefined;
      return { type: "words", item: event.item_id, text: event.delta.toWellFormed() };
    case "response.output_audio.delta":
      return { type: "sound", item: event.item_id, pcm: Buffer.from(event.delta, "base64") };
    case "response.done":
      return toDone(server, event.response);
    case "error": {
      const [purpose] = event.error.event_id?.split("_") ?? [];
      if (purpose === "cancel") return undefined; // The answer had ended by itself.
      const what = purpose === "hear" || purpose === "respond" ? purpose : "state";
      return { type: "refused", what, error: toError(server, event.error) };
    }
    default:
      return undefined;
  }
}

function toDone(server: Asked, response: RealtimeResponse): RealtimeDone {
  const calls = (response.output ?? []).flatMap((item) => {
    if (item.type !== "function_call") return [];
    const { id = "", call_id = "", name, arguments: words } = item;
    return [{ item: id, id: call_id, name: name.trim(), arguments: words.trim() }];
  });
  return { type: "done", end: toEnd(server, response, calls.length > 0), calls };
}

function toEnd(
  server: Asked,
  { status, status_details: details }: RealtimeResponse,
  hasCalls: boolean,
): RealtimeDone["end"] {
  if (status === "completed") return hasCalls ? "tools" : "stop";
  if (status === "cancelled") return "cancelled";
  if (status === "incomplete") return details?.reason === "content_filter" ? "filtered" : "length";
  return toError(server, details?.error ?? {});
}

/** What the codes of events are as a status of HTTP, by which failures are sorted. */
const statusByCode: Readonly<Record<string, number>> = {
  insufficient_quota: 402,
  rate_limit_exceeded: 429,
  invalid_api_key: 401,
};

function toError(
  server: Asked,
  { code, message }: { readonly code?: string | null; readonly message?: string | null },
): LociError {
  const status = statusByCode[code ?? ""] ?? 500;
  const words = message ?? code ?? "no reason given";
  return toModelError(server, Object.assign(new Error(words), { status }));
}
