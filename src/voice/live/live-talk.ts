import { isDeepStrictEqual } from "node:util";
import { LociError } from "../../errors.ts";
import {
  type RealtimeConversation,
  type RealtimeModel,
  realtimeRate,
} from "../../models/openai/openai-realtime.ts";
import type { RealtimeDone, RealtimeEvent } from "../../models/openai/realtime-events.ts";
import { quoteSection } from "../../models/quote-for-prompt.ts";
import type { ModelEvent, ModelMessage, ModelRequest } from "../../models/respond.ts";
import type { Transcript } from "../../models/transcribe.ts";
import { within } from "../../within.ts";
import { createQueue, type Queue } from "../async/queue.ts";
import { readWithin } from "../async/read-within.ts";
import { type Piece, Sound } from "../audio/sound.ts";

/** A reply that a live model makes. */
export interface LiveReply {
  /** The model says these words itself: when they come as text, they need no other voice. */
  voice(words: string): void;
  /** What it says next. */
  add(voiced: Piece): void;
}

/** How an answer ended. */
interface LiveEnd {
  readonly end: RealtimeDone | LociError;
  /** Something was said, so it cannot be asked again. */
  readonly hasBegun: boolean;
}

/** Longest wait until an answer that was broken off has ended; and silence within an answer (ms). */
const maxEndMs = 3_000;
const maxStallMs = 20_000;
/** Messages that a new conversation at the server is told of. */
const maxHistory = 10;

/** An answer that the server makes, in the items that it says. */
interface LiveAnswer {
  readonly reply: LiveReply;
  readonly said: Map<string, { text: string; readonly sound: Sound }>;
  /** Its words; '' for sound. */
  readonly words: Queue<string>;
  readonly over: PromiseWithResolvers<void>;
  /** Undefined while it is made. */
  end: RealtimeDone | LociError | undefined;
  isCancelled: boolean;
}

/**
 * One conversation at the server, from its beginning until it is closed or drops. The model keeps its history itself:
 * it is told only the results of tools and what it did not hear; where others answered or the thread is another one,
 * its instructions tell of the last messages.
 */
export class LiveTalk {
  #conversation: RealtimeConversation | undefined;
  /** It dropped, or the server refused a change and holds something else than is known here. */
  isClosed = false;
  /** Items at the server, in order; and those heard since the last request. */
  readonly #items = new Set<string>();
  #heard: readonly { readonly item: string; readonly text: string }[] = [];
  #hearing: PromiseWithResolvers<Transcript> | undefined;
  /** The last one. */
  #answer: LiveAnswer | undefined;
  /** The last message that the server was asked to answer. */
  #last: ModelMessage | undefined;
  #history = "";
  #added = 0;

  /** Begins it. Rejects as `RealtimeModel.connect`. */
  async open(model: RealtimeModel, signal: AbortSignal): Promise<this> {
    this.#conversation = await model.connect((event) => this.#take(event), signal);
    return this;
  }

  /** Has it hear one turn, at `realtimeRate`; one at a time. Rejects with LociError. */
  async hear(pcm: Int16Array): Promise<Transcript> {
    if (this.isClosed) throw dropped;
    this.#hearing = Promise.withResolvers<Transcript>();
    this.#conversation?.hear(pcm);
    return this.#hearing.promise;
  }

  /** Has it answer in words; their sound goes to `reply`. An abort breaks it off. Never throws. */
  async *answer(
    { messages, tools = [] }: Pick<ModelRequest, "messages" | "tools">,
    reply: LiveReply,
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent, LiveEnd> {
    const before = this.#answer;
    const ended = await within(maxEndMs, () => before?.over.promise, signal);
    if (ended.type === "late") this.isClosed = true; // It goes on by itself: what it says next is nobody's.
    if (signal.aborted) return { end: calledOff, hasBegun: false };
    if (this.isClosed) return { end: dropped, hasBegun: false };
    const thread = messages.filter(({ role }) => role !== "system");
    const news = this.#newsOf(thread) ?? this.#beginAgain(thread);
    const { content = "" } = messages.find(({ role }) => role === "system") ?? {};
    this.#conversation?.instruct(content + this.#history, tools);
    this.#tell(news);
    this.#last = thread.at(-1);
    const answer: LiveAnswer = {
      reply,
      said: new Map(),
      words: createQueue(),
      over: Promise.withResolvers(),
      end: undefined,
      isCancelled: false,
    };
    this.#answer = answer;
    this.#conversation?.respond();
    try {
      for await (const text of readWithin(maxStallMs, () => answer.words, signal)) {
        if (text !== "") yield { type: "text", text };
      }
    } finally {
      endSound(answer);
      if (signal.aborted) this.#cancel(answer);
    }
    const end = signal.aborted ? calledOff : (answer.end ?? stalled);
    return { end, hasBegun: answer.said.size > 0 };
  }

  close(): void {
    this.isClosed = true;
    this.#conversation?.close();
  }

  #cancel(answer: LiveAnswer): void {
    if (answer !== this.#answer || answer.end !== undefined || answer.isCancelled) return;
    answer.isCancelled = true;
    this.#conversation?.cancel();
  }

  #take(event: RealtimeEvent): void {
    switch (event.type) {
      case "heard":
        this.#items.add(event.item);
        return;
      case "transcript": {
        const { item, text, language } = event;
        this.#heard = [...this.#heard, { item, text }];
        this.#hearing?.resolve({ text: text.trim(), language, confidence: null });
        return;
      }
      case "untranscribed":
        this.#remove([event.item]);
        this.#hearing?.reject(event.error);
        return;
      case "refused":
        if (event.what === "hear") this.#hearing?.reject(event.error);
        if (event.what === "respond") this.#end(event.error);
        this.isClosed ||= event.what === "state";
        return;
      case "words":
      case "sound":
        this.#items.add(event.item);
        if (this.#answer !== undefined) this.#say(this.#answer, event);
        return;
      case "done":
        for (const { item } of event.calls) this.#items.add(item);
        this.#end(event.end instanceof LociError ? event.end : event);
        return;
      case "closed":
        this.isClosed = true;
        this.#hearing?.reject(event.error);
        this.#end(event.error);
    }
  }

  /** The sound of an item goes to the reply once it begins. */
  #say(answer: LiveAnswer, event: Extract<RealtimeEvent, { type: "words" | "sound" }>): void {
    const { reply, words, said } = answer;
    const { item } = event;
    const one = said.get(item) ?? { text: "", sound: new Sound(realtimeRate) };
    said.set(item, one);
    words.push(event.type === "words" ? event.text : "");
    if (event.type === "words") {
      one.text += event.text;
      reply.voice(event.text);
      return;
    }
    const { sound } = one;
    if (sound.ms === 0) {
      const text = (): string => one.text;
      const cut = (ms: number): void => this.#cut(answer, item, Math.min(sound.ms, ms));
      reply.add({ text, spoken: text, sound, cut });
    }
    sound.push(event.pcm);
  }

