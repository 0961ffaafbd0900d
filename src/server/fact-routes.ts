import { z } from "@hono/zod-openapi";
import { LociError } from "../errors.ts";
import type { FactsPage } from "../memory/list-facts.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import { hiding, viewerOf } from "./caller.ts";
import { bank, maybe, page, pageAnswer, pageOf, text, viewer, yesOrNo } from "./fields.ts";
import { type Operation, operation } from "./operation.ts";
import type { ServedLoci } from "./start-server.ts";

type Memory = ServedLoci["memory"];

const fact = z.looseObject({
  id: z.string(),
  text: z.string(),
  topic: z.string(),
  file: z.string(),
  line: z.int(),
  date: z.string().describe("`2026-02-12`, or empty"),
  bank: z.string(),
  protected: z.boolean(),
  person: z.string().describe("Whose own it is, by a mark or by its folder, or empty"),
});

const person = maybe("Whose it is");

/** `/api/facts`: the memories one by one: listed, saved, changed and forgotten. */
export const factOperations = ({ memory }: Pick<ServedLoci, "memory">): readonly Operation[] => [
  operation({
    at: "GET /api/facts",
    summary: "Lists the memories in force, newest first, or those that answer `q`, best first.",
    query: {
      q: maybe("A question"),
      bank,
      topic: maybe("Only this topic"),
      person,
      agent: viewer.agent,
      ...page,
    },
    answer: z.looseObject({ facts: z.array(fact), ...pageAnswer }),
    async reply({ query: { page, limit, q, agent, ...asked }, caller }) {
      const which = { ...asked, ...(q && { query: q }), page, limit, ...hiding(caller) };
      const viewer = viewerOf(caller, { person: asked.person, agent });
      const { facts, total } = await memory.list(viewer, which);
      return { facts, ...pageOf(page, limit, total) };
    },
  }),
  operation({
    at: "POST /api/facts",
    summary: "Saves a memory.",
    body: {
      text: text("The memory, one line"),
      topic: maybe("The topic to keep it in"),
      bank,
      memory_bank: maybe("The same as bank"),
      person,
      agent: viewer.agent,
      date: maybe("The day that it is of, if not today"),
      protect: yesOrNo("It is never pruned"),
    },
    answer: z.looseObject({
      status: z.enum(["saved", "known"]),
      id: z.string(),
      text: z.string(),
      file: z.string(),
      line: z.int(),
    }),
    async reply({ body: { protect = false, memory_bank: bank, ...rest }, caller, c }) {
      const [saved] = await memory.remember([
        {
          ...(bank && { bank }),
          ...rest,
          ...viewerOf(caller, rest),
          isForeignTopic: caller.person !== undefined,
          protected: protect,
        },
      ]);
      return c.json(saved, saved?.status === "saved" ? 201 : 200);
    },
  }),
  ...oneFact(memory),
];

const oneFact = (memory: Memory): readonly Operation[] => [
  operation({
    at: "GET /api/facts/{id}",
    summary: "Shows one memory.",
    query: viewer,
    answer: fact,
    reply: ({ id, query, caller }) => find(memory, id, viewerOf(caller, query), hiding(caller)),
  }),
  operation({
    at: "PUT /api/facts/{id}",
    summary: "Changes the words of a memory, its bank, or whether it is protected.",
    query: viewer,
    body: {
      text: text("The new words").optional(),
      bank,
      memory_bank: maybe("The same as bank"),
      protected: yesOrNo("It is never pruned"),
    },
    answer: fact,
    async reply({ id, query, body: { memory_bank: bank, ...rest }, caller }) {
      const change = { ...(bank && { bank }), ...rest };
      if (Object.keys(change).length === 0) {
        const message = `Cannot change the memory "${id}": send "text", "bank" or "protected"`;
        throw new LociError("BAD_INPUT", message);
      }
      const viewer = viewerOf(caller, query);
      const found = await find(memory, id, viewer, hiding(caller));
      const edited = await memory.edit(found.id, change, viewer);
      // Its words may have made it secret; whoever sent them knows them.
      return find(memory, edited.id, viewer);
    },
  }),
  operation({
    at: "DELETE /api/facts/{id}",
    summary: "Forgets a memory; it can be undone.",
    query: viewer,
    answer: fact,
    async reply({ id, query, caller }) {
      const viewer = viewerOf(caller, query);
      const fact = await find(memory, id, viewer, hiding(caller));
      await memory.forget([{ ...fact, isExact: true }], { viewer });
      return fact;
    },
  }),
];

/** The one memory of an id, for its viewer. Rejects with LociError NOT_FOUND, BAD_INPUT where several have it. */
async function find(
  memory: Memory,
  id: string,
  viewer: Viewer,
  hides: ReturnType<typeof hiding> = {},
): Promise<FactsPage["facts"][number]> {
  const { facts } = await memory.list(viewer, { ...hides, id, limit: 2 });
  const [fact, ...others] = facts;
  if (fact !== undefined && others.length === 0) return fact;
  const state = fact === undefined ? "there is none of that id" : "it stands in two files";
  const code = fact === undefined ? "NOT_FOUND" : "BAD_INPUT";
  throw new LociError(code, `Cannot find the memory "${id.slice(0, 80)}": ${state}`);
}
