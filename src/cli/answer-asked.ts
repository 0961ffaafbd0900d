import type { TurnEvent } from "../agent/turn-event.ts";
import type { Chat } from "../app/commands/open-chat.ts";
import type { ChatInput } from "./chat-input.ts";
import type { Call } from "./command.ts";

/** Who sits at a terminal is asked at once; in a pipe the next line may answer. */
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
