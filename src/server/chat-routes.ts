import { objectAnswer } from "./answer-schemas.ts";
import { chatSchema, completionSchema } from "./api-schemas.ts";
import { speakerOf } from "./caller.ts";
import { createCompletions } from "./completions.ts";
import { type Operation, operation } from "./operation.ts";
import { ok } from "./reply.ts";
import type { ServedLoci } from "./server-ports.ts";

type ChatLoci = Pick<ServedLoci, "converse" | "sessions" | "agents">;

/** `/api/chat`: one message, answered with all that comes of it. */
export const chatOperations = (loci: ChatLoci): readonly Operation[] => [
  operation({
    ...{ method: "POST", path: "/api/chat", needs: "write" },
    summary: "Answers a message; what comes of it arrives as events.",
    body: chatSchema,
    answer: "events",
    async reply({ body: { message, session, ...who }, caller }) {
      const conversation = await loci.converse({
        ...who,
        ...speakerOf(caller),
        ...(session === undefined ? {} : { resume: session }),
      });
      return { type: "events", events: (signal) => conversation.say(message, {}, signal) };
    },
  }),
  operation({
    ...{
      method: "POST",
      path: "/api/sessions/{id}/hand-off",
      needs: "write",
    },
    summary: "Has a hand-off that waits carried out; what comes of it arrives as events.",
    answer: "events",
    async reply({ params: { id = "" }, caller }) {
      const conversation = await loci.converse({ resume: id, ...speakerOf(caller) });
      return { type: "events", events: (signal) => conversation.answerHandedOver(signal) };
    },
  }),
  ...openAiOperations(loci),
];

/** What clients of OpenAI's chat completions ask for, below `/api`. */
function openAiOperations(loci: ChatLoci): readonly Operation[] {
  const complete = createCompletions(loci);
  return [
    operation({
      ...{
        method: "POST",
        path: "/api/chat/completions",
        needs: "write",
      },
      summary: "Answers as OpenAI's chat completions do; the model is an agent.",
      body: completionSchema,
      answer: objectAnswer,
      reply: ({ body, caller, closing }) => complete(body, caller, closing),
    }),
    operation({
      ...{ method: "GET", path: "/api/models", needs: "read" },
      summary: "Lists the agents as OpenAI's clients list models.",
      answer: objectAnswer,
      async reply() {
        const data = loci
          .agents()
          .map(({ id }) => ({ id, object: "model", created: 0, owned_by: "loci" }));
        return ok({ object: "list", data });
      },
    }),
  ];
}
