import type { ConversationOptions } from "../app/conversation.ts";
import type { Call, Command } from "./command.ts";
import { converse, one } from "./converse.ts";
import { textFlag } from "./flag-values.ts";
import { openFor } from "./open-for.ts";
import { createRenderer } from "./render-events.ts";
import { createScreen } from "./screen.ts";
import { stopSignal } from "./until-stopped.ts";

/** `loci chat`: a conversation in the terminal, or by lines from a pipe; what matters in it becomes memory. */
export const chat: Command = {
  usage: "chat [flags]",
  summary:
    "A conversation in the terminal or by lines from a pipe: answers from the memories, and digests what was said when it ends.",
  flags: {
    person: { type: "string", value: "ID", help: "who is talking" },
    agent: { type: "string", value: "ID", help: "the agent to talk to" },
    lang: { type: "string", value: "xx", help: "the language to begin with" },
    continue: { type: "boolean", short: "c", help: "go on with the last conversation" },
    session: { type: "string", value: "ID", help: "go on with this conversation" },
  },
  examples: [
    "loci chat",
    "echo 'which rice for paella?' | loci chat",
    "loci chat --person ana --lang ca",
    "loci chat --json < questions.txt",
  ],
  async run(plain) {
    const options = optionsOf(plain);
    const screen = createScreen(plain);
    const { call } = screen;
    const loci = await openFor(call);
    const { signal, release } = stopSignal();
    try {
      const conversation = await loci.converse(options);
      const render = createRenderer(call);
      const digesting = loci.keepDigesting(async (event) => {
        screen.whenFree(() => void render(one(event)));
      });
      signal.addEventListener("abort", () => void digesting.close(), { once: true });
      try {
        const { failures } = await converse(screen, loci, async () => conversation, signal);
        return failures > 0 ? 1 : 0;
      } finally {
        await digesting.close();
        await loci.commit();
      }
    } finally {
      await loci.close(signal.aborted ? { patienceMs: 0 } : {});
      release();
    }
  },
};

/** Whom the flags name. */
function optionsOf(call: Call): ConversationOptions {
  const { lang } = textFlag(call, "lang");
  const { session } = textFlag(call, "session");
  return {
    ...textFlag(call, "person"),
    ...textFlag(call, "agent"),
    ...(lang === undefined ? {} : { language: lang }),
    ...(call.flags.continue === true ? { resume: true as const } : {}),
    ...(session === undefined ? {} : { resume: session }),
  };
}
