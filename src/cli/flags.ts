import type { ConversationOptions } from "../agent/conversation/conversation.ts";
import { LociError } from "../errors.ts";
import { isCalendarDate } from "../vault/calendar-date.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { Call, CommandLine } from "./command.ts";

/** Returns the values of those that are given, by name. Throws LociError USAGE for an empty value. */
export function textFlags<N extends string>(
  call: Call,
  ...names: readonly N[]
): { [K in N]?: string } {
  const given: { [K in N]?: string } = {};
  for (const name of names) {
    const value = call.flags[name];
    if (typeof value !== "string") continue;
    if (value.trim() === "") throw new LociError("USAGE", `Cannot use --${name} without a value`);
    given[name] = value;
  }
  return given;
}

/** Returns the number of a flag, if it is given. Throws LociError USAGE for one that is out of the range. */
export function numberFlag(
  call: Call,
  name: string,
  { min, max, isShare = false }: { min: number; max: number; isShare?: boolean },
): number | undefined {
  const value = call.flags[name];
  if (typeof value !== "string") return undefined;
  const number = Number(value);
  const fits = value.trim() !== "" && (isShare || Number.isInteger(number));
  if (fits && number >= min && number <= max) return number;
  const wanted = `a ${isShare ? "" : "whole "}number from ${min} to ${max}`;
  throw new LociError("USAGE", `Cannot use --${name} "${value}": it takes ${wanted}`);
}

/** Returns `--day`, if it is given. Throws LociError BAD_DATE. */
export function dayFlag(call: Call): { day?: string } {
  const given = textFlags(call, "day");
  if (given.day === undefined || isCalendarDate(given.day)) return given;
  throw new LociError("BAD_DATE", `Cannot use "${given.day}" for --day: write it as 2026-02-12`);
}

/** Declares the flags that name the viewer, for every command that shows memories. */
export function addViewerFlags(command: CommandLine): CommandLine {
  return command
    .option("--person <id>", "who looks: shows what is theirs too")
    .option("--agent <id>", "the agent that looks: shows its own memories too")
    .option("--all-people", "show what belongs to any person or agent");
}

/** Reads what `addViewerFlags` declares; the device's settings fill in what is missing. Throws LociError USAGE. */
export function viewerFrom(call: Call): Viewer {
  const allPeople = call.flags.allPeople === true;
  return { ...textFlags(call, "person", "agent"), allPeople };
}

/** Declares the flags of a conversation, by text or by voice. */
export function addTalkFlags(command: CommandLine): CommandLine {
  return command
    .option("--person <id>", "who is talking")
    .option("--agent <id>", "the agent to talk to")
    .option("--lang <xx>", "the language to begin with")
    .option("-c, --continue", "go on with the last conversation")
    .option("--session <id>", "go on with this conversation");
}

/** Reads what `addTalkFlags` declares. Throws LociError USAGE for an empty value. */
export function talkOptions(call: Call): ConversationOptions {
  const { lang, session, ...who } = textFlags(call, "lang", "session", "person", "agent");
  return {
    ...who,
    ...(lang === undefined ? {} : { language: lang }),
    ...(call.flags.continue === true ? { resume: true as const } : {}),
    ...(session === undefined ? {} : { resume: session }),
  };
}
