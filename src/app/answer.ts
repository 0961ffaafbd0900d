import { adviceOn, LociError, nearest } from "../errors.ts";
import { findTopics, listTopics } from "../index/overview.ts";
import type { Filter } from "../index/search.ts";
import { type Hit, recall } from "../recall/recall.ts";
import type { Settings } from "../settings.ts";
import { isCalendarDate } from "../vault/entry-tokens.ts";
import type { Viewer } from "../vault/viewer.ts";
import { lookAtFiles, refresh } from "./keep-fresh.ts";
import { checkedPerson } from "./known-person.ts";
import type { Parts } from "./parts.ts";

/** What recall is asked for; every part is optional. */
export interface RecallRequest extends Filter {
  readonly limit?: number;
  /** Score below which a passage does not answer; the settings' own where none is named. */
  readonly floor?: number;
}

export interface RecallAnswer {
  readonly hits: readonly Hit[];
  /** When the files were last compared with the index (ISO 8601). */
  readonly indexedAt: string;
}

/** Looks at the files, then answers; an empty answer is given only after such a look. */
export async function answer(
  parts: Parts,
  viewer: Viewer,
  query: string,
  request: RecallRequest = {},
): Promise<RecallAnswer> {
  const looked = await lookAtFiles(parts);
  const answered = await answerFromIndex(parts, viewer, query, request);
  if (looked || answered.hits.length > 0) return answered;
  await refresh(parts);
  return answerFromIndex(parts, viewer, query, request);
}

/** Answers from the index as it stands. */
export async function answerFromIndex(
  parts: Parts,
  viewer: Viewer,
  query: string,
  request: RecallRequest,
): Promise<RecallAnswer> {
  const { index, embeddings, settings, time, state } = parts;
  const {
    limit = settings.recall.limit,
    floor = settings.recall.floor,
    ...filter
  } = checkRequest(parts, viewer, request);
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
  return { hits, indexedAt: new Date(state.lookedAt).toISOString() };
}

/** A filter that nothing can pass is a slip of the pen, not an empty answer. Needs a fresh index. */
function checkRequest(parts: Parts, viewer: Viewer, request: RecallRequest): RecallRequest {
  const { index, settings } = parts;
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
  const person = checkedPerson(parts, request.person);
  const checked = person === null ? request : { ...request, person };
  if (topic === undefined) return checked;
  const [found] = index.run((db) => findTopics(db, viewer, topic));
  if (found === undefined) throw missingTopic(parts, viewer, topic);
  return { ...checked, topic: found.topic }; // In every scope that is asked.
}

/** A day, a month or a year of the calendar. */
function isPeriod(text: string): boolean {
  const [year = "", month = "01", day = "01", ...rest] = text.split("-");
  return rest.length === 0 && /^\d{4}$/.test(year) && isCalendarDate(`${year}-${month}-${day}`);
}

/** A bank that the settings do not name is a slip of the pen too. */
export function checkBank(bank: string | undefined, { banks }: Pick<Settings, "banks">): void {
  const isNamed = banks.some((known) => known.toLowerCase() === bank?.toLowerCase());
  if (bank === undefined || isNamed) return;
  const advice = adviceOn(bank, banks, `there are ${banks.join(", ")}`);
  throw new LociError(
    "NOT_FOUND",
    `Cannot use the bank "${bank}": there is no such bank; ${advice}`,
    {
      data: { bank },
    },
  );
}

/** The error for a topic that a viewer does not see, be it there or not. */
export function missingTopic(
  { index }: Pick<Parts, "index">,
  viewer: Viewer,
  name: string,
): LociError {
  return noSuchTopic(
    name,
    index.run((db) => listTopics(db, viewer)),
  );
}

/** The error for a topic that is not there, with the nearest one that is. */
export function noSuchTopic(
  name: string,
  topics: readonly { readonly topic: string }[],
): LociError {
  const names = topics.map(({ topic }) => topic);
  const advice = adviceOn(name, names, '"loci topics" lists them');
  return new LociError("NOT_FOUND", `Cannot find the topic "${name}": it is not there; ${advice}`, {
    data: { topic: name, nearest: nearest(name, names) },
  });
}
