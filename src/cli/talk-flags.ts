import type { ConversationOptions } from "../conversation/conversation.ts";
import type { Call, Flag } from "./command.ts";
import { textFlag } from "./flag-values.ts";

/** Who talks, and which conversation it is: the same by text and by voice. */
export const talkFlags: Readonly<Record<string, Flag>> = {
  person: { type: "string", value: "ID", help: "who is talking" },
  agent: { type: "string", value: "ID", help: "the agent to talk to" },
  lang: { type: "string", value: "xx", help: "the language to begin with" },
  continue: { type: "boolean", short: "c", help: "go on with the last conversation" },
  session: { type: "string", value: "ID", help: "go on with this conversation" },
};

/** Whom these flags name. Throws LociError USAGE for one that is empty. */
export function talkOptions(call: Call): ConversationOptions {
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
