import { LociError } from "../errors.ts";
import type { KnownOfMemory, QuotedMemory } from "../models/requests.ts";
import type { Hit } from "../recall/recall.ts";
import type { Recalled, Session } from "../session/session.ts";
import { within } from "../within.ts";
import { topicShare } from "./budget.ts";
import { countTokens } from "./count-tokens.ts";
import { rerank } from "./rerank.ts";
import { attempt, sessionOf, type Turn, timeoutsOf } from "./turn.ts";
import type { TurnEvent } from "./turn-event.ts";
import type { TurnPorts } from "./turn-ports.ts";
import type { TopicPage } from "./vault-for-turn.ts";

/** What a reply has to go by besides the conversation itself. */
export interface Context {
  /** Takes the place of single memories. */
  readonly topic: TopicPage | undefined;
  /** For this message, best first. */
  readonly hits: readonly Hit[];
  /** Why the memory could not be looked at, where it could not. */
  readonly blind: LociError | undefined;
  readonly recent: Awaited<ReturnType<TurnPorts["recentTopics"]>>;
  readonly profile: string;
  /** How this agent is to answer. */
  readonly behaviours: readonly string[];
  /** What the person said of themselves and of their home, the most important first. */
  readonly facts: readonly QuotedMemory[];
  /** The message asks about the memory itself: what there is to tell. */
  readonly known?: KnownOfMemory | undefined;
  /** To be brought up with this reply. */
  readonly reminders: Awaited<ReturnType<TurnPorts["reminders"]["due"]>>;
}

/** Looks all up at once, for as long as is bearable; what fails or is late is left out, and that is noted. */
export async function* gatherContext(turn: Turn): AsyncGenerator<TurnEvent, Context> {
  const { ports, request, signal } = turn;
  const startedAt = ports.elapsed();
  const session = sessionOf(turn);
  const { offline } = ports;
  const said = offline?.recallSaid(session, request.content) ?? [];
  if (!ports.memory.reads) return { ...nothing, hits: said };
  const ms = timeoutsOf(ports, request.mode).context;
  const load = <T>(what: string, work: () => Promise<T>): Promise<T | undefined> =>
    attempt(turn, { what, ms, signal }, work);
  const [found, known, recent, profile, behaviours, facts, reminders] = await Promise.all([
    // Without a model the one line that answers is looked for everywhere, whatever the topic.
    session.topic === null || offline !== undefined
      ? recallFor(turn, session)
      : openTopic(turn, session, session.topic),
    load("what is known", async () => offline?.knownOfMemory(session, request.content)),
    load("recent topics", () => ports.recentTopics(session)),
    load("profile", () => ports.profile(session)),
    load("behaviours", () => ports.behaviours(session)),
    load<readonly QuotedMemory[]>("own facts", () => ports.ownFacts(session)),
    load("reminders", () => ports.reminders.due(session, request.content)),
  ]);
  turn.latency.context = Math.round(ports.elapsed() - startedAt);
  const { topic, blind } = found;
  // Without a model it is told once it is known which of them answer.
  if (offline === undefined && topic === undefined && blind === undefined) {
    yield { type: "recall", query: request.content, hits: found.hits };
    keepRecalled(turn, session.agent, found.hits);
  }
  return {
    topic,
    hits: [...found.hits, ...said].toSorted((a, b) => b.score - a.score),
    blind,
    known,
    recent: recent ?? [],
    profile: profile ?? "",
    behaviours: behaviours ?? [],
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
  const memories = hits.map(
    ({ id, text, date, topic, bank, file, line, score }): Recalled => ({
      id,
      text,
      date,
      topic,
      bank,
      file,
      line,
      score,
    }),
  );
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
/** Characters of one memory or note passage. */
const maxMemoryChars = 2_000;

const cannotLook = (why: string): LociError =>
  new LociError("BUSY", `Cannot look into the memory ${why}`);

type Found = Pick<Context, "topic" | "hits" | "blind">;

async function recallFor(turn: Turn, session: Session): Promise<Found> {
  const { ports, request, signal } = turn;
  const query = request.content;
  const { context } = timeoutsOf(ports, request.mode);
  const outcome = await within(context, () => ports.recall(session, query), signal);
  if (outcome.type === "done") {
    const hits = (await rerank(turn, query, outcome.value)).slice(0, maxHits);
    return { topic: undefined, hits, blind: undefined };
  }
  const hasFailed = outcome.type === "failed";
  turn.degradations.push(hasFailed ? "recall failed" : "recall timed out");
  if (!hasFailed) {
    const blind = cannotLook("yet: it takes too long; ask again in a moment");
    return { topic: undefined, hits: [], blind };
  }
  const { error } = outcome;
  if (error instanceof LociError) return { topic: undefined, hits: [], blind: error };
  ports.report(error);
  const blind = cannotLook("now: something went wrong, and the log has the details");
  return { topic: undefined, hits: [], blind };
}

/** The topic's file; where it has gone, memories are looked for again. */
async function openTopic(turn: Turn, session: Session, file: string): Promise<Found> {
  const { ports, request, signal } = turn;
  const ms = timeoutsOf(ports, request.mode).context;
  const page = await attempt(turn, { what: "topic", ms, signal }, async () => {
    return (await ports.readTopic(session, file)) ?? "gone";
  });
  if (page === "gone") ports.sessions.update(session.id, { topic: null });
  if (page === undefined || page === "gone") return recallFor(turn, session);
  return { topic: bound(page, ports.contextTokens * topicShare), hits: [], blind: undefined };
}

/** Lines to keep first, then the newest, up to so many tokens; in the file's order. */
export function bound(page: TopicPage, tokens: number): TopicPage {
  const lines = page.lines.map((line) => ({ ...line, text: shorten(line.text) }));
  const byWorth = lines.toSorted(
    (a, b) =>
      Number(b.keep === true) - Number(a.keep === true) ||
      b.date.localeCompare(a.date) ||
      b.line - a.line,
  );
  let left = tokens;
  const kept = new Set(
    byWorth.filter(({ text }) => {
      left -= countTokens(text) + tokensOfDate;
      return left >= 0;
    }),
  );
  return { ...page, lines: lines.filter((line) => kept.has(line)) };
}

const tokensOfDate = 15;

function shorten(text: string): string {
  return text.length <= maxMemoryChars ? text : `${text.slice(0, maxMemoryChars)}…`;
}
