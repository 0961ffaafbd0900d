import { z } from "@hono/zod-openapi";
import { understoodLanguages } from "../agent/languages.ts";
import { speakerOf } from "./caller.ts";
import { agent, maybe, must, person, text } from "./fields.ts";
import { type Operation, operation } from "./operation.ts";
import type { ServedSite } from "./pages.ts";
import { sendEvents } from "./send-events.ts";
import type { ServedLoci } from "./start-server.ts";

/** `/api/chat`, and what a page to talk on needs besides the memory: languages, and replies as HTML. */
export const talkOperations = (
  { converse, settings }: Pick<ServedLoci, "converse" | "settings">,
  site: ServedSite | undefined,
): readonly Operation[] => [
  operation({
    at: "POST /api/chat",
    summary: "Answers a message; what comes of it arrives as events.",
    body: {
      message: text("What is said"),
      session: maybe("The conversation to go on with"),
      person,
      agent,
      language: maybe("A two-letter code, or its name"),
    },
    answer: "events",
    async reply({ body: { message, session, ...who }, caller, c }) {
      const conversation = await converse({
        ...who,
        ...speakerOf(caller),
        ...(session !== undefined && { resume: session }),
      });
      return sendEvents(c, (signal) => conversation.say(message, {}, signal));
    },
  }),
  operation({
    at: "GET /api/languages",
    summary: "Lists the languages that a conversation can be in, as two-letter codes.",
    answer: z.looseObject({ languages: z.array(z.string()) }),
    reply: async () => ({ languages: understoodLanguages(settings) }),
  }),
  operation({
    at: "POST /api/html",
    needs: "read",
    summary: "Renders Markdown as the site does: safe HTML of each text; of none where no site is.",
    body: {
      texts: z
        .array(z.string(), { error: must("a list of texts") })
        .max(200, "send at most 200")
        .describe("Markdown"),
    },
    answer: z.looseObject({ html: z.array(z.string()) }),
    async reply({ body: { texts }, caller }) {
      if (site === undefined) return { html: [] };
      // Only the owner's pages are there to be linked to.
      return { html: await site.html(texts, { hasLinks: caller.person === undefined }) };
    },
  }),
];
