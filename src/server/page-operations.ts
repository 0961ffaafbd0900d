import { setImmediate as nextTurn } from "node:timers/promises";
import { understoodLanguages } from "../agent/conversation/understood-languages.ts";
import { showReply } from "../app/site/show-reply.ts";
import { htmlAnswer, languagesAnswer } from "./answer-schemas.ts";
import { htmlSchema } from "./api-schemas.ts";
import { type Operation, operation } from "./operation.ts";
import { ok } from "./reply.ts";
import type { ServedLoci } from "./server-ports.ts";

/** What the page to talk on needs besides the memory: languages, and replies as HTML, through the site's one list of what a page may hold. */
export const pageOperations = ({
  settings,
}: Pick<ServedLoci, "settings">): readonly Operation[] => [
  operation({
    ...{ method: "GET", path: "/api/languages", needs: "read" },
    summary: "Lists the languages that a conversation can be in, as two-letter codes.",
    answer: languagesAnswer,
    reply: async () => ok({ languages: understoodLanguages(settings) }),
  }),
  operation({
    ...{ method: "POST", path: "/api/html", needs: "read" },
    summary: "Renders Markdown as the site does: safe HTML of each text.",
    body: htmlSchema,
    answer: htmlAnswer,
    async reply({ body: { texts } }) {
      const html: string[] = [];
      for (const text of texts) {
        html.push(await showReply(text));
        await nextTurn(); // Hard ones take their time: others are answered between them.
      }
      return ok({ html });
    },
  }),
];
