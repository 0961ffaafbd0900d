import type { Conversation } from "../app/conversation.ts";
import type { Loci } from "../app.ts";
import { messageOf } from "../errors.ts";
import { runChatCommand } from "./chat-commands.ts";
import { openChatInput } from "./chat-input.ts";
import type { Call } from "./command.ts";
import { createRenderer } from "./render-events.ts";

/** Who talks, and to whom; all of it optional. */
export interface Talk {
  readonly person?: string;
  readonly agent?: string;
  readonly language?: string;
  /** Goes on with this session, or with the last one of the person. */
  readonly resume?: string | true;
}

/** How a conversation went: lines that were read, and turns that failed. */
export interface Conversed {
  readonly lines: number;
  readonly failures: number;
}

/**
 * Takes turns until the input ends, the person says `/quit` or `stop` is aborted; then what was said is digested. A turn
 * that fails is told, and the next one taken.
 */
export async function converse(
  call: Call,
  loci: Loci,
  talk: Talk = {},
  stop: AbortSignal = new AbortController().signal,
): Promise<Conversed> {
  const render = createRenderer(call);
  const input = openChatInput(call, loci, stop);
  let conversation: Conversation | undefined;
  let lines = 0;
  let failures = 0;
  try {
    for await (const line of input.lines) {
      lines++;
      const text = line.trim();
      if (text === "") continue;
      if (text === "/quit" || text === "/exit") break;
      try {
        conversation ??= await loci.converse(talk);
        const events = text.startsWith("/")
          ? runChatCommand({ call, loci, conversation, input }, text)
          : conversation.turn(text, {}, input.interrupt());
        if (!(await render(events))) failures++;
      } catch (error) {
        call.complain(messageOf(error));
        failures++;
      }
    }
  } finally {
    input.close();
  }
  if (conversation !== undefined) await render(endOf(conversation, stop));
  return { lines, failures };
}

async function* endOf(conversation: Conversation, stop: AbortSignal) {
  const digested = await conversation.end(stop.aborted ? AbortSignal.timeout(lastMs) : undefined);
  if (digested !== undefined) yield digested;
}

/** A process that was asked to stop takes no longer; what is not digested by then waits on disk. */
const lastMs = 8_000;
