import { z } from "zod";

/** What a client may send, and nothing else: unknown events and fields are violations. */
const id = z.string().min(1).max(32);
const eventId = z.string().min(1).max(512).optional();
const pcm = z.strictObject({ type: z.literal("audio/pcm"), rate: z.literal(24_000) });

const tool = z.strictObject({
  type: z.literal("function"),
  name: z.string().regex(/^[\w-]{1,64}$/),
  description: z.string().optional(),
  parameters: z.looseObject({ type: z.literal("object") }).optional(),
});

const session = z.strictObject({
  type: z.literal("realtime"),
  output_modalities: z
    .array(z.enum(["audio", "text"]))
    .length(1)
    .optional(),
  instructions: z.string().optional(),
  tools: z.array(tool).optional(),
  audio: z
    .strictObject({
      input: z
        .strictObject({
          format: pcm,
          turn_detection: z.null(),
          transcription: z.strictObject({
            model: z.string().min(1),
            languages: z.array(z.string().regex(/^[a-z]{2}$/)).optional(),
            keywords: z.array(z.string().min(1)).optional(),
          }),
        })
        .optional(),
      output: z
        .strictObject({
          format: pcm,
          voice: z.string().min(1).optional(),
        })
        .optional(),
    })
    .optional(),
});

const text = (type: "input_text" | "output_text") =>
  z.array(z.strictObject({ type: z.literal(type), text: z.string().min(1) })).min(1);

const item = z.union([
  z.strictObject({
    id,
    type: z.literal("message"),
    role: z.literal("user"),
    content: text("input_text"),
  }),
  z.strictObject({
    id,
    type: z.literal("message"),
    role: z.literal("assistant"),
    content: text("output_text"),
  }),
  z.strictObject({
    id,
    type: z.literal("function_call"),
    call_id: id,
    name: z.string().min(1),
    arguments: z.string(),
  }),
  z.strictObject({
    id,
    type: z.literal("function_call_output"),
    call_id: id,
    output: z.string(),
  }),
]);
export type ClientItem = z.infer<typeof item>;

export const clientEvent = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("session.update"), event_id: eventId, session }),
  z.strictObject({
    type: z.literal("input_audio_buffer.append"),
    event_id: eventId,
    audio: z.base64().max(15 * 2 ** 20),
  }),
  z.strictObject({ type: z.literal("input_audio_buffer.commit"), event_id: eventId }),
  z.strictObject({
    type: z.literal("conversation.item.create"),
    event_id: eventId,
    previous_item_id: z.string().min(1),
    item,
  }),
  z.strictObject({
    type: z.literal("conversation.item.delete"),
    event_id: eventId,
    item_id: z.string().min(1),
  }),
  z.strictObject({
    type: z.literal("conversation.item.truncate"),
    event_id: eventId,
    item_id: z.string().min(1),
    content_index: z.literal(0),
    audio_end_ms: z.int().min(0),
  }),
  z.strictObject({ type: z.literal("response.create"), event_id: eventId }),
  z.strictObject({ type: z.literal("response.cancel"), event_id: eventId }),
]);
export type ClientEvent = z.infer<typeof clientEvent>;
