import { z } from "zod";

const line = z.string({ error: "it must be a text" }).trim().min(1, "it is empty");

const whole = "it must be a whole number from 1 to 1000";
const pages = "it must be a whole number from 1 on";
const yesOrNo = z.boolean({ error: "it must be true or false" });

/** A person; null, in a query an empty text, names explicitly nobody. */
const personOrNobody = line.nullable();

const page = {
  page: z.int({ error: pages }).min(1, pages).max(1_000_000, pages).exactOptional(),
  limit: z.int({ error: whole }).min(1, whole).max(1000, whole).exactOptional(),
};

const mode = z.enum(["text", "voice"], { error: 'it must be "text" or "voice"' });
const day = z.iso.date({ error: "write it as 2026-02-12" });

/** Body of `POST /api/recall`, and the parsed query of `GET /api/recall`. */
export const recallSchema = z.strictObject({
  query: line,
  k: z.int({ error: whole }).min(1, whole).max(1000, whole).exactOptional(),
  bank: line.exactOptional(),
  topic: line.exactOptional(),
  person: line.exactOptional(),
  agent: line.exactOptional(),
  since: line.exactOptional(),
  until: line.exactOptional(),
  archive: yesOrNo.exactOptional(),
});

/** Query of `GET /api/facts`. */
export const factsSchema = z.strictObject({
  query: line.exactOptional(),
  bank: line.exactOptional(),
  topic: line.exactOptional(),
  person: line.exactOptional(),
  agent: line.exactOptional(),
  ...page,
});

/** Body of `POST /api/facts`; `memory_bank` is another name of `bank`. */
export const factSchema = z.strictObject({
  text: line,
  topic: line.exactOptional(),
  bank: line.exactOptional(),
  memory_bank: line.exactOptional(),
  person: line.exactOptional(),
  agent: line.exactOptional(),
  date: line.exactOptional(),
  protect: yesOrNo.exactOptional(),
});

/** Body of `PUT /api/facts/{id}`: one of them at least. */
export const factChangeSchema = z.strictObject({
  text: line.exactOptional(),
  bank: line.exactOptional(),
  memory_bank: line.exactOptional(),
  protected: yesOrNo.exactOptional(),
});

/** Body of `POST /api/undo`. */
export const undoSchema = z.strictObject({ id: line });

/** Body of `POST /api/chat`. */
export const chatSchema = z.strictObject({
  message: line,
  session: line.exactOptional(),
  person: personOrNobody.exactOptional(),
  agent: line.exactOptional(),
  language: line.exactOptional(),
});

const part = z.looseObject({ type: z.string(), text: z.string().exactOptional() });

/** Body of `POST /api/chat/completions`, as OpenAI's clients send it; what else they send means nothing here. */
export const completionSchema = z.looseObject({
  model: line.exactOptional(),
  messages: z.array(
    z.looseObject({
      role: z.string(),
      content: z
        .union([z.string(), z.array(part)])
        .nullable()
        .exactOptional(),
    }),
  ),
  stream: yesOrNo.nullable().exactOptional(),
});

/** Query of `POST /api/voice`. */
export const recordedTurnSchema = z.strictObject({
  session: line.exactOptional(),
  person: personOrNobody.exactOptional(),
  agent: line.exactOptional(),
  speak: yesOrNo.exactOptional(),
});

/** Body of `POST /api/voice/press`. */
export const pressSchema = z.strictObject({
  press: z.enum(["down", "up", "tap"], { error: 'it must be "down", "up" or "tap"' }),
});

/** Query of `GET /api/sessions`. */
export const sessionQuerySchema = z.strictObject({
  day: day.exactOptional(),
  person: line.exactOptional(),
  agent: line.exactOptional(),
});

/** Body of `POST /api/sessions`. */
export const sessionStartSchema = z.strictObject({
  person: personOrNobody.exactOptional(),
  agent: line.exactOptional(),
  mode: mode.exactOptional(),
  language: line.exactOptional(),
});

/** Body of `PUT /api/sessions/{id}`: one of them at least. */
export const sessionSettingsSchema = z.strictObject({
  mode: mode.exactOptional(),
  language: line.exactOptional(),
});

/** Body of `POST /api/sessions/{id}/messages`. */
export const messageSchema = z.strictObject({
  role: z.enum(["user", "assistant"], { error: 'it must be "user" or "assistant"' }),
  content: line,
  mode: mode.exactOptional(),
  language: line.exactOptional(),
});

/** Query of `GET /api/sessions/{id}/messages`: one page of all, or of one agent's thread, a role or a mode. */
export const messagesSchema = z.strictObject({
  ...page,
  agent: line.exactOptional(),
  role: z
    .enum(["user", "assistant", "tool"], { error: "it must be user, assistant or tool" })
    .exactOptional(),
  mode: mode.exactOptional(),
});

/** Query of `GET /api/sessions/{id}/context`: how many messages, the last ones, and what else. */
export const contextSchema = z.strictObject({
  limit: page.limit,
  /** false: without the memories that were recalled. */
  recalled: yesOrNo.exactOptional(),
});

/** Query of `GET /api/sessions/{id}/events`: of one type or all, the last ones. */
export const eventsSchema = z.strictObject({ type: line.exactOptional(), limit: page.limit });

/** Query of `DELETE /api/sessions/{id}/thread`. */
export const threadSchema = z.strictObject({ agent: line });

/** Body of `DELETE /api/sessions`: `all`, or any of `day`, `person` and `agent`. */
export const sessionRemovalSchema = z.strictObject({
  day: day.exactOptional(),
  person: line.exactOptional(),
  agent: line.exactOptional(),
  all: z.literal(true, { error: "it must be true" }).exactOptional(),
});

/** Optional body of `POST /api/sync`. */
export const syncSchema = z.strictObject({
  acceptDeletions: yesOrNo.exactOptional(),
  /** Answers a purge of another device: yes, or no. */
  acceptPurge: yesOrNo.exactOptional(),
});

/** Query of `GET /api/recent`: the viewer. */
export const viewerSchema = z.strictObject({
  person: personOrNobody.exactOptional(),
  agent: line.exactOptional(),
});

/** Query of `GET /api/topics`. */
export const topicsSchema = z.strictObject({
  ...viewerSchema.shape,
  all: yesOrNo.exactOptional(),
});

/** Body of `POST /api/html`: Markdown. */
export const htmlSchema = z.strictObject({
  texts: z.array(z.string(), { error: "it must be a list of texts" }).max(200, "send at most 200"),
});

/** Body of `/login`. */
export const loginSchema = z.strictObject({ code: z.string().max(200) });

/** Query of a route without parameters. */
export const emptySchema = z.strictObject({});
