import { LociError } from "../errors.ts";
import type { FactsPage } from "../memory/list-facts.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import { factAnswer, factsAnswer, savedAnswer } from "./answer-schemas.ts";
import { factChangeSchema, factSchema, factsSchema, viewerSchema } from "./api-schemas.ts";
import { type Caller, hiding, viewerOf } from "./caller.ts";
import { type Operation, operation } from "./operation.ts";
import { ok, type Reply } from "./reply.ts";
import type { ServedLoci } from "./server-ports.ts";

type FactsLoci = Pick<ServedLoci, "memory">;

/** `/api/facts`: the memories one by one: listed, saved, changed and forgotten. */
export const factOperations = (loci: FactsLoci): readonly Operation[] => [
  operation({
    ...{ method: "GET", path: "/api/facts", needs: "read" },
    summary: "Lists the memories in force, newest first, or those that answer `q`, best first.",
    query: factsSchema,
    answer: factsAnswer,
    async reply({ query: { page = 1, limit = 50, agent, ...asked }, caller }) {
      const viewer = viewerOf(caller, { person: asked.person, agent });
      const { facts, total } = await loci.memory.list(viewer, {
        ...asked,
        page,
        limit,
        ...hiding(caller),
      });
      return ok({ facts, page, limit, total, next: page * limit < total ? page + 1 : null });
    },
  }),
  operation({
    ...{ method: "POST", path: "/api/facts", needs: "write" },
    summary: "Saves a memory.",
    body: factSchema,
    answer: savedAnswer,
    reply: ({ body, caller }) => addFact(loci, body, caller),
  }),
  operation({
    ...{ method: "GET", path: "/api/facts/{id}", needs: "read" },
    summary: "Shows one memory.",
    query: viewerSchema,
    answer: factAnswer,
    reply: async ({ params, query, caller }) => ok(await factOf(loci, params.id, caller, query)),
  }),
  operation({
    ...{ method: "PUT", path: "/api/facts/{id}", needs: "write" },
    summary: "Changes the words of a memory, its bank, or whether it is protected.",
    query: viewerSchema,
    body: factChangeSchema,
    answer: factAnswer,
    async reply({ params, query, body: { memory_bank, ...change }, caller }) {
      const { id } = await factOf(loci, params.id, caller, query);
      const bank = oneBank(change.bank, memory_bank);
      const wanted = { ...change, ...(bank === undefined ? {} : { bank }) };
      if (Object.keys(wanted).length === 0) {
        throw new LociError(
          "BAD_INPUT",
          `Cannot change the memory "${id}": send "text", "bank" or "protected"`,
        );
      }
      const edited = await loci.memory.edit(id, wanted, { ...query, ...viewerOf(caller) });
      // Its words may have made it secret; whoever sent them knows them.
      return ok(await factOf(loci, edited.id, caller, query, {}));
    },
  }),
  operation({
    ...{ method: "DELETE", path: "/api/facts/{id}", needs: "write" },
    summary: "Forgets a memory; it can be undone.",
    query: viewerSchema,
    answer: factAnswer,
    async reply({ params, query, caller }) {
      const fact = await factOf(loci, params.id, caller, query);
      const { id, text, date, file, line } = fact;
      const viewer = { ...query, ...viewerOf(caller) };
      await loci.memory.forget([{ id, text, date, file, line, isExact: true }], { viewer });
      return ok(fact);
    },
  }),
];

/** The one memory of an id that the caller may see. Rejects with LociError NOT_FOUND, BAD_INPUT where several have it. */
async function factOf(
  loci: FactsLoci,
  id = "",
  caller: Caller,
  named: Viewer,
  hides = hiding(caller),
): Promise<FactsPage["facts"][number]> {
  const which = { ...hides, id, page: 1, limit: 2 };
  const { facts } = await loci.memory.list({ ...named, ...viewerOf(caller) }, which);
  const [fact, ...others] = facts;
  if (fact !== undefined && others.length === 0) return fact;
  const state = fact === undefined ? "there is none of that id" : "it stands in two files";
  throw new LociError(
    fact === undefined ? "NOT_FOUND" : "BAD_INPUT",
    `Cannot find the memory "${id.slice(0, 80)}": ${state}`,
    { data: { id: id.slice(0, 80) } },
  );
}

async function addFact(
  loci: FactsLoci,
  fields: ReturnType<typeof factSchema.parse>,
  caller: Caller,
): Promise<Reply> {
  const { protect, memory_bank, bank: plain, ...rest } = fields;
  const viewer = viewerOf(caller, fields);
  const bank = oneBank(plain, memory_bank);
  const [saved] = await loci.memory.remember([
    {
      ...rest,
      ...viewer,
      ...(bank === undefined ? {} : { bank }),
      ...(caller.person === undefined ? {} : { isForeignTopic: true }),
      ...(protect === true ? { protected: true } : {}),
    },
  ]);
  if (saved === undefined) throw new TypeError("remember() returned nothing for one memory");
  return { type: "json", status: saved.status === "saved" ? 201 : 200, body: saved };
}

function oneBank(bank: string | undefined, alias: string | undefined): string | undefined {
  if (bank === undefined || alias === undefined || bank === alias) return bank ?? alias;
  throw new LociError(
    "BAD_INPUT",
    'Cannot use the field "memory_bank": it is another name of "bank", which says something else',
    { data: { field: "memory_bank" } },
  );
}
