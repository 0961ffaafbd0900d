import { closest } from "fastest-levenshtein";
import { LociError } from "../errors.ts";
import { findTopics, listTopics } from "../index/overview.ts";
import { type Hit, recall } from "../recall/recall.ts";
import { lookAtFiles } from "./keep-fresh.ts";
import type { Parts } from "./parts.ts";

/** What recall is asked for; every part is optional. */
export interface RecallRequest {
  readonly limit?: number;
  readonly bank?: string;
  readonly topic?: string;
  readonly person?: string;
  readonly agent?: string;
  readonly since?: string;
  readonly until?: string;
  readonly archive?: boolean;
}

export interface RecallAnswer {
  readonly hits: readonly Hit[];
  /** When the files were last compared with the index (ISO 8601). */
  readonly indexedAt: string;
}

/** Looks at the files, then answers. */
export async function answer(
  parts: Parts,
  query: string,
  request: RecallRequest = {},
): Promise<RecallAnswer> {
  const { index, embeddings, settings, time, state } = parts;
  await lookAtFiles(parts);
  const { limit = settings.recall.limit, ...filter } = checkRequest(parts, request);
  const { floor } = settings.recall;
  const evidence = await embeddings.ask(query);
  const hits = index.run((db) =>
    recall(db, query, {
      limit,
      filter,
      viewer: {},
      today: time().slice(0, 10),
      vectors: evidence(db),
      ...(floor === undefined ? {} : { floor }),
    }),
  );
  return { hits, indexedAt: new Date(state.lookedAt).toISOString() };
}

/** A filter that nothing can pass is a slip of the pen, not an empty answer. Needs a fresh index. */
function checkRequest({ index, settings }: Parts, request: RecallRequest): RecallRequest {
  const { bank, topic, since, until } = request;
  for (const [name, date] of Object.entries({ since, until })) {
    if (date === undefined || /^\d{4}(?:-\d\d(?:-\d\d)?)?$/.test(date)) continue;
    throw new LociError(
      "BAD_DATE",
      `Cannot use "${date}" for ${name}: write a day, month or year, such as 2026-02-12, 2026-02 or 2026`,
      { data: { [name]: date } },
    );
  }
  const isBank = (known: string): boolean => known.toLowerCase() === bank?.toLowerCase();
  if (bank !== undefined && !settings.banks.some(isBank)) {
    throw new LociError(
      "NOT_FOUND",
      `Cannot recall from the bank "${bank}": there is no such bank; did you mean "${closest(bank, [...settings.banks])}"?`,
      { data: { bank } },
    );
  }
  if (topic === undefined) return request;
  const [found] = index.run((db) => findTopics(db, topic));
  if (found === undefined) throw noSuchTopic(topic, index.run(listTopics));
  return { ...request, topic: found.file };
}

/** The error for a topic that is not there, with the nearest one that is. */
export function noSuchTopic(
  name: string,
  topics: readonly { readonly topic: string }[],
): LociError {
  const near =
    topics.length === 0
      ? undefined
      : closest(
          name,
          topics.map(({ topic }) => topic),
        );
  const advice = near === undefined ? "the vault has no topics yet" : `did you mean "${near}"?`;
  return new LociError(
    "NOT_FOUND",
    `Cannot find the topic "${name}": there is no such topic; ${advice}`,
    {
      data: { topic: name, nearest: near },
    },
  );
}
