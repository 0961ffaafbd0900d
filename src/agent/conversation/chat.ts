import {
  type PlainCommand,
  parseAnswer,
  parseCommand,
} from "../../language/commands/parse-command.ts";
import type { FoundMemory } from "../../recall/recall.ts";
import { type TurnEvent, toErrorEvent } from "../turn-event.ts";
import type { ConversationContext } from "../vault-for-turn.ts";
import { type CommandContext, forgetOne, typedCommand } from "./commands.ts";
import type { ConversationServices } from "./context.ts";
import { type ConversationOptions, openConversation, type TurnExtra } from "./conversation.ts";

/** A conversation in which commands are understood; terminal, browser and voice render the events. */
export type Chat = ReturnType<typeof openChat>;

type Events = AsyncGenerator<TurnEvent, void>;

/** Begins one, or goes on with one. Throws as `openConversation`. */
export function openChat(
  vault: ConversationContext,
  services: ConversationServices,
  options: ConversationOptions = {},
) {
  const conversation = openConversation(vault, services, options);
  const contextFor = (signal: AbortSignal | undefined): CommandContext => ({
    vault,
    services,
    conversation,
    signal,
  });
  const withErrors = async function* (events: Events): Events {
    try {
      yield* events;
    } catch (error) {
      yield toErrorEvent(error, services.turnPorts.report);
    }
  };
  return {
    ...conversation,
    /**
     * Whatever a person writes: an answer to what was asked, a command ("/forget", "forget that"), or a message.
     * Failures are events, never exceptions.
     */
    say: (words: string, extra?: TurnExtra, signal?: AbortSignal): Events =>
      withErrors(take(contextFor(signal), words, extra)),
    /** Of how many memories one may be to be forgotten, where that was asked: what is said next answers it. */
    asks: (): number => recentOf(contextFor(undefined))?.pending.length ?? 0,
    /** Carries out what was said aloud. Failures are events. */
    execute: (command: PlainCommand, signal?: AbortSignal): Events =>
      withErrors(execute(contextFor(signal), command)),
  };
}

function recentOf({ services, conversation }: CommandContext) {
  const session = conversation.begun();
  return session && services.recentTurns(session.id);
}

async function* take(context: CommandContext, words: string, extra: TurnExtra | undefined): Events {
  const { conversation, signal } = context;
  const isAnswer = yield* answer(context, words);
  const text = words.trim();
  if (isAnswer || text === "") return;
  if (text.startsWith("/")) return yield* runTyped(context, text);
  const command = parseCommand(text, conversation.session().language);
  // "Stop" and "again" are about a voice; in writing they are words like any other.
  if (command === undefined || command.type === "stop" || command.type === "repeat") {
    return yield* conversation.turn(words, extra, signal);
  }
  yield* conversation.announce();
  yield { type: "command", command: command.type };
  yield* execute(context, command);
}

/** True where it answered what was asked; an answer that leaves open which is meant has it asked again. */
async function* answer(context: CommandContext, words: string): AsyncGenerator<TurnEvent, boolean> {
  const { conversation } = context;
  const recent = recentOf(context);
  const entries = recent?.pending ?? [];
  if (recent === undefined || entries.length === 0) return false;
  const chosen = readAnswer(entries, words, conversation.session().language);
  if (chosen !== "unclear") recent.pending = [];
  if (chosen === "other") return false;
  yield* conversation.announce();
  if (chosen === "unclear") yield { type: "found", entries };
  else if (chosen === "none") {
    yield { type: "command", command: "no" };
    yield { type: "not_forgotten" };
  } else {
    yield { type: "command", command: "yes" };
    yield* forgetOne(context, chosen);
  }
  return true;
}

async function* runTyped(context: CommandContext, text: string): Events {
  const { conversation } = context;
  const [, name = "", words = ""] = /^\/(\S*)\s*(.*)$/s.exec(text) ?? [];
  const command = typedCommand(name);
  if (command.isApart !== true) conversation.session();
  yield* conversation.announce();
  yield { type: "command", command: name };
  yield* command.run(context, words);
}

/** Carries out a command that stood in a natural sentence. Throws LociError where it cannot. */
async function* execute(context: CommandContext, command: PlainCommand): Events {
  switch (command.type) {
    case "forget_that":
      return yield await takeBack(context);
    case "forget":
      return yield* typedCommand("forget").run(context, command.what);
    case "end":
    case "help":
      return yield* typedCommand(command.type).run(context, "");
  }
}

async function takeBack({ conversation }: CommandContext): Promise<TurnEvent> {
  const taken = await conversation.takeBack();
  const { said, forgotten, kept } = taken ?? { said: null, forgotten: [], kept: [] };
  return { type: "taken_back", said, forgotten, kept };
}

const isNumber = /^\d{1,3}\.?$/;

/**
 * Reads an answer to "which of these?": a number, an id, a whole text, a no, or a clear yes where there is one choice only.
 * `unclear` may be an answer, but leaves open which is meant; `other` is words like any other. Pure.
 */
function readAnswer(
  choices: readonly FoundMemory[],
  words: string,
  language: string,
): FoundMemory | "none" | "unclear" | "other" {
  const said = words.trim();
  if (said === "" || said === "0" || said.toLowerCase() === "none") return "none";
  if (isNumber.test(said)) return choices[Number.parseInt(said, 10) - 1] ?? "unclear";
  const named = choices.find(({ id, text }) => id === said || text === said);
  if (named !== undefined) return named;
  const answer = parseAnswer(said, language);
  if (answer === "no") return "none";
  if (answer === undefined) return "other";
  const [only, ...others] = choices;
  return only !== undefined && others.length === 0 ? only : "unclear";
}
