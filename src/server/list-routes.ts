import type { Viewer } from "../vault/topic/viewer.ts";
import { agentsAnswer, banksAnswer, objectAnswer } from "./answer-schemas.ts";
import { topicsSchema, undoSchema, viewerSchema } from "./api-schemas.ts";
import { type Caller, owner, viewerOf } from "./caller.ts";
import { type Operation, operation } from "./operation.ts";
import { ok } from "./reply.ts";
import type { ServedLoci } from "./server-ports.ts";

/** What there is: topics, banks, people, agents, and steps that can be taken back. */
export const listOperations = (loci: ServedLoci): readonly Operation[] => [
  operation({
    ...{ method: "GET", path: "/api/topics", needs: "read" },
    summary: "Lists the topics, or with `all` every file.",
    query: topicsSchema,
    answer: objectAnswer,
    async reply({ query: { all, ...viewer }, caller }) {
      const topics = await topicsFor(loci, viewerOf(caller, viewer), caller);
      return ok({ topics: all === true ? topics : topics.filter(({ kind }) => kind === "topic") });
    },
  }),
  operation({
    ...{ method: "GET", path: "/api/recent", needs: "read" },
    summary: "Lists the topics that were touched lately.",
    query: viewerSchema,
    answer: objectAnswer,
    async reply({ query, caller }) {
      const viewer = viewerOf(caller, query);
      if (caller === owner) return ok({ recent: await loci.memory.recent(viewer) });
      const { recent } = await (await loci.forModels({ ...viewer, isAtHome: false })).start();
      return ok({ recent });
    },
  }),
  operation({
    ...{ method: "GET", path: "/api/people", needs: "read" },
    summary: "Names who has memories of their own, and whom this device's settings name.",
    answer: objectAnswer,
    async reply({ caller: { person } }) {
      return ok(person === undefined ? await loci.memory.people() : { people: [person], person });
    },
  }),
  operation({
    ...{ method: "GET", path: "/api/memory-banks", needs: "read" },
    summary: "Lists the banks, and how many memories the viewer has in each.",
    query: viewerSchema,
    answer: banksAnswer,
    async reply({ query, caller }) {
      const viewer = viewerOf(caller, query);
      const counts = loci.settings.banks.map(async (name) => {
        const { total } = await loci.memory.list(viewer, { bank: name, page: 1, limit: 1 });
        return { name, entries: total, isDefault: name === loci.settings.defaultBank };
      });
      return ok({ banks: await Promise.all(counts) });
    },
  }),
  operation({
    ...{ method: "GET", path: "/api/agents", needs: "read" },
    summary: "Lists the agents.",
    answer: agentsAnswer,
    reply: async () => ok({ agents: loci.agents() }),
  }),
  operation({
    ...{ method: "GET", path: "/api/undo", needs: "owner" },
    summary: "Lists what can be taken back, the last first.",
    answer: objectAnswer,
    reply: async () => ok({ undoable: await loci.memory.undoable() }),
  }),
  operation({
    ...{ method: "POST", path: "/api/undo", needs: "owner" },
    summary: "Takes one step back: a memory that was saved, changed or forgotten, or a digestion.",
    body: undoSchema,
    answer: objectAnswer,
    reply: async ({ body: { id } }) => ok(await loci.memory.undoOne(id)),
  }),
];

/** The topics; to a token without those that are secret, and with no summary that reveals what is. */
async function topicsFor(
  { memory, forModels }: ServedLoci,
  viewer: Viewer,
  caller: Caller,
): ReturnType<ServedLoci["memory"]["topics"]> {
  const topics = await memory.topics(viewer);
  if (caller === owner) return topics;
  const { person, agent } = viewer;
  const told = await (await forModels({ person, agent, isAtHome: false })).topics();
  const summaries = new Map(told.map(({ file, summary }) => [file, summary]));
  return topics.flatMap((topic) => {
    const summary = summaries.get(topic.file);
    return summary === undefined ? [] : [{ ...topic, summary }];
  });
}
