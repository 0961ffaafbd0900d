import { LociError } from "../errors.ts";
import type { KnownOfMemory, QuotedMemory } from "../models/requests.ts";
import type { Hit } from "../recall/recall.ts";
import type { Recalled, Session } from "../session/session.ts";
import { within } from "../within.ts";
import { countTokens, topicShare } from "./budget.ts";
import { rerank } from "./rerank.ts";
import { attempt, sessionOf, type Turn } from "./turn.ts";
import type { TurnEvent } from "./turn-event.ts";
import type { TurnPorts } from "./turn-ports.ts";
import type { TopicPage } from "./vault-for-turn.ts";

/** What a reply has to go by besides the conversation itself. */
export interface Context extends Awaited<ReturnType<TurnPorts["standing"]>> {
  /** Takes the place of single memories. */
  readonly topic?: TopicPage;
  /** For this message, best first. */
  readonly hits: readonly Hit[];
  /** Why the memory could not be looked at, where it could not. */
  readonly blind?: LociError;
  /** The message asks about the memory itself: what there is to tell. */
  readonly known?: KnownOfMemory | undefined;
  /** To be brought up with this reply. */
  readonly reminders: Awaited<ReturnType<TurnPorts["reminders"]["due"]>>;
}

type Found = Pick<Context, "topic" | "hits" | "blind">;

const noStanding = { recent: [], profile: [], behaviours: [], facts: [] };

/** Looks all up at once, for as long as is bearable; what fails or is late is left out, and that is noted. */
export async function* gatherContext(turn: Turn): AsyncGenerator<TurnEvent, Context> {
  const { ports, request, signal } = turn;
  const { offline, timeouts } = ports;
  const { content } = request;
  const startedAt = ports.elapsed();
  const session = sessionOf(turn);
  const ms = request.mode === "voice" ? timeouts.contextByVoice : timeouts.context;
  const load = <T>(what: string, work: () => PromiseLike<T>): Promise<T | undefined> =>
    attempt(turn, { what, ms, signal }, work);
  const loadSaid = load("what was said", async () => offline?.(session, content));
  if (!ports.memory.reads)
    return { ...noStanding, hits: (await loadSaid)?.said ?? [], reminders: [] };
  const [found, { said = [], known } = {}, standing = noStanding, reminders = []] =
    await Promise.all([
      // Without a model the one line that answers is looked for everywhere, whatever the topic.
      session.topic === null || offline !== undefined
        ? recallFor(turn, session, ms)
        : openTopic(turn, session, session.topic, ms),
      loadSaid,
      load("profile and topics", () => ports.standing(session)),
      load("reminders", () => ports.reminders.due(session)),
    ]);
  turn.latency.context = Math.round(ports.elapsed() - startedAt);
  // Without a model it is told once it is known which of them answer.
  if (offline === undefined && found.topic === undefined && found.blind === undefined) {
    yield { type: "recall", query: content, hits: found.hits };
    keepRecalled(turn, found.hits);
  }
  const hits = [...found.hits, ...said].toSorted((a, b) => b.score - a.score);
  return { ...standing, ...found, hits, known, reminders };
}

/** Puts memories into the context of the agent that recalled them, each once, and on record; the first were `used`. */
export function keepRecalled(turn: Turn, hits: readonly Hit[], used = 1): void {
  const { ports, sessionId, recalled, request } = turn;
  const memories = hits.map((hit): Recalled => {
    const { id, text, date, topic, bank, file, line, score } = hit;
    return { id, text, date, topic, bank, file, line, score, message: request.id };
  });
  for (const memory of memories) recalled.set(memory.id, memory);
  if (memories.length === 0) return;
  ports.sessions.addRecalled(sessionId, sessionOf(turn).agent, memories, used);
}

/** A memory as it is quoted to a model, with its score for what chooses among them. */
export function toScored({ id: _, importance: __, kind, why, ...memory }: Hit): QuotedMemory {
  return {
    ...memory,
    text: shorten(memory.text),
    ...(kind === "note" ? { isNote: true } : {}),
    ...(kind === "entry" && memory.file === "" ? { isSaid: true } : {}),
    ...((why.vector ?? 0) >= minMeaning ? { found: "meaning" } : {}),
  };
}

/** Of a vector's part in a score: so much only a model gives that knows meaning, and the hashed one never. */
const minMeaning = 0.2;

/** Most memories that one message brings in; the port returns fewer to a model that has to read them all. */
const maxHits = 12;
/** Characters of one memory or note passage. */
const maxMemoryChars = 2_000;

async function recallFor(turn: Turn, session: Session, ms: number): Promise<Found> {
  const { ports, request, signal, degradations } = turn;
  const ended = await within(ms, () => ports.recall(session, request.content), signal);
  if (ended.type === "done") {
    return { hits: (await rerank(turn, request.content, ended.value)).slice(0, maxHits) };
  }
  const isLate = ended.type !== "failed";
  degradations.add(isLate ? "recall timed out" : "recall failed");
  if (!isLate && ended.error instanceof LociError) return { hits: [], blind: ended.error };
  if (!isLate) ports.report(ended.error);
  const why = isLate ? "it takes too long" : "something went wrong, and the log has the details";
  const sentence = `Cannot look into the memory now: ${why}; ask again in a moment`;
  return { hits: [], blind: new LociError("BUSY", sentence) };
}

/** The topic's file; where it has gone, memories are looked for again. */
async function openTopic(turn: Turn, session: Session, file: string, ms: number): Promise<Found> {
  const { ports, signal } = turn;
  const page = await attempt(
    turn,
    { what: "topic", ms, signal },
    async () => (await ports.readTopic(session, file)) ?? "gone",
  );
  if (page === "gone") ports.sessions.update(session.id, { topic: null });
  if (page === undefined || page === "gone") return recallFor(turn, session, ms);
  return { topic: bound(page, ports.contextTokens * topicShare), hits: [] };
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

export function shorten(text: string): string {
  return text.length <= maxMemoryChars ? text : `${text.slice(0, maxMemoryChars)}…`;
}
