import { onTestFinished } from "vitest";
import { takeTurn } from "../../src/agent/take-turn.ts";
import type { Said } from "../../src/agent/turn.ts";
import type { TurnEvent } from "../../src/agent/turn-event.ts";
import type { TurnPorts } from "../../src/agent/turn-ports.ts";
import { LociError } from "../../src/errors.ts";
import type { ModelEvent, ModelRequest, ReplyRequest } from "../../src/models/respond.ts";
import type { Hit } from "../../src/recall/recall.ts";
import type { Sessions } from "../../src/session/open-session-db.ts";
import { openSessionDb } from "../../src/session/open-session-db.ts";
import type { Session } from "../../src/session/session.ts";
import { useTempFolder } from "../temp.ts";

type Answering<R extends ModelRequest = ModelRequest> = (
  request: R,
  signal: AbortSignal | undefined,
) => AsyncIterable<ModelEvent> | readonly ModelEvent[];

/** A model that answers by a plain function, and remembers what it was asked. */
function fakeModel<R extends ModelRequest>(answering: Answering<R>) {
  const requests: R[] = [];
  return {
    id: "fake",
    isCloud: false,
    requests,
    async *respond(request: R, signal?: AbortSignal) {
      requests.push(request);
      yield* answering(request, signal);
    },
    probe: async () => undefined,
  };
}

/** An answer in words. */
export function saying(...texts: readonly string[]): ModelEvent[] {
  return [
    ...texts.map((text) => ({ type: "text", text }) as const),
    { type: "end", reason: "stop" },
  ];
}

/** An answer that calls tools, name → arguments. */
export function calling(
  ...calls: readonly (readonly [name: string, args: object])[]
): ModelEvent[] {
  return [
    ...calls.map(
      ([name, args], index) =>
        ({
          type: "toolCall",
          call: { id: `call_${index}`, name, arguments: JSON.stringify(args) },
        }) as const,
    ),
    { type: "end", reason: "tools" },
  ];
}

export function ending(reason: "stop" | "length" | "tools" | "filtered"): ModelEvent {
  return { type: "end", reason };
}

export function failing(
  reason: string,
  message = "Cannot ask the model: it is not there",
): ModelEvent {
  return { type: "failure", error: new LociError("MODEL_FAILED", message, { data: { reason } }) };
}

export function hit(text: string, extra: Partial<Hit> = {}): Hit {
  return {
    text,
    topic: "cooking",
    file: "topics/cooking.md",
    line: 9,
    date: "2026-02-12",
    bank: "Personal",
    score: 0.8,
    why: {},
    kind: "entry",
    id: text.toLowerCase().replaceAll(" ", "-"),
    ...extra,
  };
}

/** A topic that clearly fits. */
export const cooking = {
  topic: "cooking",
  title: "Cooking",
  summary: "rice and ovens",
  fit: { file: "topics/cooking.md", score: 1, isClear: true },
  file: "topics/cooking.md",
};

/** What `remember` gives back for a new memory. */
export const saved = (text: string) =>
  ({ status: "saved", text, file: "general/2026-02.md", line: 3, id: text }) as const;

/** What a test has its hands on. */
export interface Conversation {
  readonly ports: TurnPorts;
  readonly session: Session;
  readonly sessions: Sessions;
  /** What the model was asked for replies. */
  readonly requests: readonly ReplyRequest[];
  readonly reported: unknown[];
  readonly background: Promise<void>[];
  /** All events of a turn. */
  readonly say: (
    content: string,
    said?: Partial<Said>,
    signal?: AbortSignal,
  ) => Promise<TurnEvent[]>;
}

interface ConversationOptions {
  readonly answering?: Answering<ReplyRequest>;
  readonly detecting?: Answering;
  readonly summarizing?: Answering;
  readonly reranking?: Answering;
  readonly person?: string;
  readonly timeouts?: Partial<TurnPorts["timeouts"]>;
  /** What stands in every prompt. */
  readonly standing?: (session: Session) => Partial<Awaited<ReturnType<TurnPorts["standing"]>>>;
  /** Milliseconds since it began. */
  readonly passed?: () => number;
}

