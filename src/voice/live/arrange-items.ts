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
 * server still holds. As many items as possible stay, in order: sound is worth more to the model than its words. Pure.
 */
export function arrangeItems(
  known: readonly LiveItem[],
  thread: readonly ModelMessage[],
): { readonly items: readonly ArrangedItem[]; readonly removed: readonly LiveItem[] } {
  const wanted = thread.flatMap(toContents);
  const worth = worthOfKeeping(known, wanted);
  const removed: LiveItem[] = [];
  let at = 0;
  const items = wanted.map((content, i): ArrangedItem => {
    for (let item = known[at]; item !== undefined; item = known[++at]) {
      const kept = likeness(item, content);
      if (kept > 0 && worth(at, i) === kept + worth(at + 1, i + 1)) {
        at++;
        return { type: "keep", item };
      }
      if (worth(at, i) === worth(at, i + 1)) break; // It goes with a later one.
      removed.push(item);
    }
    return { type: "add", content };
  });
  return { items, removed: [...removed, ...known.slice(at)] };
}

/** The most that can be kept of the items from the one on, for the contents from the other on. */
function worthOfKeeping(known: readonly LiveItem[], wanted: readonly RealtimeContent[]) {
  const width = wanted.length + 1;
  const table = new Uint16Array((known.length + 1) * width);
  const worth = (item: number, content: number): number => table[item * width + content] ?? 0;
  for (const [k, item] of [...known.entries()].reverse()) {
    for (const [w, content] of [...wanted.entries()].reverse()) {
      const like = likeness(item, content);
      const kept = like === 0 ? 0 : like + worth(k + 1, w + 1);
      table[k * width + w] = Math.max(kept, worth(k + 1, w), worth(k, w + 1));
    }
  }
  return worth;
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

/** 2: it says this; 1: it may be this as it was said; 0: it is something else. */
function likeness({ content, isSpoken, isCut }: LiveItem, wanted: RealtimeContent): 0 | 1 | 2 {
  if (identityOf(content) === identityOf(wanted)) return 2;
  if (content.type === "user" && wanted.type === "user") {
    return isSpoken && isMadeOf(wanted.text, content.text) ? 1 : 0;
  }
  const areAnswers = content.type === "assistant" && wanted.type === "assistant";
  return areAnswers && isCut && content.text.startsWith(wanted.text) ? 1 : 0;
}

function identityOf(content: RealtimeContent): string {
  if (content.type === "call") return `call ${content.call.id}`;
  return content.type === "result" ? `result ${content.callId}` : `${content.type} ${content.text}`;
}

/** Words that a message may have lost on the way from a transcript: the agent's name, and what leads to it. */
const maxLost = 4;

const isMadeOf = (message: string, transcript: string): boolean =>
  transcript.includes(message) && wordsIn(transcript) - wordsIn(message) <= maxLost;

const wordsIn = (text: string): number => text.split(/\s+/).length;
