import { LociError } from "../../errors.ts";
import {
  type RealtimeContent,
  type RealtimeConversation,
  type RealtimeEvent,
  type RealtimeModel,
  realtimeRate,
} from "../../models/realtime.ts";
import type { ModelRequest } from "../../models/respond.ts";
import type { Transcript } from "../../models/transcribe.ts";
import { createQueue, type Queue } from "../async/queue.ts";
import { settlesInTime } from "../async/timeout.ts";
import { arrangeItems, type LiveItem } from "./arrange-items.ts";

/** One conversation at the server, from its beginning until it is closed or drops. */
export interface LiveTalk {
  /** It dropped, or another one is to take its place. */
  readonly isClosed: boolean;
  /** Has it hear one turn, at `realtimeRate`. Rejects with LociError; with the signal's reason when called off. */
  hear(pcm: Int16Array, signal: AbortSignal): Promise<Transcript>;
  /** Makes it hold what the request says, and has it answer: events up to the one that ends it. An abort breaks it off and ends them. */
  answer(request: AnswerRequest, signal: AbortSignal): Promise<AsyncIterable<AnswerEvent>>;
  /** An item of the answer that is under way. */
  item(id: string): LiveItem;
  /** The last turn that was heard so is not meant for it. */
  unhear(text: string): void;
  /** No more than this was heard of an item (ms). */
  cut(id: string, ms: number): void;
  close(): void;
}

type AnswerRequest = Pick<ModelRequest, "messages" | "tools">;

type AnswerEvent = Extract<
  RealtimeEvent,
  { readonly type: "words" | "sound" | "done" | "refused" | "closed" }
>;

/** Longest wait until an answer that was broken off has ended (ms). */
const maxEndMs = 3_000;

interface TalkState {
  items: LiveItem[];
  readonly hearings: Hearing[];
  readonly soundMs: Map<string, number>;
  answering: Answering | undefined;
  isClosed: boolean;
  /** The server refused a change: what it holds is not what is known here. */
  isWrong: boolean;
  added: number;
  instructed: string;
}

interface Hearing {
  item: string | undefined;
  readonly resolve: (transcript: Transcript) => void;
  readonly reject: (error: unknown) => void;
}

interface Answering {
  readonly events: Queue<AnswerEvent>;
  readonly over: Promise<void>;
  readonly end: () => void;
  isCancelled: boolean;
}

/** Connects. Rejects as `RealtimeModel.connect`. `onClosed` is called once if it drops. */
export async function openTalk(
  model: RealtimeModel,
  onClosed: (error: LociError) => void,
  signal: AbortSignal,
): Promise<LiveTalk> {
  const state: TalkState = {
    ...{ items: [], hearings: [], soundMs: new Map(), answering: undefined },
    ...{ isClosed: false, isWrong: false, added: 0, instructed: "" },
  };
  const conversation = await model.connect((event) => {
    note(state, conversation, event);
    if (event.type === "closed" && !state.isClosed) {
      state.isClosed = true;
      onClosed(event.error);
    }
  }, signal);
  return {
    get isClosed() {
      return state.isClosed || (state.isWrong && state.answering === undefined);
    },
    hear: (pcm, stop) => hear(state, conversation, pcm, stop),
    answer: (request, stop) => answer(state, conversation, request, stop),
    item: (id) => itemOf(state, id),
    unhear(text) {
      const { items } = state;
      const at = items.findLastIndex(({ content: heard, isSpoken }) =>
        isSpoken && heard.type === "user" ? heard.text.trim() === text : false,
      );
      const [item] = at === -1 ? [] : items.splice(at, 1);
      if (item !== undefined) conversation.remove(item.id);
    },
    cut: (id, ms) => cut(state, conversation, id, ms),
    close() {
      state.isClosed = true;
      conversation.close();
    },
  };
}

