import type { RealtimeContent } from "../../models/realtime.ts";
import type { ModelMessage } from "../../models/respond.ts";

/** An item of the conversation at the server, as far as it is known here. */
export interface LiveItem {
  readonly id: string;
  /** What it says; of sound the words so far. */
  content: RealtimeContent;
  /** It was said aloud: a transcript may hold more than the message that was made of it. */
  readonly isSpoken: boolean;
  /** Not all of its sound was heard, so it was truncated. */
  isCut: boolean;
}

/** An item that stays, or one to be put behind the one before it. */
export type ArrangedItem =
  | { readonly type: "keep"; readonly item: LiveItem }
  | { readonly type: "add"; readonly content: RealtimeContent };

/**
 * What is to be done so that the server's items say what the session's thread says: the session is right, whatever the
 * server still holds. Items that stand in both stay, in order; sound is worth more to the model than its words. Pure.
 */
export function arrangeItems(
  known: readonly LiveItem[],
  thread: readonly ModelMessage[],
): { readonly items: readonly ArrangedItem[]; readonly removed: readonly LiveItem[] } {
  let rest = known;
  const removed: LiveItem[] = [];
  const items = thread.flatMap(toContents).map((content): ArrangedItem => {
    const at = rest.findIndex((item) => isSame(item, content));
    const item = rest[at];
    if (item === undefined) return { type: "add", content };
    removed.push(...rest.slice(0, at));
    rest = rest.slice(at + 1);
    return { type: "keep", item };
  });
  return { items, removed: [...removed, ...rest] };
}

/** A message as items: what was said, then each call of a tool. */
function toContents(message: ModelMessage): readonly RealtimeContent[] {
  switch (message.role) {
    case "system":
      return []; // The instructions of the session.
    case "user":
      return [{ type: "user", text: message.content }];
    case "tool":
      return [{ type: "result", callId: message.callId, text: message.content }];
    case "assistant": {
      const calls = (message.toolCalls ?? []).map((call) => ({ type: "call" as const, call }));
      const { content: text } = message;
      return text === "" ? calls : [{ type: "assistant", text }, ...calls];
    }
  }
}

function isSame({ content, isSpoken, isCut }: LiveItem, wanted: RealtimeContent): boolean {
  switch (wanted.type) {
    case "user":
      if (content.type !== "user") return false;
      return content.text === wanted.text || (isSpoken && content.text.includes(wanted.text));
    case "assistant":
      if (content.type !== "assistant") return false;
      return content.text === wanted.text || (isCut && content.text.startsWith(wanted.text));
    case "call":
      return content.type === "call" && content.call.id === wanted.call.id;
    case "result":
      return content.type === "result" && content.callId === wanted.callId;
  }
}
