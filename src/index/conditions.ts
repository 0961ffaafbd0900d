import { personKey, type Viewer } from "../vault/topic/viewer.ts";
import type { Visible } from "./visible.ts";

/** What a question is restricted to; who asks is another thing: see Viewer. */
export interface Filter {
  readonly bank?: string;
  /** Slug, title or path of a topic file. */
  readonly topic?: string;
  /** Only what concerns this person: `people/<id>` and entries with `[person:: id]`. Opens nothing: see Viewer. */
  readonly person?: string;
  /** First and last day, or a month or year (`2026-05`); undated chunks are left out. */
  readonly since?: string;
  readonly until?: string;
  /** Also look under `archive/`, and at what was superseded. */
  readonly archive?: boolean;
  readonly kinds?: readonly ("entry" | "note")[];
}

/** Who asks for what; and as of which day (`YYYY-MM-DD`; entries with an earlier `[until::]` are over). */
export interface SearchScope {
  readonly filter: Filter;
  readonly viewer: Viewer;
  readonly today?: string;
}

/** Filters and visibility as an SQL condition over `c` (chunk) and `f` (file). */
export interface Conditions {
  readonly where: string;
  readonly params: Readonly<Record<string, string>>;
}

export function conditionsOf(
  { filter, today }: Pick<SearchScope, "filter" | "today">,
  seen: Pick<Visible, "file" | "chunk" | "params">,
): Conditions {
  const parts = [seen.file, seen.chunk];
  const params: Record<string, string> = { ...seen.params };
  const add = (condition: string, values: Record<string, string> = {}): void => {
    parts.push(condition);
    Object.assign(params, values);
  };
  if (filter.archive !== true) add("f.archived = 0 AND c.superseded = 0");
  if (filter.person !== undefined) {
    add("(f.scope = :personScope OR c.owner = :person)", {
      person: personKey(filter.person),
      personScope: `people/${filter.person}`,
    });
  }
  addContentFilters(filter, add);
  if (today !== undefined) {
    add("(c.fields = '{}' OR coalesce(c.fields ->> '$.until', :today) >= :today)", { today });
  }
  return { where: parts.join(" AND "), params };
}

type Add = (condition: string, values: Record<string, string>) => void;

function addContentFilters(filter: Filter, add: Add): void {
  const { bank, topic, since, until, kinds } = filter;
  if (bank !== undefined) add("c.bank = :bank COLLATE NOCASE", { bank });
  if (topic !== undefined) {
    add("(f.topic = :topic OR f.path = :topic OR f.title = :topic COLLATE NOCASE)", { topic });
  }
  if (since !== undefined) add("c.date >= :since AND c.date <> ''", { since });
  // A month or a year ends with its last day: "2026-05-31" sorts before "2026-05~".
  if (until !== undefined) add("c.date <= :until AND c.date <> ''", { until: `${until}~` });
  if (kinds !== undefined) {
    add("c.kind IN (SELECT value FROM json_each(:kinds))", { kinds: JSON.stringify(kinds) });
  }
}
