import type { Chat } from "../agent/conversation/chat.ts";
import { toErrorEvent } from "../agent/error-event.ts";
import type { TurnEvent } from "../agent/turn-event.ts";
import type { Loci } from "../app/loci.ts";
import { messageOf } from "../errors.ts";
import { type ChatInput, openChatInput } from "./chat-input.ts";
import type { Call } from "./command.ts";
import { createRenderer } from "./render-events.ts";
import type { Screen } from "./screen.ts";
import { digestDeadline } from "./stop-signal.ts";

/** Number of lines read and of turns that failed. */
export interface ConversationResult {
  readonly lines: number;
  readonly failures: number;
}

/**
 * Runs a conversation until the input ends, the user types `/quit` or `exit`, or `stop` aborts; then digests it. A failed
 * turn is reported, and the conversation goes on. `open` is called for the first message.
 */
export async function converse(
  screen: Screen,
  loci: Loci,
  open: () => Promise<Chat>,
  stop: AbortSignal,
): Promise<ConversationResult> {
  const { call } = screen;
  const render = createRenderer(call);
  const input = openChatInput(screen, loci, stop);
  const deadline = digestDeadline(stop);
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
      await answerQuestions({ call, input, conversation }, render);
      if (signal.aborted && !stop.aborted && !call.json) call.aside("· stopped");
    } catch (error) {
      await render(singleEvent(toErrorEvent(error, undefined, messageOf(error))));
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
  if (conversation !== undefined) await render(endConversation(conversation, deadline));
  return { lines, failures };
}

/** The slash is optional. */
const isLeaving = /^\/?(?:quit|exit)$/i;

/** Yields one event. */
export async function* singleEvent<T>(event: T): AsyncGenerator<T> {
  yield event;
}

/** Ends and digests a conversation; yields the digest event, if any. */
export async function* endConversation(conversation: Chat, deadline: AbortSignal) {
  const digested = await conversation.end(deadline);
  if (digested !== undefined) yield digested;
}

/** If the conversation has an open question, asks it on a terminal. From a pipe, the next line may answer it. */
async function answerQuestions(
  { call, input, conversation }: { call: Call; input: ChatInput; conversation: Chat },
  render: (events: AsyncIterable<TurnEvent>) => Promise<unknown>,
): Promise<void> {
  if (conversation.asks() === 0) return;
  if (!input.isTerminal) {
    const answers = conversation.asks() === 1 ? '"yes" forgets it' : "Say which by its number";
    if (!call.json) call.print(`${answers}, or go on: then none is forgotten`);
    return;
  }
  while (conversation.asks() > 0) {
    const answer = await input.ask(
      conversation.asks() === 1
        ? "Is it to be forgotten? [yes, Enter: no] "
        : "Which one is to be forgotten? [its number, Enter: none] ",
    );
    await render(conversation.say(answer ?? ""));
  }
}
