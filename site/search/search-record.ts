/** What the browser gets of a document that was found; the keys are short, for there are many of them. */
export interface DocumentRecord {
  readonly title: string;
  readonly href: string;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
  /** `""`, `people/ana`, `agents/rostro`. */
  readonly scope: string;
  readonly bank: string;
  readonly isArchived: boolean;
}

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
  return JSON.stringify({
    ...{ t, h, s, b },
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
  const { t, h, l, g, s, b, a } = parseObject(json);
  return {
    ...{ title: textOf(t), href: textOf(h), scope: textOf(s), bank: textOf(b) },
    ...{ aliases: textsOf(l), tags: textsOf(g), isArchived: a === 1 },
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
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {}; // Shown as an empty hit rather than as none at all.
  }
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The texts of a list, whatever else it holds. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
