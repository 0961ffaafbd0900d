/** What the browser gets of a document that was found; the keys are short, because there are many of them. */
export interface DocumentRecord {
  readonly title: string;
  readonly href: string;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
  /** `""`, `people/ana`, `agents/rostro`. */
  readonly scope: string;
  /** What the people in it are called, by id, where that is something else. */
  readonly names: Names;
  readonly bank: string;
  readonly isArchived: boolean;
}

/** Pairs of an id and a name. */
export type Names = readonly (readonly [id: string, name: string])[];

/** A memory or a paragraph of a document. */
export interface PieceRecord {
  readonly text: string;
  /** Of its element; `""` for the document itself. */
  readonly anchor: string;
  readonly isNote: boolean;
  readonly date: string | undefined;
  readonly bank: string;
  readonly person: string | undefined;
  readonly tags: readonly string[];
  readonly isSuperseded: boolean;
}

/** Both as one line of JSON, which Pagefind keeps beside the words without looking into it. */
export function stringifyDocument(record: DocumentRecord): string {
  const { title: t, href: h, aliases: l, tags: g, scope: s, bank: b, isArchived } = record;
  const n = record.names;
  return JSON.stringify({
    ...{ t, h, s, b },
    ...(n.length > 0 && { n }),
    ...(l.length > 0 && { l }),
    ...(g.length > 0 && { g }),
    ...(isArchived && { a: 1 }),
  });
}

export function stringifyPiece(record: PieceRecord, bankOfDocument: string): string {
  const { text: x, anchor: h, date: d, bank: b, person: p, tags: g } = record;
  return JSON.stringify({
    ...{ x, h, d, p },
    ...(b !== bankOfDocument && { b }),
    ...(g.length > 0 && { g }),
    ...(record.isNote && { n: 1 }),
    ...(record.isSuperseded && { s: 1 }),
  });
}

/** Lenient: an index of another version must not break the page. */
export function parseDocument(json: string): DocumentRecord {
  const { t, h, l, g, s, b, a, n } = parseObject(json);
  return {
    ...{ title: textOf(t), href: textOf(h), scope: textOf(s), bank: textOf(b) },
    ...{ aliases: textsOf(l), tags: textsOf(g), isArchived: a === 1, names: namesOf(n) },
  };
}

export function parsePiece(json: string, bankOfDocument: string): PieceRecord {
  const { x, h, d, b, p, g, n, s } = parseObject(json);
  return {
    ...{ text: textOf(x), anchor: textOf(h), tags: textsOf(g) },
    date: typeof d === "string" ? d : undefined,
    bank: typeof b === "string" ? b : bankOfDocument,
    person: typeof p === "string" ? p : undefined,
    ...{ isNote: n === 1, isSuperseded: s === 1 },
  };
}

function parseObject(json: string): Readonly<Record<string, unknown>> {
  try {
    return toObject(JSON.parse(json));
  } catch {
    return {}; // Shown as an empty hit rather than as none at all.
  }
}

const toObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The texts of a list, whatever else it holds. */
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

const namesOf = (value: unknown): Names =>
  (Array.isArray(value) ? value : []).map((pair: unknown) => {
    const [id = "", name = id] = textsOf(pair);
    return [id, name];
  });

/** What a person of this id is called. */
export const nameIn = (names: Names, id: string): string =>
  names.find(([own]) => own === id)?.[1] ?? id;

/** What the browser offers to narrow a search by, most used first. */
export interface SearchFacets {
  readonly banks: readonly string[];
  readonly people: readonly string[];
  /** As in `DocumentRecord`. */
  readonly names: Names;
  readonly tags: readonly string[];
  /** `YYYY-MM`, newest first. */
  readonly months: readonly string[];
}

/** A document to choose: its filter value, its title and the name of whose it is. */
export type TopicFacet = readonly [value: string, title: string, owner: string];

/** Lenient: an index of another version must not break the page. */
export function parseFacets(value: unknown): SearchFacets {
  const { banks, people, names, tags, months } = toObject(value);
  return {
    ...{ banks: textsOf(banks), people: textsOf(people), names: namesOf(names) },
    ...{ tags: textsOf(tags), months: textsOf(months) },
  };
}

export function parseTopics(value: unknown): TopicFacet[] {
  return (Array.isArray(value) ? value : []).map((item: unknown) => {
    const [address = "", title = "", owner = ""] = textsOf(item);
    return [address, title, owner];
  });
}
