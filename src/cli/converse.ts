import { toErrorEvent } from "../agent/error-event.ts";
import type { TurnEvent } from "../agent/turn-event.ts";
import type { Loci } from "../app.ts";
import type { Chat } from "../conversation/chat.ts";
import { messageOf } from "../errors.ts";
import { type ChatInput, openChatInput } from "./chat-input.ts";
import type { Call } from "./command.ts";
import { createRenderer } from "./render-events.ts";
import type { Screen } from "./screen.ts";
import { lastMs, whileAfter } from "./stop-signal.ts";

/** How a conversation went: lines that were read, and turns that failed. */
export interface Conversed {
  readonly lines: number;
  readonly failures: number;
}

/**
 * Takes turns until the input ends, the person says `/quit` or `exit`, or `stop` is aborted; then what was said is digested. A turn
 * that fails is reported, and the next one is taken. `open` begins the conversation, with the first line.
 */
export async function converse(
  screen: Screen,
  loci: Loci,
  open: () => Promise<Chat>,
  stop: AbortSignal,
): Promise<Conversed> {
  const { call } = screen;
  const render = createRenderer(call);
  const input = openChatInput(screen, loci, stop);
  const deadline = whileAfter(stop, lastMs);
  let conversation: Chat | undefined;
  let lines = 0;
  let failures = 0;
  if (input.isTerminal && !call.json) {
    call.note('Talk, or ask; "remember that …" saves at once; /help says more');
  }
  const takeTurn = async (text: string): Promise<void> => {
    try {
      conversation ??= await open();
      const signal = input.interrupt();
      if (!(await render(conversation.say(text, {}, signal)))) failures++;
      await answerAsked({ call, input, conversation }, render);
      if (signal.aborted && !stop.aborted && !call.json) call.aside("· stopped");
    } catch (error) {
      await render(one(toErrorEvent(error, undefined, messageOf(error))));
      failures++;
    }
  };
  try {
    for await (const line of input.lines) {
      lines++;
      const text = line.trim();
      if (isLeaving.test(text)) break;
      if (text !== "") await screen.during(() => takeTurn(text));
    }
  } finally {
    input.close();
  }
  if (conversation !== undefined) await render(endOf(conversation, deadline));
  return { lines, failures };
}

/** As in most programs, the slash may be left out. */
const isLeaving = /^\/?(?:quit|exit)$/i;

/** A stream of one event. */
export async function* one<T>(event: T): AsyncGenerator<T> {
  yield event;
}

/** Ends it, with what came of it. */
export async function* endOf(conversation: Chat, deadline: AbortSignal) {
  const digested = await conversation.end(deadline);
  if (digested !== undefined) yield digested;
}

/** On a terminal the question is asked at once; in a pipe the next line may answer. */
export async function answerAsked(
  { call, input, conversation }: { call: Call; input: ChatInput; conversation: Chat },
  render: (events: AsyncIterable<TurnEvent>) => Promise<unknown>,
): Promise<void> {
  if (!conversation.asks()) return;
  if (!input.isTerminal) {
    if (!call.json) call.print("Say which by its number, or go on: then none is forgotten");
    return;
  }
  while (conversation.asks()) {
    const answer = await input.ask("Which one is to be forgotten? [its number, Enter: none] ");
    await render(conversation.say(answer ?? ""));
  }
}
