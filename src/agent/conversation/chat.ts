import { LociError } from "../../errors.ts";
import { isClearYes, parseAnswer } from "../../language/commands/parse-answer.ts";
import {
  isFragment,
  type PlainCommand,
  parseCommand,
} from "../../language/commands/parse-command.ts";
import type { Hit } from "../../recall/recall.ts";
import { type TurnEvent, toErrorEvent } from "../turn-event.ts";
import type { ConversationContext } from "../vault-for-turn.ts";
import { askWhich, type CommandContext, forgetOne, typedCommand } from "./commands.ts";
import type { ConversationServices } from "./context.ts";
import { type Conversation, type ConversationOptions, openConversation } from "./conversation.ts";

/** A conversation in which commands are understood; terminal, browser and voice render the events. */
export interface Chat extends Conversation {
  /**
   * Whatever a person writes: an answer to what was asked, a command ("/forget", "forget that"), or a message. Failures
   * are events, never exceptions.
   */
  say(
    words: string,
    extra?: Parameters<Conversation["turn"]>[1],
    signal?: AbortSignal,
  ): AsyncIterable<TurnEvent>;
  /** Of how many memories one may be to be forgotten, where that was asked: what is said next answers it. */
  asks(): number;
  /** Carries out what was said aloud; what it asks waits for `choose`. Failures are events. */
  execute(command: PlainCommand, signal?: AbortSignal): AsyncIterable<TurnEvent>;
  /** Forgets the memory of this id, of those that were asked about. Failures are events. */
  choose(id: string): AsyncIterable<TurnEvent>;
}

/** Begins one, or goes on with one. Throws as `openConversation`. */
export function openChat(
  vault: ConversationContext,
  services: ConversationServices,
  options: ConversationOptions = {},
): Chat {
  const conversation = noting(openConversation(vault, services, options), services);
  const contextFor = (signal?: AbortSignal): CommandContext => ({
    vault,
    services,
    conversation,
    signal,
  });
  const withErrors = async function* (events: AsyncIterable<TurnEvent>): AsyncGenerator<TurnEvent> {
    try {
      yield* events;
    } catch (error) {
      yield toErrorEvent(error, services.turnPorts.report);
    }
  };
  return {
    ...conversation,
    say: (words, extra, signal) => withErrors(take(contextFor(signal), words, extra)),
    asks: () => pendingIn(contextFor())?.length ?? 0,
    execute: (command, signal) => withErrors(execute(contextFor(signal), command)),
    choose: (id) => withErrors(choose(contextFor(), id)),
  };
}

/** Keeps in mind what recall brought, and what is asked no more. */
function noting(conversation: Conversation, { recentTurns }: ConversationServices): Conversation {
  const noteHits = async function* (events: AsyncIterable<TurnEvent>): AsyncGenerator<TurnEvent> {
    let hits: readonly Hit[] = [];
    for await (const event of events) {
      if (event.type === "recall") {
        hits = [...hits, ...event.hits];
        recentTurns.noteHits(conversation.session().id, hits);
      }
      yield event;
    }
  };
  const dropHits = (): void => {
    const session = conversation.begun();
    if (session !== undefined) recentTurns.noteHits(session.id, []);
  };
  return {
    ...conversation,
    async *turn(...said) {
      recentTurns.ask(conversation.session().id, undefined);
      dropHits();
      yield* noteHits(conversation.turn(...said));
    },
    answerHandedOver: (signal) => noteHits(conversation.answerHandedOver(signal)),
    takeBack() {
      dropHits();
      return conversation.takeBack();
    },
  };
}

function pendingIn({ services, conversation }: CommandContext) {
  const session = conversation.begun();
  return session && services.recentTurns.pending(session.id);
}

async function* take(
  context: CommandContext,
  words: string,
  extra: Parameters<Conversation["turn"]>[1],
): AsyncGenerator<TurnEvent> {
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
  const instead = command.type === "misheard" ? command.rest : "";
  let isAnswered = instead !== "";
  for await (const event of execute(context, command)) {
    if (event.type === "taken_back" && event.sayAgain) isAnswered = false;
    yield event;
  }
  if (isAnswered) yield* conversation.turn(instead, extra, signal);
}

