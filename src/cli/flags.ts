import type { ConversationOptions } from "../agent/conversation/conversation.ts";
import { LociError } from "../errors.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { Call, Flag } from "./command.ts";

/** Returns the values of those that are given, by name. Throws LociError USAGE for an empty value. */
export function textFlags<N extends string>(
  call: Call,
  ...names: readonly N[]
): { [K in N]?: string } {
  const given: { [K in N]?: string } = {};
  for (const name of names) {
    const value = call.flags[name];
    if (typeof value !== "string") continue;
    if (value.trim() === "") {
      throw new LociError("USAGE", `Cannot use --${name} without a value`, {
        data: { flag: name },
      });
    }
    given[name] = value;
  }
  return given;
}

/** Returns `{name: value}`, or `{}` if the flag is not given. Throws LociError USAGE unless it is an integer in the range. */
export function numberFlag<N extends string>(
  call: Call,
  name: N,
  range: { readonly min: number; readonly max: number },
): { [K in N]?: number } {
  const value = call.flags[name];
  if (typeof value !== "string") return {};
  const number = Number(value);
  if (!Number.isInteger(number) || number < range.min || number > range.max) {
    throw new LociError(
      "USAGE",
      `Cannot use --${name} "${value}": it takes a whole number from ${range.min} to ${range.max}`,
      { data: { flag: name, value } },
    );
  }
  return { [name]: number } as { [K in N]?: number };
}

/** Flags that name the viewer, for every command that shows memories. */
export const viewerFlags: Readonly<Record<string, Flag>> = {
  person: { type: "string", value: "ID", help: "who looks: shows what is theirs too" },
  agent: { type: "string", value: "ID", help: "the agent that looks: shows its own memories too" },
  "all-people": { type: "boolean", help: "show what belongs to any person or agent" },
};

/** Reads `viewerFlags`; the device's settings fill in what is missing. Throws LociError USAGE for an empty value. */
export function viewerFrom(call: Call): Viewer {
  return {
    ...textFlags(call, "person", "agent"),
    allPeople: call.flags["all-people"] === true,
  };
}

/** Flags of a conversation, by text or by voice. */
export const talkFlags: Readonly<Record<string, Flag>> = {
  person: { type: "string", value: "ID", help: "who is talking" },
  agent: { type: "string", value: "ID", help: "the agent to talk to" },
  lang: { type: "string", value: "xx", help: "the language to begin with" },
  continue: { type: "boolean", short: "c", help: "go on with the last conversation" },
  session: { type: "string", value: "ID", help: "go on with this conversation" },
};

/** Reads `talkFlags`. Throws LociError USAGE for an empty value. */
export function talkOptions(call: Call): ConversationOptions {
  const { lang } = textFlags(call, "lang");
  const { session } = textFlags(call, "session");
  return {
    ...textFlags(call, "person", "agent"),
    ...(lang === undefined ? {} : { language: lang }),
    ...(call.flags.continue === true ? { resume: true as const } : {}),
    ...(session === undefined ? {} : { resume: session }),
  };
}
