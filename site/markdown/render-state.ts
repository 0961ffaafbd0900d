import type { ElementContent } from "hast";
import { createHeadingIds } from "../vault/heading-id.ts";
import type { Embedded, MarkdownContext } from "./context.ts";
import type { HeadingView } from "./document-view.ts";
import type { Piece } from "./mask-syntax.ts";

/** What grows while one document, or one line, is rendered. */
export interface RenderState {
  readonly context: MarkdownContext;
  /** Undefined where no element may have an id: in lines that stand on other pages, and in embedded notes. */
  readonly page: PageState | undefined;
  /** Undefined where no heading may stand: in lines, and in texts that are no document. */
  readonly levels: Levels | undefined;
  readonly faults: Set<string>;
  readonly budget: Budget;
  /** How many regions of a name there are. */
  readonly regions: Map<string, number>;
  /** Of the notes and parts of notes this one is embedded in, itself last: `path#`, `path#anchor`. */
  readonly trail: readonly string[];
  /** Shows a note within this one; undefined where that would not end, or grow too large. */
  readonly showNote: (
    note: Embedded & { readonly type: "document" },
    heading: string | undefined,
    state: RenderState,
  ) => readonly ElementContent[] | undefined;
}

/** The state of a document, or of a line that stands on other pages, before anything of it is rendered. */
export function createRenderState(
  context: MarkdownContext,
  own: Pick<RenderState, "page" | "trail" | "showNote"> = alone,
): RenderState {
  const levels = own.page === undefined ? undefined : { above: 0, written: [] };
  return { context, levels, faults: new Set(), budget: new Budget(), regions: new Map(), ...own };
}

const alone = { page: undefined, trail: [], showNote: () => undefined };

/** Where the next heading stands. */
interface Levels {
  /** Headings of the page that an embedded note stands below. */
  readonly above: number;
  /** Depths, as written, of the headings above. */
  readonly written: number[];
}

/** What is there once a page. */
export interface PageState {
  readonly headings: HeadingView[];
  readonly headingId: (text: string) => string;
  /** Marks of footnotes by identifier, in order of their first use; inline ones by their Markdown and where they stand. */
  readonly footnotes: Map<string, { readonly number: number; uses: number }>;
  /** Those that have a text. */
  readonly footnoteNames: Set<string>;
  readonly ids: Set<string>;
}

/** One tree of the text as it is shown. */
export interface Scope {
  readonly state: RenderState;
  readonly pieces: readonly Piece[];
  /** Within a link no other one may stand. */
  readonly inLink: boolean;
}

export function createPageState(ids: Iterable<string>): PageState {
  return {
    headings: [],
    headingId: createHeadingIds(),
    footnotes: new Map(),
    footnoteNames: new Set(),
    ids: new Set(ids),
  };
}

/** Some characters of Markdown can stand for many of HTML: a reference for its address, an embed for its note. */
class Budget {
  readonly #left = {
    ...{ characters: 4_000_000, formulas: 1000, code: 200_000 },
    ...{ embedded: 200_000, definitions: 100_000 },
  };

  /** False when so many more are too many. */
  spend(
    kind: "characters" | "formulas" | "code" | "embedded" | "definitions",
    count: number,
  ): boolean {
    this.#left[kind] -= count;
    return this.#left[kind] >= 0;
  }
}

export function addFault({ faults }: RenderState, sentence: string): void {
  if (faults.size < 20) faults.add(sentence);
}

/** The accessible name of a region: no two of a page may be called the same. */
export function regionName({ regions }: RenderState, name: string): string {
  const count = (regions.get(name) ?? 0) + 1;
  regions.set(name, count);
  return count === 1 ? name : `${name} ${count}`;
}