  /** No more than this was heard of an item: past its end the server refuses it, and what was not heard would stay. */
  #cut(answer: LiveAnswer, item: string, ms: number): void {
    this.#cancel(answer);
    if (this.#items.has(item)) this.#conversation?.truncate(item, Math.floor(ms));
  }

  #end(end: RealtimeDone | LociError): void {
    if (this.#answer === undefined) return;
    this.#answer.end ??= end;
    endSound(this.#answer);
    this.#answer.over.resolve();
  }

  /** What it has not said of what came after its last request; undefined if others spoke, or the thread is another one. */
  #newsOf(thread: readonly ModelMessage[]): readonly ModelMessage[] | undefined {
    const at = thread.findLastIndex((message) => isDeepStrictEqual(message, this.#last));
    const since = thread.slice(at + 1);
    const first = since.findIndex(({ role }) => role === "user");
    const isOther = first !== -1 && first !== since.length - 1;
    if (at === -1 || since.length === 0 || isOther) return undefined;
    const news = since.filter(({ role }) => role !== "assistant");
    // Nobody heard a word of what it said.
    if (since.length === news.length) this.#remove([...(this.#answer?.said.keys() ?? [])]);
    return news;
  }

  /** The server forgets all but what was just heard, and is told of the last messages. */
  #beginAgain(thread: readonly ModelMessage[]): readonly ModelMessage[] {
    this.#remove([...this.#items].filter((id) => !this.#heard.some(({ item }) => item === id)));
    const last = thread.findLast(({ role }) => role === "user");
    const before = thread.filter((one) => one !== last && one.content !== "");
    const lines = before.map(({ role, content }) => ({ role, text: content }));
    const section = quoteSection("conversation", lines.slice(-maxHistory));
    const history = `\n\nThe conversation so far, which goes on now:\n${section}`;
    this.#history = lines.length === 0 ? "" : history;
    return last === undefined ? [] : [last];
  }

  /** Adds messages; the lines that were heard are there already, and what was heard beside them goes. */
  #tell(news: readonly ModelMessage[]): void {
    const heard = this.#heard;
    const lines = news.flatMap(({ role, content }) => (role === "user" ? content.split("\n") : []));
    const isOther = ({ text }: { text: string }) => !lines.some((line) => text.includes(line));
    this.#remove(heard.filter(isOther).map(({ item }) => item));
    const isUnheard = (line: string) => !heard.some(({ text }) => text.includes(line));
    const unheard = lines.filter(isUnheard).join("\n");
    for (const message of news) {
      const told = message.role === "tool" ? message : { role: "user" as const, content: unheard };
      if (told.role === "user" && unheard === "") continue;
      const id = `loci_${++this.#added}`;
      this.#conversation?.add(id, told, [...this.#items].at(-1));
      this.#items.add(id);
    }
    this.#heard = [];
  }

  #remove(items: readonly string[]): void {
    for (const id of items) if (this.#items.delete(id)) this.#conversation?.remove(id);
    this.#heard = this.#heard.filter(({ item }) => !items.includes(item));
  }
}

function endSound({ said, words }: LiveAnswer): void {
  for (const { sound } of said.values()) sound.end(true);
  words.close();
}

const failure = (sentence: string, reason: string): LociError =>
  new LociError("MODEL_FAILED", sentence, { data: { reason } });
const dropped = failure(
  "Cannot go on with the live voice: the connection dropped; say it again",
  "connection",
);
const stalled = failure(
  "Cannot get an answer from the live voice: it does not go on; try again",
  "stalled",
);
const calledOff = failure("Cannot get an answer from the live voice: called off", "aborted");
