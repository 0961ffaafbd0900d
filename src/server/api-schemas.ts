import { z } from "zod";

const line = z.string({ error: "it must be a text" }).trim().min(1, "it is empty");

const whole = "it must be a whole number from 1 to 1000";
const yesOrNo = z.boolean({ error: "it must be true or false" });

/** A person in a query string; empty means explicitly nobody, like null in a body. */
const personInQuery = z
  .string({ error: "it must be a text" })
  .trim()
  .transform((id) => (id === "" ? null : id));

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

/** Body of `POST /api/facts`. */
export const factSchema = z.strictObject({
  text: line,
  topic: line.exactOptional(),
  bank: line.exactOptional(),
  person: line.exactOptional(),
  date: line.exactOptional(),
  protect: yesOrNo.exactOptional(),
});

/** Body of `POST /api/chat`. */
export const chatSchema = z.strictObject({
  message: line,
  session: line.exactOptional(),
  person: line.nullable().exactOptional(),
  agent: line.exactOptional(),
  language: line.exactOptional(),
});

/** Query of `POST /api/voice`. */
export const recordedTurnSchema = z.strictObject({
  session: line.exactOptional(),
  person: personInQuery.exactOptional(),
  agent: line.exactOptional(),
  speak: yesOrNo.exactOptional(),
});

/** Body of `POST /api/voice/press`. */
export const pressSchema = z.strictObject({
  press: z.enum(["down", "up", "tap"], { error: 'it must be "down", "up" or "tap"' }),
});

/** Query of `GET /api/sessions`. */
export const sessionQuerySchema = z.strictObject({
  id: line.exactOptional(),
  day: z.iso.date({ error: "write it as 2026-02-12" }).exactOptional(),
  person: line.exactOptional(),
  agent: line.exactOptional(),
});

/** Body of `POST /api/sessions`. */
export const sessionChangeSchema = z.strictObject({
  id: line,
  end: yesOrNo.exactOptional(),
  mode: z.enum(["text", "voice"], { error: 'it must be "text" or "voice"' }).exactOptional(),
  language: line.exactOptional(),
});

/** Body of `DELETE /api/sessions`: `id`, `all`, or any of `day`, `person` and `agent`. */
export const sessionRemovalSchema = z.strictObject({
  id: line.exactOptional(),
  day: z.iso.date({ error: "write it as 2026-02-12" }).exactOptional(),
  person: line.exactOptional(),
  agent: line.exactOptional(),
  all: z.literal(true, { error: "it must be true" }).exactOptional(),
  andLearned: yesOrNo.exactOptional(),
});

/** Optional body of `POST /api/sync`. */
export const syncSchema = z.strictObject({
  acceptRewrite: yesOrNo.exactOptional(),
  acceptDeletions: yesOrNo.exactOptional(),
});

/** Query of `GET /api/recent`: the viewer. */
export const viewerSchema = z.strictObject({
  person: personInQuery.exactOptional(),
  agent: line.exactOptional(),
});

/** Body of `POST /api/inbox`. */
export const answerSchema = z.strictObject({
  id: line,
  answer: z.enum(["yes", "no"], { error: 'it must be "yes" or "no"' }),
  person: line.nullable().exactOptional(),
  agent: line.exactOptional(),
});

/** Query of `GET /api/topics`. */
export const topicsSchema = z.strictObject({
  ...viewerSchema.shape,
  all: yesOrNo.exactOptional(),
});

/** Body of `/login`. */
export const loginSchema = z.strictObject({ code: z.string().max(200) });

/** Query of a route without parameters. */
export const emptySchema = z.strictObject({});
