import type { ModelMessage } from "../models/respond.ts";

export interface CutThread {
  readonly messages: readonly ModelMessage[];
  readonly isCut: boolean;
}

/**
 * Messages that must stay, made to fit: the longest ones are cut in their middle with a mark; where that is not enough,
 * rounds of tools go, oldest first, and the person's request stays.
 */
export function cutThread(
  thread: readonly { readonly message: ModelMessage }[],
  room: number,
  costOf: (messages: readonly ModelMessage[]) => number,
): CutThread {
  const whole = thread.map(({ message }) => message);
  if (costOf(whole) <= room) return { messages: whole, isCut: false };
  for (let messages = whole; ; messages = withoutOldestRound(messages)) {
    const fitted = cutToFit(messages, room, costOf);
    if (fitted !== undefined) return { messages: fitted, isCut: true };
    if (withoutOldestRound(messages).length === messages.length) {
      return { messages: messages.slice(-1).map((message) => cut(message, 0)), isCut: true };
    }
  }
}

/** The same most characters for each, as many as fit; undefined where none do. */
function cutToFit(
  messages: readonly ModelMessage[],
  room: number,
  costOf: (messages: readonly ModelMessage[]) => number,
): readonly ModelMessage[] | undefined {
  const longest = Math.max(0, ...messages.map(({ content }) => content.length));
  const atMost = (characters: number): ModelMessage[] =>
    messages.map((message) => cut(message, characters));
  let low = 0;
  let high = longest;
  if (costOf(atMost(low)) > room) return undefined;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (costOf(atMost(middle)) <= room) low = middle;
    else high = middle - 1;
  }
  return atMost(low);
}

/** Head and tail of a long text, and how much was between; arguments of tools whole or not at all. */
function cut(message: ModelMessage, characters: number): ModelMessage {
  const content = cutText(message.content, characters);
  if (message.role !== "assistant" || message.toolCalls === undefined) {
    return { ...message, content };
  }
  const toolCalls = message.toolCalls.map((call) =>
    call.arguments.length <= Math.max(characters, 40) ? call : { ...call, arguments: "{}" },
  );
  return { ...message, content, toolCalls };
}

function cutText(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const head = Math.ceil((characters * 2) / 3);
  const tail = characters - head;
  const end = tail === 0 ? "" : text.slice(-tail);
  const mark = `[… ${text.length - characters} characters left out …]`;
  return `${text.slice(0, head)}${mark}${end}`.toWellFormed();
}

function withoutOldestRound(messages: readonly ModelMessage[]): ModelMessage[] {
  const start = messages.findIndex((message) => message.role === "assistant");
  if (start < 0 || messages.length <= 1) return [...messages];
  let end = start + 1;
  while (messages[end]?.role === "tool") end++;
  return [...messages.slice(0, start), ...messages.slice(end)];
}
