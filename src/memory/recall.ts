import { startTimer } from "../diagnostics.ts";
import { adviceOn, LociError } from "../errors.ts";
import type { Filter } from "../index/conditions.ts";
import { entriesCalled } from "../index/entries.ts";
import { findTopics } from "../index/overview.ts";
import { shareOf, stemsOf } from "../language/text/stems.ts";
import { type FoundMemory, floors, type Hit, recall } from "../recall/recall.ts";
import type { Settings } from "../settings/schema.ts";
import { isCalendarDate } from "../vault/calendar-date.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { checkedPerson } from "./people.ts";
import { missingTopic } from "./topics.ts";

/** What recall is asked for; every part is optional. */
export interface RecallRequest extends Filter {
  readonly limit?: number;
  /** Score below which a passage does not answer; the settings' own where none is named, else the one for prompts. */
  readonly floor?: number;
}

/** A question outside a conversation. */
export interface AskedRecall extends RecallRequest {
  /** What is marked as secret stays out. */
  readonly hidesSecrets?: boolean;
  /** Who asks. */
  readonly viewer?: Viewer;
}

export interface RecallAnswer {
  readonly hits: readonly Hit[];
  /** When the files were last compared with the index (ISO 8601). */
  readonly indexedAt: string;
}

/** Answers from a fresh index. */
export async function recallMemories(
  context: MemoryContext,
  viewer: Viewer,
  query: string,
  request: RecallRequest = {},
): Promise<RecallAnswer> {
  const { index, embeddings, settings, time, freshness } = context;
  const done = startTimer("recall");
  await freshness.ensureFresh();
  const generation = index.generation();
  const {
    limit = usualHits,
    floor = settings.recall.floor,
    ...filter
  } = checkRequest(context, viewer, request);
  const evidence = await embeddings.ask(query);
  const hits = index.run((db) =>
    recall(db, query, {
      limit,
      filter,
      viewer,
      today: time().slice(0, 10),
      vectors: evidence(db),
      ...(floor === undefined ? {} : { floor }),
    }),
  );
  done();
  // A database that proved to be damaged was replaced by one that is empty.
  if (index.generation() !== generation) return recallMemories(context, viewer, query, request);
  return { hits, indexedAt: new Date(freshness.lookedAt()).toISOString() };
}

/** As `recallMemories`, for what is shown or spoken as the answer: nothing, sooner than what is not about the question. */
export const recallToShow: typeof recallMemories = (context, viewer, query, request = {}) =>
  recallMemories(context, viewer, query, {
    ...request,
    floor: request.floor ?? context.settings.recall.floor ?? floors.shown,
  });

/** Hits of an answer, and memories that words may mean. */
const usualHits = 8;

/** Entries that words mean to a viewer: the one whose id or whole text they are, else those that recall finds. */
export async function findMemories(
  context: MemoryContext,
  viewer: Viewer,
  words: string,
): Promise<readonly FoundMemory[]> {
  const request: RecallRequest = { limit: usualHits, kinds: ["entry"] };
  const { hits } = await recallMemories(context, viewer, words, request);
  const exact = context.index.run((db) => entriesCalled(db, viewer, words));
  const isExact = exact.length > 0;
  const found = isExact ? exact : withAllWords(words, meantBy(hits));
  return found.map(({ id, text, date, file, line }) => ({ id, text, date, file, line, isExact }));
}

/** The one memory that the words mean. Throws LociError NOT_FOUND for none (`advice`: what to do then), BAD_INPUT for several. */
export function onlyOne<T extends Pick<FoundMemory, "id" | "text" | "file">>(
  found: readonly T[],
  words: string,
  advice: string,
): T {
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first;
  const all = found.map(({ id, text, file }) => `${id} "${text}" (${file})`);
  const [code, state] =
    first === undefined
      ? (["NOT_FOUND", `Cannot find the memory "${words}": there is none; ${advice}`] as const)
      : (["BAD_INPUT", `Cannot tell which memory "${words}" means: ${all.join(", ")}`] as const);
  throw new LociError(code, state, { data: { entry: words } });
}

/** The hits with all of the words, or all hits where none has them all. */
function withAllWords(words: string, hits: readonly Hit[]): readonly Hit[] {
  const stems = stemsOf(words);
  const all = hits.filter(
    ({ text, meant = [] }) => shareOf(stems, stemsOf([text, ...meant].join(" "))) === 1,
  );
  return all.length > 0 ? all : hits;
}

/** Hits with words of the question in them, else those that mean the same; neighbour-only hits are not meant. */
function meantBy(hits: readonly Hit[]): readonly Hit[] {
  const holding = hits.filter(({ why: { keyword = 0, said = 0 } }) => keyword + said > 0);
  return holding.length > 0 ? holding : hits.filter(({ why: { vector = 0 } }) => vector > 0);
}

/** Refuses a filter that nothing can match: it is a typo, not an empty answer. Needs a fresh index. */
export function checkRequest(
  context: MemoryContext,
  viewer: Viewer,
  request: RecallRequest,
): RecallRequest {
  const { index, settings } = context;
  const { bank, topic, since, until } = request;
  for (const [name, date] of Object.entries({ since, until })) {
    if (date === undefined || isPeriod(date)) continue;
    throw new LociError(
      "BAD_DATE",
      `Cannot use "${date}" for ${name}: write a day, month or year, such as 2026-02-12, 2026-02 or 2026`,
      { data: { [name]: date } },
    );
  }
  checkBank(bank, settings);
  const person = checkedPerson(context, request.person);
  const checked = person === null ? request : { ...request, person };
  if (topic === undefined) return checked;
  const [found] = index.run((db) => findTopics(db, viewer, topic));
  if (found === undefined) throw missingTopic(context, viewer, topic);
  return { ...checked, topic: found.topic }; // In every scope that is asked.
}

/** A day, a month or a year of the calendar. */
function isPeriod(text: string): boolean {
  const [year = "", month = "01", day = "01", ...rest] = text.split("-");
  return rest.length === 0 && /^\d{4}$/.test(year) && isCalendarDate(`${year}-${month}-${day}`);
}

/** Throws LociError NOT_FOUND for a bank that the settings do not name. */
export function checkBank(bank: string | undefined, { banks }: Pick<Settings, "banks">): void {
  const isNamed = banks.some((known) => known.toLowerCase() === bank?.toLowerCase());
  if (bank === undefined || isNamed) return;
  const advice = adviceOn(bank, banks, `there are ${banks.join(", ")}`);
  throw new LociError(
    "NOT_FOUND",
    `Cannot use the bank "${bank}": there is no such bank; ${advice}`,
    { data: { bank } },
  );
}
