import type { RealtimeResponse, RealtimeServerEvent } from "openai/resources/realtime/realtime";
import type { LociError } from "../../errors.ts";
import { type Asked, toModelError } from "../servers/failure.ts";

/** What comes of a conversation, as it is read below; at last that it is over. */
export type RealtimeEvent =
  | NonNullable<ReturnType<typeof readRealtimeEvent>>
  | { readonly type: "closed"; readonly error: LociError };

/** The end of an answer. */
export type RealtimeDone = Extract<RealtimeEvent, { readonly type: "done" }>;

/** What an event was sent for: its id begins so, and a refusal names the id. */
export type EventPurpose = "hear" | "respond" | "cancel" | "state";

/** Reads what a server sent; undefined for what does not matter here. Throws where a word in it is none. */
export function readRealtimeEvent(server: Asked, event: RealtimeServerEvent) {
  switch (event.type) {
    // What was heard last is an item now.
    case "input_audio_buffer.committed":
      return { type: "heard" as const, item: event.item_id };
    case "conversation.item.input_audio_transcription.completed": {
      const { item_id: item, transcript, languages } = event;
      const language = languages?.[0]?.code ?? null;
      return { type: "transcript" as const, item, text: transcript.trim(), language };
    }
    case "conversation.item.input_audio_transcription.failed": {
      const { item_id: item, error } = event;
      return { type: "untranscribed" as const, item, error: toError(server, error) };
    }
    // Words of the answer and its sound come side by side.
    case "response.output_audio_transcript.delta":
      if (event.delta === "") return undefined;
      return { type: "words" as const, item: event.item_id, text: event.delta.toWellFormed() };
    case "response.output_audio.delta": {
      const pcm: Uint8Array = Buffer.from(event.delta, "base64");
      return { type: "sound" as const, item: event.item_id, pcm };
    }
    case "response.done":
      return toDone(server, event.response);
    // Something that was asked for cannot be done; `state`: the server's conversation is not what it is taken for.
    case "error": {
      const [purpose] = event.error.event_id?.split("_") ?? [];
      if (purpose === "cancel") return undefined; // The answer had ended by itself.
      const what = purpose === "hear" || purpose === "respond" ? purpose : "state";
      return { type: "refused" as const, what, error: toError(server, event.error) };
    }
    default:
      return undefined;
  }
}

function toDone(server: Asked, response: RealtimeResponse) {
  const calls = (response.output ?? []).flatMap((item) => {
    if (item.type !== "function_call") return [];
    const { id = "", call_id = "", name, arguments: words } = item;
    return [{ item: id, id: call_id, name: name.trim(), arguments: words.trim() }];
  });
  return { type: "done" as const, end: toEnd(server, response, calls.length > 0), calls };
}

function toEnd(
  server: Asked,
  { status, status_details: details }: RealtimeResponse,
  hasCalls: boolean,
): "stop" | "tools" | "length" | "filtered" | "cancelled" | LociError {
  if (status === "completed") return hasCalls ? "tools" : "stop";
  if (status === "cancelled") return "cancelled";
  if (status === "incomplete") return details?.reason === "content_filter" ? "filtered" : "length";
  return toError(server, details?.error ?? {});
}

function toError(
  server: Asked,
  error: { readonly code?: string | null; readonly message?: string | null },
): LociError {
  const words = error.message ?? error.code ?? "no reason given";
  return toModelError(server, Object.assign(new Error(words), { code: error.code, error }));
}
