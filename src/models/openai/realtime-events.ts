import { z } from "zod";
import type { RealtimeDone, RealtimeEvent } from "../realtime.ts";
import type { Failure } from "../servers/model-error.ts";
import { modelError } from "../servers/model-error.ts";
import { type ModelServer, withoutKey } from "../servers/server-failure.ts";
import { short } from "../short.ts";

/** What an event was sent for: its id begins so, and a refusal names the id. */
export type EventPurpose = "hear" | "respond" | "cancel" | "state";

/** Reads what a server sent; undefined for what does not matter here. */
export function readRealtimeEvent(server: ModelServer, sent: unknown): RealtimeEvent | undefined {
  const read = eventSchema.safeParse(sent);
  if (!read.success) return undefined;
  const event = read.data;
  switch (event.type) {
    case "input_audio_buffer.committed":
      return { type: "heard", item: event.item_id };
    case "conversation.item.input_audio_transcription.completed": {
      const { item_id: item, transcript: text, languages } = event;
      return { type: "transcript", item, text, language: languages?.[0]?.code ?? null };
    }
    case "conversation.item.input_audio_transcription.failed":
      return { type: "untranscribed", item: event.item_id, error: toError(server, event.error) };
    case "response.output_audio_transcript.delta":
      if (event.delta === "") return undefined;
      return { type: "words", item: event.item_id, text: event.delta };
    case "response.output_audio.delta":
      return { type: "sound", item: event.item_id, pcm: Buffer.from(event.delta, "base64") };
    case "response.done":
      return toDone(server, event.response);
    case "error": {
      const [purpose] = event.error.event_id?.split("_") ?? [];
      // The answer had ended by itself.
      if (purpose === "cancel") return undefined;
      const what = purpose === "hear" || purpose === "respond" ? purpose : "state";
      return { type: "refused", what, error: toError(server, event.error) };
    }
  }
}

const errorSchema = z.object({
  type: z.string().nullish(),
  code: z.string().nullish(),
  message: z.string().nullish(),
  event_id: z.string().nullish(),
});

const callSchema = z.object({
  type: z.literal("function_call"),
  id: z.string(),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string(),
});

const responseSchema = z.object({
  status: z.string().nullish(),
  status_details: z
    .object({ reason: z.string().nullish(), error: errorSchema.nullish() })
    .nullish(),
  output: z.array(z.unknown()).default([]),
});

const delta = { item_id: z.string(), delta: z.string() };
const eventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("input_audio_buffer.committed"), item_id: z.string() }),
  z.object({
    type: z.literal("conversation.item.input_audio_transcription.completed"),
    item_id: z.string(),
    transcript: z.string(),
    languages: z.array(z.object({ code: z.string() })).nullish(),
  }),
  z.object({
    type: z.literal("conversation.item.input_audio_transcription.failed"),
    item_id: z.string(),
    error: errorSchema,
  }),
  z.object({ type: z.literal("response.output_audio_transcript.delta"), ...delta }),
  z.object({ type: z.literal("response.output_audio.delta"), ...delta }),
  z.object({ type: z.literal("response.done"), response: responseSchema }),
  z.object({ type: z.literal("error"), error: errorSchema }),
]);

function toDone(server: ModelServer, response: z.infer<typeof responseSchema>): RealtimeDone {
  const { status, status_details: details, output } = response;
  const calls = output.flatMap((item) => {
    const read = callSchema.safeParse(item);
    if (!read.success) return [];
    const { id, call_id, name, arguments: words } = read.data;
    return [{ item: id, id: call_id, name, arguments: words }];
  });
  return {
    type: "done",
    end: toEnd(server, status, details, calls.length > 0),
    calls,
  };
}

function toEnd(
  server: ModelServer,
  status: string | null | undefined,
  details: z.infer<typeof responseSchema>["status_details"],
  hasCalls: boolean,
): RealtimeDone["end"] {
  if (status === "completed") return hasCalls ? "tools" : "stop";
  if (status === "cancelled") return "cancelled";
  if (status === "incomplete") return details?.reason === "content_filter" ? "filtered" : "length";
  return toError(server, details?.error ?? {});
}

function toError(server: ModelServer, { code, message }: z.infer<typeof errorSchema>) {
  // Before the words are shortened: half a key is a secret too.
  const detail = short(withoutKey(message ?? code ?? "no reason given", server.key));
  return modelError(server, sortCode(code, detail));
}

function sortCode(
  code: string | null | undefined,
  detail: string,
): Omit<Failure<"quota" | "busy" | "key" | "server">, "passing"> {
  if (code === "insufficient_quota") {
    return { reason: "quota", state: `the account's quota is used up (${detail})` };
  }
  if (code === "rate_limit_exceeded") {
    return { reason: "busy", state: `it asks to wait (${detail}); try again later` };
  }
  if (code === "invalid_api_key") {
    return { reason: "key", state: `it refuses the key (${detail}); set one that is valid there` };
  }
  return { reason: "server", state: `it failed (${detail}); try again later` };
}
