import { LociError } from "../errors.ts";
import type { KnownOfMemory, QuotedMemory } from "../models/requests.ts";
import type { Hit } from "../recall/recall.ts";
import type { Session } from "../session/session.ts";
import { within } from "../within.ts";
import { rerank } from "./rerank.ts";
import { noteMissing, sessionOf, type Turn, timeoutsOf } from "./turn.ts";
import { type TurnEvent, toRecalled } from "./turn-event.ts";
import type { DueReminder, RecentLine, TopicPage } from "./turn-ports.ts";

/** What a reply has to go by besides the conversation itself. */
export interface Context {
  /** Takes the place of single memories. */
  readonly topic: TopicPage | undefined;
  /** For this message, best first. */
  readonly hits: readonly Hit[];
  /** The memory could not be looked at. */
  readonly blind: LociError | undefined;
  readonly recent: readonly RecentLine[];
  readonly profile: string;
  /** How this agent is to answer. */
  readonly behaviours: readonly string[];
  /** What the person said of themselves and of their home, the most important first. */
  readonly facts: readonly QuotedMemory[];
  /** The message asks about the memory itself: what there is to tell. */
  readonly known?: KnownOfMemory | undefined;
  /** To be brought up with this reply. */
  readonly reminders: readonly DueReminder[];
}

/** Looks all up at once, for as long as is bearable; what fails or is late is left out, and that is noted. */
export async function* gatherContext(turn: Turn): AsyncGenerator<TurnEvent, Context> {
  const { ports } = turn;
  const startedAt = ports.elapsed();
  const session = sessionOf(turn);
  const { offline } = ports;
  const said = offline?.recallSaid(session, turn.request.content) ?? [];
  if (!ports.memory.reads) return { ...nothing, hits: said };
  const [found, known, recent, profile, behaviours, facts, reminders] = await Promise.all([
    // Without a model the one line that answers is looked for everywhere, whatever the topic.
    session.topic === null || offline !== undefined
      ? recallFor(turn, session)
      : openTopic(turn, session, session.topic),
    load(turn, "what is known", async () => offline?.knownOfMemory(session, turn.request.content)),
    load(turn, "recent topics", (signal) => ports.recentTopics(session, signal)),
    load(turn, "profile", (signal) => ports.profile(session, signal)),
    load(turn, "behaviours", (signal) => ports.behaviours(session, signal)),
    load(turn, "own facts", (signal) => ports.ownFacts(session, signal)),
    load(turn, "reminders", async () => ports.reminders?.due(session, turn.request.content)),
  ]);
  turn.latency.context = Math.round(ports.elapsed() - startedAt);
  if (offline === undefined) {
    yield* found.events;
    keepRecalled(turn, session.agent, found.hits);
  } else yield* found.events.filter(({ type }) => type !== "recall"); // See tellSupport().
  const { topic, blind } = found;
  const hits = [...found.hits, ...said].toSorted((a, b) => b.score - a.score);
  return {
    topic,
    hits,
    blind,
    known,
    recent: recent ?? [],
    profile: (profile ?? "").slice(0, maxProfileChars),
    behaviours: (behaviours ?? []).slice(-maxBehaviours).map(shorten),
    facts: (facts ?? []).map(toQuoted),
    reminders: reminders ?? [],
  };
}

/** Puts memories into the context of the agent that recalled them, each once, and on record with the reply. */
export function keepRecalled(
  { ports, sessionId, recalled, request }: Turn,
  agent: string,
  hits: readonly Hit[],
): void {
  const memories = hits.map(toRecalled);
  for (const memory of memories) recalled.set(memory.id, memory);
  if (memories.length === 0) return;
  const now = memories.map((memory) => ({ ...memory, message: request.id }));
  ports.sessions.addRecalled(sessionId, agent, now);
}

/** A memory as it is quoted to a model. */
export function toQuoted(memory: QuotedMemory & Partial<Hit>): QuotedMemory {
  const { text, date, topic, file, line, bank, key, meant, why = {} } = memory;
  const found = memory.found ?? ((why.vector ?? 0) >= minMeaning ? "meaning" : undefined);
  const isNote = memory.isNote === true || memory.kind === "note";
  const isSaid = memory.kind === "entry" && file === "";
  return {
    text: shorten(text),
    date,
    topic,
    file,
    line,
    bank,
    ...(key === undefined ? {} : { key }),
    ...(isNote ? { isNote } : {}),
    ...(isSaid ? { isSaid } : {}),
    ...(found === undefined ? {} : { found }),
    ...(meant === undefined ? {} : { meant }),
  };
}

