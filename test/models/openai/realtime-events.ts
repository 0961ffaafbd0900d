import { z } from "zod";

/** What a client may send, and nothing else: unknown events and fields are violations. */
const id = z.string().min(1).max(32);
const text = z.string().min(1);
const pcm = z.strictObject({ type: z.literal("audio/pcm"), rate: z.literal(24_000) });

const tool = z.strictObject({
  type: z.literal("function"),
  name: z.string().regex(/^[\w-]{1,64}$/),
  description: z.string().optional(),
  parameters: z.looseObject({ type: z.literal("object") }).optional(),
});

const transcription = z.strictObject({
  model: text,
  languages: z.array(z.string().regex(/^[a-z]{2}$/)).optional(),
  keywords: z.array(text).optional(),
});
const input = z.strictObject({ format: pcm, turn_detection: z.null(), transcription });
const output = z.strictObject({ format: pcm, voice: text.optional() });

const session = z.strictObject({
  type: z.literal("realtime"),
  output_modalities: z.tuple([z.enum(["audio", "text"])]).optional(),
  instructions: z.string().optional(),
  tools: z.array(tool).optional(),
  audio: z.strictObject({ input: input.optional(), output: output.optional() }).optional(),
});

const message = <R extends string, T extends string>(role: R, type: T) =>
  z.strictObject({
    id,
    type: z.literal("message"),
    role: z.literal(role),
    content: z.tuple([z.strictObject({ type: z.literal(type), text })]),
  });

const item = z.union([
  message("user", "input_text"),
  message("assistant", "output_text"),
  z.strictObject({
    id,
    type: z.literal("function_call"),
    call_id: id,
    name: text,
    arguments: z.string(),
  }),
  z.strictObject({
    id,
    type: z.literal("function_call_output"),
    call_id: id,
    output: z.string(),
  }),
]);

const event = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.strictObject({ type: z.literal(type), event_id: text.max(512).optional(), ...shape });

export const clientEvent = z.discriminatedUnion("type", [
  event("session.update", { session }),
  event("input_audio_buffer.append", { audio: z.base64().max(15 * 2 ** 20) }),
  event("input_audio_buffer.commit", {}),
  event("conversation.item.create", { previous_item_id: text, item }),
  event("conversation.item.delete", { item_id: text }),
  event("conversation.item.truncate", {
    item_id: text,
    content_index: z.literal(0),
    audio_end_ms: z.int().min(0),
  }),
  event("response.create", {}),
  event("response.cancel", {}),
]);
export type ClientEvent = z.infer<typeof clientEvent>;
export type ClientEventOf<T extends ClientEvent["type"]> = Extract<ClientEvent, { type: T }>;
