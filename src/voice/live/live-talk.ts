import { isDeepStrictEqual } from "node:util";
import { LociError } from "../../errors.ts";
import { quoteSection } from "../../models/quote-for-prompt.ts";
import {
  type RealtimeContent,
  type RealtimeConversation,
  type RealtimeEvent,
  type RealtimeModel,
  realtimeRate,
} from "../../models/realtime.ts";
import type { ModelMessage, ModelRequest } from "../../models/respond.ts";
import type { Transcript } from "../../models/transcribe.ts";
import { within } from "../../within.ts";
import { createQueue, type Queue } from "../async/queue.ts";
import { Hearings } from "./hearings.ts";

type AnswerRequest = Pick<ModelRequest, "messages" | "tools">;

export type AnswerEvent = Extract<
  RealtimeEvent,
  { readonly type: "words" | "sound" | "done" | "refused" | "closed" }
>;

/** Longest wait until an answer that was broken off has ended (ms). */
const maxEndMs = 3_000;
/** Messages that a new conversation at the server is told of. */
const maxHistory = 10;

interface Answering {
  readonly events: Queue<AnswerEvent>;
  readonly over: Promise<void>;
  readonly end: () => void;
  isCancelled: boolean;
}

const dropped = new LociError(
  "MODEL_FAILED",
  "Cannot go on with the live voice: the connection dropped; say it again",
  { data: { reason: "connection", passing: true } },
);

/**
 * One conversation at the server, from its beginning until it is closed or drops. The model keeps its history itself:
 * it is only told what it has not heard or said, and where the thread is another one, of the last messages in its
 * instructions.
 */
export class LiveTalk {
  readonly #onClosed: (error: LociError) => void;
  #conversation: RealtimeConversation | undefined;
  #isClosed = false;
  /** The server refused a change: what it holds is not what is known here. */
  #isWrong = false;
  /** Items at the server, in order. */
  #items: string[] = [];
  readonly #hearings = new Hearings();
  /** Items that were heard since the last request. */
  #heard: { readonly item: string; readonly text: string }[] = [];
  #answering: Answering | undefined;
  /** What the server made last. */
  #answered = nothingAnswered();
  /** The last message that the server was asked to answer. */
  #last: ModelMessage | undefined;
  #history = "";
  #instructed = "";
  #added = 0;

  /** `onClosed` is called once if it drops. */
  constructor(onClosed: (error: LociError) => void) {
    this.#onClosed = onClosed;
  }

  /** Rejects as `RealtimeModel.connect`. */
  async open(model: RealtimeModel, signal: AbortSignal): Promise<void> {
    this.#conversation = await model.connect((event) => this.#take(event), signal);
  }

  /** It dropped, or another one is to take its place. */
  get isClosed(): boolean {
    return this.#isClosed || (this.#isWrong && this.#answering === undefined);
  }

