import { z } from "zod";

/** What answers hold, as the OpenAPI document tells it. They may hold more, so that old programs bear new fields. */

const id = z.string();
const place = { file: z.string(), line: z.int() };

export const factAnswer = z.looseObject({
  ...{ id, text: z.string(), topic: z.string(), ...place },
  date: z.string().describe("`2026-02-12`, or empty"),
  bank: z.string(),
  protected: z.boolean(),
  person: z.string().describe("Whose own it is, by a mark or by its folder, or empty"),
});

export const factsAnswer = z.looseObject({
  facts: z.array(factAnswer),
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  next: z.int().nullable().describe("The page after this one, or null"),
});

export const savedAnswer = z.looseObject({
  status: z.enum(["saved", "known"]),
  ...{ id, text: z.string(), ...place },
});

export const recallAnswer = z.looseObject({
  query: z.string(),
  hits: z.array(
    z.looseObject({
      ...{ id, text: z.string(), topic: z.string(), ...place, date: z.string(), bank: z.string() },
      score: z.number(),
      kind: z.enum(["entry", "note"]),
    }),
  ),
  indexedAt: z.string(),
});

export const banksAnswer = z.looseObject({
  banks: z.array(z.looseObject({ name: z.string(), entries: z.int(), isDefault: z.boolean() })),
});

export const agentsAnswer = z.looseObject({
  agents: z.array(
    z.looseObject({
      ...{ id, name: z.string(), about: z.string() },
      banks: z.array(z.string()),
      isFirst: z.boolean().describe("It answers where no agent is named"),
    }),
  ),
});

const session = z.looseObject({
  id,
  person: z.string().nullable(),
  agent: z.string(),
  mode: z.enum(["text", "voice"]),
  language: z.string(),
  state: z.enum(["idle", "active", "digesting", "closed"]),
  topic: z.string().nullable(),
  startedAt: z.string(),
  lastAt: z.string(),
});

const message = z.looseObject({
  id: z.int(),
  role: z.enum(["user", "assistant", "tool"]),
  agent: z.string(),
  content: z.string(),
  at: z.string(),
});

const event = z.looseObject({ type: z.string(), at: z.string() });

export const sessionAnswer = z.looseObject({ session });

export const sessionsAnswer = z.looseObject({ sessions: z.array(session) });
export const messageAnswer = z.looseObject({ message });
export const messagesAnswer = z.looseObject({
  messages: z.array(message),
  ...{ page: z.int(), limit: z.int(), total: z.int(), next: z.int().nullable() },
});
export const contextAnswer = z.looseObject({ context: z.looseObject({}) });
export const eventsAnswer = z.looseObject({ events: z.array(event) });
export const wholeSessionAnswer = z.looseObject({
  session,
  messages: z.array(message),
  events: z.array(event),
  context: z.looseObject({}),
});
export const languagesAnswer = z.looseObject({ languages: z.array(z.string()) });
export const htmlAnswer = z.looseObject({ html: z.array(z.string()) });
export const removedAnswer = z.looseObject({ removed: z.int() });

/** An answer that docs/http.md describes. */
export const objectAnswer = z.looseObject({});
