import { textsOf } from "./search-record.ts";

/** What the browser offers to narrow a search by, most used first. */
export interface SearchFacets {
  readonly banks: readonly string[];
  readonly people: readonly string[];
  readonly tags: readonly string[];
  /** `YYYY-MM`, newest first. */
  readonly months: readonly string[];
}

/** A document to choose: its filter value, its title and its scope. */
export type TopicFacet = readonly [value: string, title: string, scope: string];

/** Lenient: an index of another version must not break the page. */
export function parseFacets(value: unknown): SearchFacets {
  const { banks, people, tags, months } = isObject(value) ? value : {};
  return {
    ...{ banks: textsOf(banks), people: textsOf(people) },
    ...{ tags: textsOf(tags), months: textsOf(months) },
  };
}

export function parseTopics(value: unknown): TopicFacet[] {
  return (Array.isArray(value) ? value : []).map((item: unknown) => {
    const [address = "", title = "", scope = ""] = textsOf(item);
    return [address, title, scope];
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