/** True where it answered what was asked; an answer that leaves open which is meant has it asked again. */
async function* answer(context: CommandContext, words: string): AsyncGenerator<TurnEvent, boolean> {
  const { conversation, services } = context;
  const session = conversation.begun();
  const entries = pendingIn(context);
  if (session === undefined || entries === undefined) return false;
  const read = readAnswer(entries, words, session.language);
  if (read.type !== "unclear") services.recentTurns.ask(session.id, undefined);
  if (read.type === "other") return false;
  yield* conversation.announce();
  if (read.type !== "unclear") {
    yield { type: "command", command: read.type === "chosen" ? "yes" : "no" };
  }
  if (read.type === "chosen") yield* forgetOne(context, read.one);
  else if (read.type === "none") yield { type: "not_forgotten" };
  else yield { type: "found", entries };
  return true;
}

async function* runTyped(context: CommandContext, text: string): AsyncGenerator<TurnEvent> {
  const { conversation } = context;
  const [, name = "", words = ""] = /^\/(\S*)\s*(.*)$/s.exec(text) ?? [];
  const command = typedCommand(name);
  if (command.isApart !== true) conversation.session();
  yield* conversation.announce();
  yield { type: "command", command: name };
  yield* command.run(context, words);
}

async function* choose(context: CommandContext, id: string): AsyncGenerator<TurnEvent> {
  const { services, conversation } = context;
  const one = pendingIn(context)?.find((entry) => entry.id === id);
  if (one === undefined) {
    throw new LociError("NOT_FOUND", `Cannot forget "${id}": nobody was asked about it`);
  }
  services.recentTurns.ask(conversation.session().id, undefined);
  yield* forgetOne(context, one);
}

/** Carries out a command that stood in a natural sentence. Throws LociError where it cannot. */
async function* execute(context: CommandContext, command: PlainCommand): AsyncGenerator<TurnEvent> {
  switch (command.type) {
    case "forget_that":
      return yield await takeBack(context, "");
    case "misheard":
      return yield await takeBack(context, command.rest);
    case "forget":
      return yield* askWhich(context, command.what);
    case "end":
    case "help":
      return yield* typedCommand(command.type).run(context, "");
  }
}

/** `instead` is what was said in truth, '' where that is not known. */
async function takeBack({ conversation }: CommandContext, instead: string): Promise<TurnEvent> {
  const taken = await conversation.takeBack();
  const { said, forgotten, kept } = taken ?? { said: null, forgotten: [], kept: [] };
  const sayAgain = said !== null && instead !== "" && isFragment(instead, said);
  return { type: "taken_back", said, forgotten, kept, sayAgain };
}

/** What a written answer to "which of these?" comes to. */
type Answer<T> =
  | { readonly type: "chosen"; readonly one: T }
  | { readonly type: "none" }
  /** It may be an answer, but leaves open which is meant. */
  | { readonly type: "unclear" }
  /** It was no answer: words like any other. */
  | { readonly type: "other" };

interface Choice {
  readonly id: string;
  readonly text: string;
}

/** Reads a number, an id, a whole text, a no, or a clear yes where there is one choice only. Pure. */
function readAnswer<T extends Choice>(
  choices: readonly T[],
  words: string,
  language: string,
): Answer<T> {
  const said = words.trim();
  if (said === "" || said === "0") return { type: "none" };
  const named = choices.find(({ id, text }) => id === said || text === said);
  const one = named ?? (isNumber.test(said) ? choices[Number.parseInt(said, 10) - 1] : undefined);
  if (one !== undefined) return { type: "chosen", one };
  if (isNumber.test(said)) return { type: "unclear" };
  const answer = said.toLowerCase() === "none" ? "no" : parseAnswer(said, language);
  if (answer === "no") return { type: "none" };
  if (answer === undefined) return { type: "other" };
  const [only, ...others] = choices;
  const isClear = only !== undefined && others.length === 0 && isClearYes(said, language);
  return isClear ? { type: "chosen", one: only } : { type: "unclear" };
}

const isNumber = /^\d{1,3}\.?$/;
