import { chatSchema } from "./api-schemas.ts";
import { type Operation, operation } from "./operation.ts";
import type { ServedLoci } from "./server-ports.ts";

/** `/api/chat`: one message, answered with all that comes of it. */
export const chatOperations = (loci: Pick<ServedLoci, "converse">): readonly Operation[] => [
  operation({
    ...{ method: "POST", path: "/api/chat", needs: "write", within: ["person"] },
    summary: "Answers a message; what comes of it arrives as events.",
    body: chatSchema,
    answer: "events",
    async reply({ body: { message, session, ...who }, caller: { person } }) {
      const conversation = await loci.converse({
        ...who,
        ...(person === undefined ? {} : { person, isBound: true }),
        ...(session === undefined ? {} : { resume: session }),
      });
      return { type: "events", events: (signal) => conversation.say(message, {}, signal) };
    },
  }),
];
