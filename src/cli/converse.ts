import type { Chat } from "../agent/conversation/chat.ts";
import { toErrorEvent } from "../agent/turn-event.ts";
import { offerLocalModel } from "../app/local-model.ts";
import type { Loci } from "../app/loci.ts";
import { messageOf } from "../errors.ts";
import { openChatInput } from "./chat-input.ts";
import type { Call } from "./command.ts";
import { createRenderer } from "./render-events.ts";
import type { Screen } from "./screen.ts";
import { endConversation } from "./talk.ts";

/** Number of lines read and of turns that failed. */
export interface ConversationResult {
  readonly lines: number;
  readonly failures: number;
}

/**
 * Runs a conversation until the input ends, the user types `/quit` or `exit`, or `stop` aborts; then digests it. A
 * failed turn is reported, and the conversation goes on. `open` is called for the first message.
 */
export async function converse(
  screen: Screen,
  open: () => Promise<Chat>,
  stop: AbortSignal,
): Promise<ConversationResult> {
  const { call } = screen;
  const render = createRenderer(call);
  const input = openChatInput(screen, stop);
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
      if (conversation.asks() > 0 && !call.json) {
        // The next line answers.
        const answer = conversation.asks() === 1 ? '"yes" forgets it' : "Say which by its number";
        call.print(`${answer}, or go on: then none is forgotten`);
      }
      if (signal.aborted && !stop.aborted && !call.json) call.aside("· stopped");
    } catch (error) {
      await render([toErrorEvent(error, undefined, messageOf(error))]);
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
  if (conversation !== undefined) await endConversation(render, conversation, stop);
  return { lines, failures };
}

/** Says that a model server runs on this device which the vault could use. */
export async function noteLocalModel(call: Call, loci: Loci): Promise<void> {
  const offer = await offerLocalModel(loci.vault);
  if (offer !== undefined) call.note(offer);
}

/** The slash is optional. */
const isLeaving = /^\/?(?:quit|exit)$/i;
