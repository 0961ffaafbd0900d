import { entriesCalled, type IndexedEntry, listEntries } from "../index/entries.ts";
import { hasTag } from "../vault/topic/entry.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { redactMemories } from "./hide-secrets.ts";
import { checkRequest, type RecallRequest, recallToShow } from "./recall.ts";

/** A memory in a list. */
interface Fact extends Omit<IndexedEntry, "tags" | "owner" | "fields" | "isSecret"> {
  readonly protected: boolean;
  /** Whose own it is, by its mark or by its folder, or '' where it is shared. */
  readonly person: string;
}

/** Which facts, and which part of the list. */
export interface FactsRequest extends Pick<RecallRequest, "bank" | "topic" | "person"> {
  /** Those of this id, or that say exactly this. */
  readonly id?: string;
  /** A question: what answers it, best first. */
  readonly query?: string;
  /** What is marked as secret stays out. */
  readonly hidesSecrets?: boolean;
  /** 1, 2, …; the first where none is named. */
  readonly page?: number;
  /** Of a page; 50 where it is not named. */
  readonly limit?: number;
}

export interface FactsPage {
  readonly facts: readonly Fact[];
  readonly total: number;
}

/** Hits that a question is asked for; what comes after answers nothing. */
const maxHits = 1000;

/**
 * The memories in force that a viewer may see, newest first, or those that answer a question, best first; one page of
 * them. Throws LociError NOT_FOUND for a bank or topic that is not there.
 */
export async function listFacts(
  context: MemoryContext,
  viewer: Viewer,
  request: FactsRequest,
): Promise<FactsPage> {
  const { id, query, page = 1, limit = 50, hidesSecrets = false, ...asked } = request;
  const { index, freshness, time } = context;
  await freshness.ensureFresh();
  const filter = checkRequest(context, viewer, asked);
  const answering = async (question: string) =>
    await recallToShow(context, viewer, question, { ...asked, kinds: ["entry"], limit: maxHits });
  const hits = query === undefined ? undefined : (await answering(query)).hits;
  const named = id === undefined ? hits : index.run((db) => entriesCalled(db, viewer, id));
  const which = { viewer, filter, named, today: time().slice(0, 10), hidesSecrets };
  const part = { offset: (page - 1) * limit, limit };
  const { entries, total } = index.run((db) => listEntries(db, which, part));
  const facts = entries.map(({ tags, owner, fields: _, isSecret: __, ...fact }) => {
    return { ...fact, protected: hasTag(tags, "protected"), person: owner };
  });
  return { facts: hidesSecrets ? redactMemories(context, viewer, facts) : facts, total };
}