  /** Has it hear one turn, at `realtimeRate`. Rejects with LociError; with the signal's reason when called off. */
  async hear(pcm: Int16Array, signal: AbortSignal): Promise<Transcript> {
    signal.throwIfAborted();
    if (this.#isClosed) throw dropped;
    this.#conversation?.hear(pcm);
    return this.#hearings.add(signal);
  }

  /** The last turn that was heard so is not meant for it. */
  unhear(text: string): void {
    const found = this.#heard.findLast((one) => one.text.trim() === text.trim());
    if (found !== undefined) this.#remove([found.item]);
  }

  /** Has it answer: events up to the one that ends the answer. An abort breaks it off and ends them. */
  async answer(request: AnswerRequest, signal: AbortSignal): Promise<AsyncIterable<AnswerEvent>> {
    const before = this.#answering;
    if (before !== undefined) {
      const ended = await within(maxEndMs, () => before.over, signal);
      signal.throwIfAborted();
      if (ended.type === "late") this.#isClosed = true; // It goes on by itself: what it says next is nobody's.
    }
    if (this.#isClosed) throw dropped;
    this.#arrange(request);
    const events = createQueue<AnswerEvent>();
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const answering = { events, over, end, isCancelled: false };
    this.#answering = answering;
    this.#answered = nothingAnswered();
    const onAbort = (): void => {
      events.close();
      this.#cancel(answering);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    void over.then(() => signal.removeEventListener("abort", onAbort));
    this.#conversation?.respond();
    return events;
  }

  /** The words of an item so far. */
  words(id: string): string {
    return this.#answered.words.get(id) ?? "";
  }

  /** No more than this was heard of an item (ms). */
  cut(id: string, ms: number): void {
    this.#cancel(this.#answering);
    // Past its end the server refuses it, and what was not heard would stay.
    const most = Math.floor(this.#answered.soundMs.get(id) ?? 0);
    if (!this.#items.includes(id)) return;
    this.#conversation?.truncate(id, Math.min(most, Math.max(0, Math.floor(ms))));
  }

  close(): void {
    this.#isClosed = true;
    this.#conversation?.close();
  }

  #cancel(answering: Answering | undefined): void {
    if (answering === undefined || answering !== this.#answering || answering.isCancelled) return;
    answering.isCancelled = true;
    this.#conversation?.cancel();
  }

  #take(event: RealtimeEvent): void {
    switch (event.type) {
      case "heard":
        this.#items.push(event.item);
        this.#hearings.take(event);
        return;
      case "transcript":
        this.#heard.push({ item: event.item, text: event.text });
        this.#hearings.take(event);
        return;
      case "untranscribed":
        this.#remove([event.item]);
        this.#hearings.take(event);
        return;
      case "refused":
        if (event.what === "hear") this.#hearings.refuse(event.error);
        this.#isWrong ||= event.what === "state";
        if (event.what !== "respond") return;
        break;
      case "words":
      case "sound":
      case "done":
        break;
      case "closed":
        this.#hearings.close(event.error);
        if (!this.#isClosed) this.#onClosed(event.error);
        this.#isClosed = true;
    }
    this.#noteAnswer(event);
  }

  #noteAnswer(event: AnswerEvent): void {
    const { items, words, soundMs, calls } = this.#answered;
    const known = (item: string): void => {
      if (items.includes(item)) return;
      items.push(item);
      this.#items.push(item);
    };
    if (event.type === "words") {
      known(event.item);
      words.set(event.item, this.words(event.item) + event.text);
    } else if (event.type === "sound") {
      known(event.item);
      const ms = (event.pcm.length / 2 / realtimeRate) * 1_000;
      soundMs.set(event.item, (soundMs.get(event.item) ?? 0) + ms);
    } else if (event.type === "done") {
      for (const call of event.calls) {
        known(call.item);
        calls.add(call.id);
      }
    }
    const answering = this.#answering;
    answering?.events.push(event);
    if (event.type === "words" || event.type === "sound") return;
    answering?.events.close();
    answering?.end();
    this.#answering = undefined;
  }

  /** Tells the server what it does not know of the thread. */
  #arrange({ messages, tools = [] }: AnswerRequest): void {
    const thread = messages.filter(({ role }) => role !== "system");
    const at = thread.findLastIndex((message) => isDeepStrictEqual(message, this.#last));
    // Where nothing follows it, another agent has taken over.
    const isOther = at === -1 || at === thread.length - 1;
    const news = isOther ? this.#beginAgain(thread) : this.#unknownAfter(thread, at);
    const instructions = messages.find(({ role }) => role === "system")?.content ?? "";
    const wanted = JSON.stringify([instructions, this.#history, tools]);
    if (wanted !== this.#instructed) {
      this.#conversation?.instruct(instructions + this.#history, tools);
    }
    this.#instructed = wanted;
    this.#tell(news);
    this.#last = thread.at(-1);
  }

  /** The thread is another one than the server's. What was just heard stays there as sound. */
  #beginAgain(thread: readonly ModelMessage[]): readonly ModelMessage[] {
    this.#remove(this.#items.filter((id) => !this.#heard.some(({ item }) => item === id)));
    const last = Math.max(0, ...thread.flatMap(({ role }, i) => (role === "user" ? [i] : [])));
    const lines = thread.slice(0, last).flatMap(({ role, content }) => {
      return role === "tool" || content === "" ? [] : [{ role, text: content }];
    });
    const section = quoteSection("conversation", lines.slice(-maxHistory));
    this.#history =
      lines.length === 0 ? "" : `\n\nThe conversation so far, which goes on now:\n${section}`;
    return thread.slice(last);
  }

  /** What came after its last request, without what it said itself. */
  #unknownAfter(thread: readonly ModelMessage[], at: number): readonly ModelMessage[] {
    const { words, calls, items } = this.#answered;
    const said = [...words.values()].join("").trim();
    const isOwn = (message: ModelMessage): boolean => {
      if (message.role !== "assistant") return false;
      const { toolCalls = [], content } = message;
      if (toolCalls.length > 0) return toolCalls.every(({ id }) => calls.has(id));
      return said !== "" && (said.startsWith(content.trim()) || content.trim().startsWith(said));
    };
    const news = thread.slice(at + 1);
    const others = news.filter((message) => !isOwn(message));
    if (others.length === news.length) this.#remove(items); // Nobody heard a word of it.
    return others;
  }

  /** Adds messages; what was heard of them is there already, and what was heard beside them goes. */
  #tell(news: readonly ModelMessage[]): void {
    const heard = this.#heard;
    this.#heard = [];
    const first = this.#items.indexOf(heard[0]?.item ?? "");
    let after = first === -1 ? (this.#items.at(-1) ?? null) : (this.#items[first - 1] ?? null);
    const add = (content: RealtimeContent): void => {
      const id = `loci_${++this.#added}`;
      this.#conversation?.add(id, content, after);
      this.#items.splice(after === null ? 0 : this.#items.indexOf(after) + 1, 0, id);
      after = id;
    };
    const used = new Set<string>();
    for (const message of news) {
      if (message.role === "user") {
        const unheard = message.content.split("\n").filter((line) => {
          const found = heard.find(({ item, text }) => !used.has(item) && text.includes(line));
          if (found === undefined) return true;
          used.add(found.item);
          after = found.item;
          return false;
        });
        if (unheard.length > 0) add({ type: "user", text: unheard.join("\n") });
      } else for (const content of toContents(message)) add(content);
    }
    this.#remove(heard.flatMap(({ item }) => (used.has(item) ? [] : [item])));
  }

  #remove(items: readonly string[]): void {
    for (const id of items) if (this.#items.includes(id)) this.#conversation?.remove(id);
    this.#items = this.#items.filter((id) => !items.includes(id));
    this.#heard = this.#heard.filter(({ item }) => !items.includes(item));
  }
}

const nothingAnswered = () => ({
  items: [] as string[],
  words: new Map<string, string>(),
  soundMs: new Map<string, number>(),
  calls: new Set<string>(),
});

/** A message as items: what was said, then each call of a tool. */
function toContents(message: ModelMessage): readonly RealtimeContent[] {
  if (message.role === "tool") {
    return [{ type: "result", callId: message.callId, text: message.content }];
  }
  if (message.role !== "assistant") return [];
  const calls = (message.toolCalls ?? []).map((call) => ({ type: "call" as const, call }));
  return message.content === "" ? calls : [{ type: "assistant", text: message.content }, ...calls];
}
