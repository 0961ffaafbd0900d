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

/** Filters and visibility as SQL conditions over `c` (chunk) and `f` (file). */
export interface Conditions {
  readonly where: string;
  /** The part that only looks at the file. */
  readonly file: string;
  /** The rest; undefined if it looks at the file too. */
  readonly chunk: string | undefined;
  readonly params: Readonly<Record<string, string>>;
}

export function conditionsOf(
  { filter, today }: Pick<SearchScope, "filter" | "today">,
  seen: Pick<Visible, "file" | "chunk" | "params">,
): Conditions {
  const parts = [seen.chunk];
  const params: Record<string, string> = { ...seen.params };
  const add = (condition: string, values: Record<string, string> = {}): void => {
    parts.push(condition);
    Object.assign(params, values);
  };
  if (filter.archive !== true) add("c.superseded = 0");
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
  const chunk = parts.join(" AND ");
  const file = filter.archive === true ? seen.file : `${seen.file} AND f.archived = 0`;
  const where = `${file} AND ${chunk}`;
  return { where, file, chunk: /\bf\./.test(chunk) ? undefined : chunk, params };
}

type Add = (condition: string, values: Record<string, string>) => void;

function addContentFilters(filter: Filter, add: Add): void {
  const { bank, topic, since, until, kinds } = filter;
  if (bank !== undefined) {
    add("c.bank_id = (SELECT id FROM bank WHERE name = :bank COLLATE NOCASE)", { bank });
  }
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
