import type { Viewer } from "../vault/viewer.ts";
import { agentsAnswer, banksAnswer, objectAnswer } from "./answer-schemas.ts";
import { topicsSchema, undoSchema, viewerSchema } from "./api-schemas.ts";
import { type Caller, viewerOf } from "./caller.ts";
import { type Operation, operation } from "./operation.ts";
import { ok } from "./reply.ts";
import type { ServedLoci } from "./server-ports.ts";

/** What there is: topics, banks, people, agents, and steps that can be taken back. */
export const listOperations = (loci: ServedLoci): readonly Operation[] => [
  operation({
    ...{ method: "GET", path: "/api/topics", needs: "read", within: ["person", "agent"] },
    summary: "Lists the topics, or with `all` every file.",
    query: topicsSchema,
    answer: objectAnswer,
    async reply({ query: { all, ...viewer }, caller }) {
      const topics = await topicsFor(loci, viewerOf(caller, viewer), caller);
      return ok({ topics: all === true ? topics : topics.filter(({ kind }) => kind === "topic") });
    },
  }),
  operation({
    ...{ method: "GET", path: "/api/recent", needs: "read", within: ["person", "agent"] },
    summary: "Lists the topics that were touched lately.",
    query: viewerSchema,
    answer: objectAnswer,
    async reply({ query, caller }) {
      const { isAtHome } = caller;
      const viewer = viewerOf(caller, query);
      if (isAtHome) return ok({ recent: await loci.memory.recent(viewer) });
      const { recent } = await (await loci.forModels({ ...viewer, isAtHome })).start();
      return ok({ recent });
    },
  }),
  operation({
    ...{ method: "GET", path: "/api/people", needs: "read", within: ["person"] },
    summary: "Names who has memories of their own, and whom this device's settings name.",
    answer: objectAnswer,
    async reply({ caller: { person } }) {
      return ok(person === undefined ? await loci.memory.people() : { people: [person], person });
    },
  }),
  operation({
    ...{ method: "GET", path: "/api/memory-banks", needs: "read", within: ["person"] },
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
    ...{ method: "GET", path: "/api/agents", needs: "read", within: ["person", "agent"] },
    summary: "Lists the agents.",
    answer: agentsAnswer,
    async reply({ caller }) {
      const { agent } = caller;
      return ok({ agents: loci.agents().filter(({ id }) => agent === undefined || id === agent) });
    },
  }),
  operation({
    ...{ method: "GET", path: "/api/undo", needs: "write", atHome: true },
    summary: "Lists what can be taken back, the last first.",
    answer: objectAnswer,
    reply: async () => ok({ undoable: await loci.memory.undoable() }),
  }),
  operation({
    ...{ method: "POST", path: "/api/undo", needs: "write", atHome: true },
    summary: "Takes one step back: a memory that was saved, changed or forgotten, or a digestion.",
    body: undoSchema,
    answer: objectAnswer,
    reply: async ({ body: { id } }) => ok(await loci.memory.undoOne(id)),
  }),
];

/** The topics; to who is not at home without those that are secret, and with no summary that reveals what is. */
async function topicsFor(
  { memory, forModels }: ServedLoci,
  viewer: Viewer,
  { isAtHome }: Caller,
): ReturnType<ServedLoci["memory"]["topics"]> {
  const topics = await memory.topics(viewer);
  if (isAtHome) return topics;
  const { person, agent } = viewer;
  const told = await (await forModels({ person, agent, isAtHome })).topics();
  const summaries = new Map(told.map(({ file, summary }) => [file, summary]));
  return topics.flatMap((topic) => {
    const summary = summaries.get(topic.file);
    return summary === undefined ? [] : [{ ...topic, summary }];
  });
}