/** The same with its score, for what chooses among them. */
export function toScored(hit: Hit): QuotedMemory {
  return { ...toQuoted(hit), score: hit.score };
}

/** Of a vector's part in a score: so much only a model gives that knows meaning, and the hashed one never. */
const minMeaning = 0.2;

const nothing: Context = {
  topic: undefined,
  hits: [],
  blind: undefined,
  recent: [],
  profile: "",
  behaviours: [],
  facts: [],
  reminders: [],
};

/** Most memories that one message brings in; the port returns fewer to a model that has to read them all. */
const maxHits = 12;
/** Characters of one memory or note passage, and of a profile. */
const maxMemoryChars = 2_000;
const maxProfileChars = 20_000;
const maxBehaviours = 30;
/** A token is rarely longer: more of a topic cannot fit. */
const charactersPerToken = 8;

const tooSlow = new LociError(
  "BUSY",
  "Cannot look into the memory yet: it takes too long; ask again in a moment",
);

const unreadable = new LociError(
  "BUSY",
  "Cannot look into the memory: something went wrong, and the log has the details",
);

interface Found extends Pick<Context, "topic" | "hits" | "blind"> {
  readonly events: readonly TurnEvent[];
}

async function recallFor(turn: Turn, session: Session): Promise<Found> {
  const { ports, request, signal } = turn;
  const query = request.content;
  const outcome = await within(
    timeoutsOf(ports, request.mode).context,
    (stop) => ports.recall(session, query, stop),
    signal,
  );
  if (outcome.type === "done") {
    const hits = (await rerank(turn, query, outcome.value)).slice(0, maxHits);
    return { topic: undefined, hits, blind: undefined, events: [{ type: "recall", query, hits }] };
  }
  turn.degradations.push(outcome.type === "failed" ? "recall failed" : "recall timed out");
  const error = outcome.type === "failed" ? outcome.error : tooSlow;
  if (!(error instanceof LociError)) ports.report(error);
  const blind = error instanceof LociError ? error : unreadable;
  return { topic: undefined, hits: [], blind, events: [] };
}

/** The topic's file; where it has gone, memories are looked for again. */
async function openTopic(turn: Turn, session: Session, file: string): Promise<Found> {
  const { ports, request, signal } = turn;
  const outcome = await within(
    timeoutsOf(ports, request.mode).context,
    (stop) => ports.readTopic(session, file, stop),
    signal,
  );
  if (outcome.type === "done" && outcome.value !== undefined) {
    const topic = bound(outcome.value, ports.contextTokens * charactersPerToken);
    return { topic, hits: [], blind: undefined, events: [] };
  }
  if (outcome.type === "done") ports.sessions.update(session.id, { topic: null });
  else noteMissing(turn, "topic", outcome);
  return recallFor(turn, session);
}

async function load<T>(
  turn: Turn,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const { ports, request, signal } = turn;
  const outcome = await within(timeoutsOf(ports, request.mode).context, work, signal);
  if (outcome.type === "done") return outcome.value;
  noteMissing(turn, what, outcome);
  return undefined;
}

/** Lines to keep first, then the newest, up to what any budget can hold; in the file's order. */
export function bound(page: TopicPage, characters: number): TopicPage {
  const lines = page.lines.map((line) => ({ ...line, text: shorten(line.text) }));
  let room = characters;
  const kept = new Set(
    lines
      .toSorted((a, b) => Number(b.keep === true) - Number(a.keep === true) || byDate(b, a))
      .filter(({ text }) => {
        room -= text.length;
        return room >= 0;
      }),
  );
  return { ...page, lines: lines.filter((line) => kept.has(line)) };
}

function byDate(a: QuotedMemory, b: QuotedMemory): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a.line - b.line;
}

function shorten(text: string): string {
  return text.length <= maxMemoryChars ? text : `${text.slice(0, maxMemoryChars)}…`;
}