async function hear(
  { hearings, isClosed }: TalkState,
  conversation: RealtimeConversation,
  pcm: Int16Array,
  signal: AbortSignal,
): Promise<Transcript> {
  signal.throwIfAborted();
  if (isClosed) throw dropped;
  const { promise, resolve, reject } = Promise.withResolvers<Transcript>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  // One that is called off stays in line: what the server says of it belongs to no later one.
  hearings.push({ item: undefined, resolve, reject });
  conversation.hear(pcm);
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

const dropped = new LociError(
  "MODEL_FAILED",
  "Cannot go on with the live voice: the connection dropped; say it again",
  { data: { reason: "connection", passing: true } },
);

/** Keeps track of the server's conversation, and passes on what is waited for. */
function note(state: TalkState, conversation: RealtimeConversation, event: RealtimeEvent): void {
  switch (event.type) {
    case "heard":
    case "transcript":
    case "untranscribed":
      noteHeard(state, conversation, event);
      return;
    case "words": {
      const item = itemOf(state, event.item);
      const { content } = item;
      if (content.type !== "assistant") return;
      item.content = { ...content, text: content.text + event.text };
      break;
    }
    case "sound":
      itemOf(state, event.item);
      state.soundMs.set(event.item, (state.soundMs.get(event.item) ?? 0) + toMs(event.pcm));
      break;
    case "done":
      for (const { item: id, ...call } of event.calls) {
        state.items.push({ id, content: { type: "call", call }, isSpoken: false, isCut: false });
      }
      break;
    case "refused":
      if (event.what === "hear") refuseHearing(state, event.error);
      state.isWrong ||= event.what === "state";
      if (event.what !== "respond") return;
      break;
    case "closed":
      for (const { reject } of state.hearings.splice(0)) reject(event.error);
  }
  pass(state, event);
}

const toMs = (pcm: Uint8Array): number => (pcm.length / 2 / realtimeRate) * 1_000;

function pass(state: TalkState, event: AnswerEvent): void {
  const { answering } = state;
  answering?.events.push(event);
  if (event.type === "words" || event.type === "sound") return;
  answering?.events.close();
  answering?.end();
  state.answering = undefined;
}

function noteHeard(
  state: TalkState,
  conversation: RealtimeConversation,
  event: Extract<RealtimeEvent, { type: "heard" | "transcript" | "untranscribed" }>,
): void {
  const { hearings } = state;
  if (event.type === "heard") {
    const hearing = hearings.find(({ item }) => item === undefined);
    if (hearing !== undefined) hearing.item = event.item;
    const content = { type: "user", text: "" } as const;
    state.items.push({ id: event.item, content, isSpoken: true, isCut: false });
    return;
  }
  const at = hearings.findIndex(({ item }) => item === event.item);
  const [hearing] = at === -1 ? [] : hearings.splice(at, 1);
  if (event.type === "untranscribed") {
    state.items = state.items.filter(({ id }) => id !== event.item);
    conversation.remove(event.item);
    hearing?.reject(event.error);
    return;
  }
  const { text, language } = event;
  const item = state.items.find(({ id }) => id === event.item);
  if (item !== undefined) item.content = { type: "user", text };
  hearing?.resolve({ text: text.trim(), language, confidence: null });
}

function refuseHearing({ hearings }: TalkState, error: LociError): void {
  const at = hearings.findIndex(({ item }) => item === undefined);
  const [hearing] = at === -1 ? [] : hearings.splice(at, 1);
  hearing?.reject(error);
}

function itemOf(state: TalkState, id: string): LiveItem {
  const known = state.items.find((item) => item.id === id);
  if (known !== undefined) return known;
  const content = { type: "assistant", text: "" } as const;
  const item = { id, content, isSpoken: true, isCut: false };
  state.items.push(item);
  return item;
}

function arrange(
  state: TalkState,
  conversation: RealtimeConversation,
  { messages, tools = [] }: AnswerRequest,
): void {
  const instructions = messages.find(({ role }) => role === "system")?.content ?? "";
  const wanted = JSON.stringify([instructions, tools]);
  if (wanted !== state.instructed) conversation.instruct(instructions, tools);
  state.instructed = wanted;
  const { items, removed } = arrangeItems(state.items, messages);
  for (const { id } of removed) conversation.remove(id);
  let after: string | null = null;
  state.items = items.map((arranged) => {
    const item = arranged.type === "keep" ? arranged.item : add(state, arranged.content);
    if (arranged.type === "add") conversation.add(item.id, arranged.content, after);
    after = item.id;
    return item;
  });
}

function add(state: TalkState, content: RealtimeContent): LiveItem {
  state.added++;
  return { id: `loci_${state.added}`, content, isSpoken: false, isCut: false };
}

async function answer(
  state: TalkState,
  conversation: RealtimeConversation,
  asked: AnswerRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<AnswerEvent>> {
  const { answering: before } = state;
  if (before !== undefined && !(await settlesInTime(before.over, maxEndMs, signal))) {
    signal.throwIfAborted();
    state.isClosed = true; // It goes on by itself: what it says next is nobody's.
  }
  if (state.isClosed) throw dropped;
  signal.throwIfAborted();
  arrange(state, conversation, asked);
  const events = createQueue<AnswerEvent>();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const answering = { events, over, end, isCancelled: false };
  state.answering = answering;
  const onAbort = (): void => {
    events.close();
    if (state.answering === answering) cancel(answering, conversation);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  void over.then(() => signal.removeEventListener("abort", onAbort));
  conversation.respond();
  return events;
}

function cancel(answering: Answering, conversation: RealtimeConversation): void {
  if (!answering.isCancelled) conversation.cancel();
  answering.isCancelled = true;
}

function cut(state: TalkState, conversation: RealtimeConversation, id: string, ms: number): void {
  if (state.answering !== undefined) cancel(state.answering, conversation);
  const item = state.items.find((one) => one.id === id);
  if (item === undefined) return; // Nothing of it was kept.
  item.isCut = true;
  // Past its end the server refuses it, and what was not heard would stay.
  const most = Math.floor(state.soundMs.get(id) ?? 0);
  conversation.truncate(id, Math.min(most, Math.max(0, Math.floor(ms))));
}