const noStanding = { recent: [], profile: [], behaviours: [], facts: [] };
const quick = { language: 100, context: 100, contextByVoice: 100, saving: 100, topic: 100 };

/** A conversation on a real database; what a test does not name finds nothing and says "Fine." */
export function useConversation(
  changes: Partial<Omit<TurnPorts, "timeouts" | "standing">> & ConversationOptions = {},
): Conversation {
  const {
    answering = () => saying("Fine."),
    detecting = () => saying('{"topic":null}'),
    summarizing = () => saying("They talked about rice."),
    reranking = () => saying('{"scores":[]}'),
    person = null,
    passed = () => 0,
    timeouts = {},
    standing = () => ({}),
    ...given
  } = changes;
  const reply = fakeModel(answering);
  const db = openSessionDb({
    lociDir: useTempFolder(),
    saveRecalledContext: true,
    now: () => Date.parse("2026-02-12T14:30:00Z") + passed(),
    settings: { hours: 24, resolvedDays: 30 },
    dayOf: (ms) => new Date(ms).toISOString().slice(0, 10),
    report: () => {},
  });
  onTestFinished(() => db.close());
  const { sessions } = db;
  const session = sessions.start({ person, agent: "loci", mode: "text", language: "en" });
  const reported: unknown[] = [];
  const background: Promise<void>[] = [];
  const ports: TurnPorts = {
    sessions,
    reply,
    live: fakeModel((request, signal) =>
      (request.format?.name === "scores" ? reranking : detecting)(request, signal),
    ),
    patient: fakeModel(summarizing),
    rerank: undefined,
    offline: undefined,
    agents: new Map([["loci", { id: "loci", persona: "You are Loci.", banks: [] }]]),
    persona: (agent) => ports.agents.get(agent)?.persona ?? "",
    banks: ["Personal", "Health"],
    memory: { reads: true, writes: true },
    shortcut: { enabled: true, maxLength: 60, words: [] },
    contextTokens: 8_000,
    workingMs: 1_800_000,
    shown: (_, memories) => memories,
    shownWords: (_, words) => words,
    recall: async () => [],
    remember: async (_session, { text }) => saved(text),
    candidateTopics: async () => [],
    readTopic: async () => undefined,
    standing: async (session) => ({ ...noStanding, ...standing(session) }),
    reminders: { due: async () => [], done: async () => {} },
    judgeLanguage: async ({ language }) => ({ language, detected: language, trigger: null }),
    localTime: (at) =>
      new Date(at ?? Date.parse("2026-02-12T14:30:00Z")).toISOString().slice(0, 19),
    elapsed: () => performance.now(),
    report: (error) => reported.push(error),
    background: (work) => background.push(work),
    ...given,
    timeouts: { ...quick, rerank: 100, background: 2_000, ...timeouts },
  };
  return {
    ports,
    session,
    sessions,
    requests: reply.requests,
    reported,
    background,
    async say(content, said = {}, signal = undefined) {
      const events: TurnEvent[] = [];
      const all = takeTurn(ports, session.id, { content, mode: "text", ...said }, signal);
      for await (const event of all) events.push(event);
      return events;
    },
  };
}

/** Events without their fields, for what matters is their order. */
export function typesOf(events: readonly TurnEvent[]): string[] {
  return events.map((event) => (event.type === "message" ? `message ${event.role}` : event.type));
}

export function textOf(events: readonly TurnEvent[]): string {
  return events.map((event) => (event.type === "delta" ? event.text : "")).join("");
}

export function errorsOf(events: readonly TurnEvent[]): string[] {
  return events.flatMap((event) => (event.type === "error" ? [event.message] : []));
}
