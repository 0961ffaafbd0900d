import type { ModelMessage } from "../models/respond.ts";
import { largest } from "./shrink-parts.ts";

type Fits = (messages: readonly ModelMessage[]) => boolean;

/**
 * Messages that must stay, made to fit: the longest ones are cut in their middle with a mark; where that is not enough,
 * rounds of tools go, oldest first, and the person's request stays.
 */
export function cutThread(
  thread: readonly { readonly message: ModelMessage }[],
  fits: Fits,
): { readonly messages: readonly ModelMessage[]; readonly isCut: boolean } {
  let messages = thread.map(({ message }) => message);
  if (fits(messages)) return { messages, isCut: false };
  const atMost = (characters: number) => messages.map((message) => cut(message, characters));
  while (!fits(atMost(0))) {
    const start = messages.findIndex(({ role }) => role === "assistant");
    if (start < 0 || messages.length === 1) return { messages: atMost(0).slice(-1), isCut: true };
    const end = messages.findIndex(({ role }, place) => place > start && role !== "tool");
    messages = messages.toSpliced(start, (end < 0 ? messages.length : end) - start);
  }
  const longest = Math.max(...messages.map(({ content }) => content.length));
  return {
    messages: atMost(largest((characters) => fits(atMost(characters)), longest)),
    isCut: true,
  };
}

/** Arguments of tools stay whole, or go: half of them would be no JSON. */
const wholeArguments = 40;

function cut(message: ModelMessage, characters: number): ModelMessage {
  const content = cutText(message.content, characters);
  if (message.role !== "assistant" || message.toolCalls === undefined)
    return { ...message, content };
  const toolCalls = message.toolCalls.map((call) =>
    call.arguments.length <= Math.max(characters, wholeArguments)
      ? call
      : { ...call, arguments: "{}" },
  );
  return { ...message, content, toolCalls };
}

/** Head and tail of a long text, and how much was between. */
function cutText(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const head = Math.ceil((characters * 2) / 3);
  const end = text.slice(text.length - (characters - head));
  const mark = `[… ${text.length - characters} characters left out …]`;
  return `${text.slice(0, head)}${mark}${end}`.toWellFormed();
}
