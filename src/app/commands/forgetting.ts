import type { TurnEvent } from "../../agent/turn-event.ts";
import { LociError } from "../../errors.ts";
import { forget } from "../../memory/forget.ts";
import { findMemories } from "../../memory/recall.ts";
import type { FoundMemory } from "../../recall/recall.ts";
import type { CommandContext } from "./command-context.ts";

/** Finds what words mean, and asks which of it is to be forgotten. */
export async function* askWhich(
  { parts, talk, conversation }: CommandContext,
  words: string,
): AsyncGenerator<TurnEvent> {
  const session = conversation.session();
  const entries = await findMemories(parts, session, words);
  if (entries.length > 0) talk.lately.ask(session.id, entries);
  yield { type: "found", entries };
}

/** `/forget`: at once where a whole text or an id names one memory; else it asks. */
export async function* forgetNamed(
  context: CommandContext,
  words: string,
): AsyncGenerator<TurnEvent> {
  if (words === "") {
    throw new LociError(
      "BAD_INPUT",
      'Cannot forget nothing: say which, such as "/forget bomba rice"',
    );
  }
  const { parts, conversation } = context;
  const [one, ...others] = await findMemories(parts, conversation.session(), words);
  if (one?.isExact === true && others.length === 0) yield* forgetOne(context, one);
  else yield* askWhich(context, words);
}

/** Forgets it, and says where its words may still stand. Throws LociError NOT_FOUND where it was changed meanwhile. */
export async function* forgetOne(
  { parts, talk, conversation }: CommandContext,
  memory: FoundMemory,
): AsyncGenerator<TurnEvent> {
  const { inGit, transcripts } = await forget(parts, talk, memory, conversation.session());
  const { text, file } = memory;
  yield {
    type: "tool",
    name: "forget",
    result: { status: "forgotten", text, file, inGit, transcripts },
  };
}
