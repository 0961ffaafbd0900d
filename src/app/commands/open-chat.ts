import { toErrorEvent } from "../../agent/error-event.ts";
import type { TurnEvent } from "../../agent/turn-event.ts";
import { LociError } from "../../errors.ts";
import type { PlainCommand } from "../../language/commands/parse-command.ts";
import { parseCommand } from "../../language/commands/parse-command.ts";
import type { Hit } from "../../recall/recall.ts";
import { type Conversation, type ConversationOptions, openConversation } from "../conversation.ts";
import type { Parts } from "../parts.ts";
import type { Talk } from "../talk.ts";
import type { CommandContext } from "./command-context.ts";
import { forgetOne } from "./forgetting.ts";
import { obey } from "./obey.ts";
import { readAnswer } from "./read-answer.ts";
import { typedCommand } from "./typed-commands.ts";

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
  /** True where something was asked, and what is said next answers it. */
  asks(): boolean;
  /** Carries out what was said aloud; what it asks waits for `choose`. Failures are events. */
  obey(command: PlainCommand, signal?: AbortSignal): AsyncIterable<TurnEvent>;
  /** Forgets the memory of this id, of those that were asked about. Failures are events. */
  choose(id: string): AsyncIterable<TurnEvent>;
}

/** Begins one, or goes on with one. Throws as `openConversation`. */
export function openChat(parts: Parts, talk: Talk, options: ConversationOptions = {}): Chat {
  const conversation = noting(openConversation(parts, talk, options), talk);
  const contextFor = (signal?: AbortSignal): CommandContext => ({
    ...{ parts, talk, conversation, signal },
  });
  const told = async function* (events: AsyncIterable<TurnEvent>): AsyncGenerator<TurnEvent> {
    try {
      yield* events;
    } catch (error) {
      yield toErrorEvent(error, talk.turnPorts.report);
    }
  };
  return {
    ...conversation,
    say: (words, extra, signal) => told(take(contextFor(signal), words, extra)),
    asks: () => pendingIn(contextFor()) !== undefined,
    obey: (command, signal) => told(obey(contextFor(signal), command)),
    choose: (id) => told(choose(contextFor(), id)),
  };
}

/** Keeps in mind what recall brought, and what is asked no more. */
function noting(conversation: Conversation, { lately }: Talk): Conversation {
  return {
    ...conversation,
    async *turn(...said) {
      const { id } = conversation.session();
      lately.ask(id, undefined);
      lately.noteHits(id, []);
      let hits: readonly Hit[] = [];
      for await (const event of conversation.turn(...said)) {
        if (event.type === "recall") {
          hits = [...hits, ...event.hits];
          lately.noteHits(conversation.session().id, hits);
        }
        yield event;
      }
    },
    takeBack() {
      const session = conversation.begun();
      if (session !== undefined) lately.noteHits(session.id, []);
      return conversation.takeBack();
    },
  };
}

function pendingIn({ talk, conversation }: CommandContext) {
  const session = conversation.begun();
  return session && talk.lately.pending(session.id);
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
  for await (const event of obey(context, command)) {
    if (event.type === "taken_back" && event.sayAgain) isAnswered = false;
    yield event;
  }
  if (isAnswered) yield* conversation.turn(instead, extra, signal);
}

/** True where it answered what was asked; an answer that leaves open which is meant has it asked again. */
async function* answer(context: CommandContext, words: string): AsyncGenerator<TurnEvent, boolean> {
  const { conversation, talk } = context;
  const session = conversation.begun();
  const entries = pendingIn(context);
  if (session === undefined || entries === undefined) return false;
  const read = readAnswer(entries, words, session.language);
  if (read.type !== "unclear") talk.lately.ask(session.id, undefined);
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
  const { talk, conversation } = context;
  const one = pendingIn(context)?.find((entry) => entry.id === id);
  if (one === undefined) {
    throw new LociError("NOT_FOUND", `Cannot forget "${id}": nobody was asked about it`);
  }
  talk.lately.ask(conversation.session().id, undefined);
  yield* forgetOne(context, one);
}
