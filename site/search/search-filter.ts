import type { PieceRecord } from "./search-record.ts";

export const filterNames = ["bank", "person", "tag", "topic", "from", "to"] as const;

/**
 * What a search is narrowed by; `""` where it is not. A topic is the address of a document below the base
 * (`topics/cooking/`); months are `YYYY-MM`, both included.
 */
export type SearchFilter = Readonly<Record<(typeof filterNames)[number], string>>;

export const noFilter: SearchFilter = {
  ...{ bank: "", person: "", tag: "", topic: "", from: "", to: "" },
};

export function isFiltered(filter: SearchFilter): boolean {
  return filterNames.some((name) => filter[name] !== "");
}

/** A question and its filter as the address of the search page has them. */
export function parseSearch(query: string): { text: string; filter: SearchFilter } {
  const params = new URLSearchParams(query);
  const paramOf = (name: string): string => (params.get(name) ?? "").trim().slice(0, 300);
  const monthOf = (name: string): string =>
    /^\d{4}-\d{2}$/.test(paramOf(name)) ? paramOf(name) : "";
  const filter = {
    ...{ bank: paramOf("bank"), person: paramOf("person"), tag: paramOf("tag") },
    ...{ topic: paramOf("topic"), from: monthOf("from"), to: monthOf("to") },
  };
  return { text: paramOf("q"), filter };
}

/** The same the other way round: `?q=rice&bank=Health`, or `""`. */
export function stringifySearch(text: string, filter: SearchFilter): string {
  const params = new URLSearchParams();
  if (text.trim() !== "") params.set("q", text.trim());
  for (const name of filterNames) if (filter[name] !== "") params.set(name, filter[name]);
  const query = params.toString();
  return query === "" ? "" : `?${query}`;
}

/** Narrows documents; months are those that the index knows. */
export function documentFilter(
  filter: SearchFilter,
  months: readonly string[],
): Record<string, string | { any: string[] }> {
  const exact = (["bank", "person", "tag", "topic"] as const)
    .filter((name) => filter[name] !== "")
    .map((name) => [name, filter[name]] as const);
  const range = months.filter((month) => isWithin(month, filter));
  const isDated = filter.from !== "" || filter.to !== "";
  return {
    ...Object.fromEntries(exact),
    // A month that no document has, where none is within: nothing is found then.
    ...(isDated && { month: { any: range.length > 0 ? range : ["none"] } }),
  };
}

/** Narrows the pieces of a document that was found; its tags and its topic count for all of them. */
export function isPieceWithin(piece: PieceRecord, filter: SearchFilter, scope: string): boolean {
  const { bank, person, from, to } = filter;
  if (bank !== "" && piece.bank !== bank) return false;
  if (person !== "" && piece.person !== person && scope !== `people/${person}`) return false;
  if (from === "" && to === "") return true;
  return piece.date !== undefined && isWithin(piece.date.slice(0, 7), filter);
}

function isWithin(month: string, { from, to }: SearchFilter): boolean {
  return (from === "" || month >= from) && (to === "" || month <= to);
}
