import { z } from "@hono/zod-openapi";
import { hiding, viewerOf } from "./caller.ts";
import { bank, count, flag, maybe, share, text, viewer, yesOrNo } from "./fields.ts";
import { type Operation, operation } from "./operation.ts";
import type { ServedLoci } from "./start-server.ts";

/** What is remembered, and what there is: topics, banks, people, steps that can be taken back, and sync. */
export const memoryOperations = (loci: ServedLoci): readonly Operation[] => [
  operation({
    at: "GET /api/recall",
    summary: "Finds the memories that answer a question.",
    query: {
      q: text("The question"),
      k: count("Most hits (8)"),
      floor: share("Least score (0.15)"),
      bank,
      topic: maybe("Only this topic"),
      since: maybe("Only of this day or later"),
      until: maybe("Only of this day or earlier"),
      archive: flag("Archived ones too"),
      ...viewer,
    },
    answer: z.looseObject({
      query: z.string(),
      hits: z.array(
        z.looseObject({
          id: z.string(),
          text: z.string(),
          topic: z.string(),
          file: z.string(),
          line: z.int(),
          date: z.string(),
          bank: z.string(),
          score: z.number(),
          kind: z.enum(["entry", "note"]),
        }),
      ),
      indexedAt: z.string(),
    }),
    async reply({ query: { q, k, person, agent, ...filter }, caller }) {
      const viewer = viewerOf(caller, { person, agent });
      const request = { ...filter, ...(k && { limit: k }), ...hiding(caller), viewer };
      const { hits, indexedAt } = await loci.memory.recall(q, request);
      return { query: q, hits, indexedAt };
    },
  }),
  operation({
    at: "GET /api/topics",
    summary: "Lists the topics, or with `all` every file.",
    query: { all: flag("Every file"), ...viewer },
    async reply({ query: { all, ...named }, caller }) {
      const viewer = viewerOf(caller, named);
      if (caller.person !== undefined)
        return { topics: await (await loci.forModels({ ...viewer, isAtHome: false })).topics() };
      const topics = await loci.memory.topics(viewer);
      return { topics: all ? topics : topics.filter(({ kind }) => kind === "topic") };
    },
  }),
  operation({
    at: "GET /api/recent",
    summary: "Lists the topics that were touched lately.",
    query: viewer,
    async reply({ query, caller }) {
      const viewer = viewerOf(caller, query);
      if (caller.person === undefined) return { recent: await loci.memory.recent(viewer) };
      const { recent } = await (await loci.forModels({ ...viewer, isAtHome: false })).start();
      return { recent };
    },
  }),
  ...listOperations(loci),
  ...syncOperations(loci),
];

const listOperations = ({ memory, agents, settings }: ServedLoci): readonly Operation[] => [
  operation({
    at: "GET /api/people",
    summary: "Names who has memories of their own, and whom this device's settings name.",
    reply: async ({ caller: { person } }) =>
      person === undefined ? memory.people() : { people: [person], person },
  }),
  operation({
    at: "GET /api/memory-banks",
    summary: "Lists the banks, and how many memories the viewer has in each.",
    query: viewer,
    async reply({ query, caller }) {
      const viewer = viewerOf(caller, query);
      const counted = settings.banks.map(async (name) => {
        const { total } = await memory.list(viewer, { bank: name, limit: 1 });
        return { name, entries: total, isDefault: name === settings.defaultBank };
      });
      return { banks: await Promise.all(counted) };
    },
  }),
  operation({
    at: "GET /api/agents",
    summary: "Lists the agents.",
    reply: async () => ({ agents: agents() }),
  }),
  operation({
    at: "GET /api/undo",
    needs: "owner",
    summary: "Lists what can be taken back, the last first.",
    reply: async () => ({ undoable: await memory.undoable() }),
  }),
  operation({
    at: "POST /api/undo",
    needs: "owner",
    summary: "Takes one step back: a memory that was saved, changed or forgotten, or a digestion.",
    body: { id: text("The step's id") },
    reply: ({ body: { id } }) => memory.undoOne(id),
  }),
];

/** `/api/sync`: the state of sync, and a round on demand. */
const syncOperations = ({ sync }: ServedLoci): readonly Operation[] => [
  operation({
    at: "GET /api/sync",
    needs: "owner",
    summary: "Says how the vault compares with its remote, without asking it.",
    reply: () => sync.state(),
  }),
  operation({
    at: "POST /api/sync",
    needs: "owner",
    summary: "Runs a round of sync now: commit, fetch, merge, push.",
    body: {
      acceptDeletions: yesOrNo("Takes over that another device removed much"),
      acceptPurge: yesOrNo("Answers a purge of another device: yes, or no"),
    },
    reply: ({ body: { acceptDeletions = false, acceptPurge: purge }, c }) =>
      sync.round({
        accept: { deletions: acceptDeletions, ...(purge !== undefined && { purge }) },
        signal: c.var.closing,
      }),
  }),
];
