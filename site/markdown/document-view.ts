/** A document's body in the order of its file. `html` passed the allow-list. */
export type Block =
  | { readonly type: "prose"; readonly html: string }
  | {
      readonly type: "entries";
      readonly isOrdered: boolean;
      readonly items: readonly (
        | { readonly type: "entry"; readonly entry: EntryView }
        /** A list item that is not an entry. */
        | { readonly type: "item"; readonly html: string }
      )[];
    };

/** A heading of the body; the document's title is none. */
export interface HeadingView {
  readonly depth: number;
  readonly text: string;
  /** Of the element, without `#`. */
  readonly id: string;
}

/** A document's body, ready for its template. */
export interface DocumentView {
  readonly blocks: readonly Block[];
  readonly headings: readonly HeadingView[];
  /** Why a part could not be shown, in words for the person. */
  readonly faults: readonly string[];
}

/** A memory as pages show it, in its document and in every list. Links are ready to be written into `href`. */
export interface EntryView {
  /** The element's id in its document: `e-…`. Lists write no id. */
  readonly anchor: string;
  readonly href: string;
  /** Inline HTML of its words. */
  readonly html: string;
  /** HTML of what is nested below its words; `""` where nothing is. */
  readonly nested: string;
  readonly date: string | undefined;
  /** Only where it differs from its document's. */
  readonly bank: LabelledLink | undefined;
  readonly tags: readonly LabelledLink[];
  readonly person: LabelledLink | undefined;
  readonly agent: LabelledLink | undefined;
  /** The conversation it comes from, in the timeline where that is there. */
  readonly source: LabelledLink | undefined;
  /** 0 to 1. */
  readonly importance: number | undefined;
  readonly until: string | undefined;
  readonly isProtected: boolean;
  readonly task: "open" | "done" | undefined;
  readonly isSuperseded: boolean;
  /** What stands for it now, or what it stands for. */
  readonly supersededBy: LabelledLink | undefined;
  readonly supersedes: LabelledLink | undefined;
  /** Other fields, as written. */
  readonly fields: readonly { readonly key: string; readonly value: string }[];
  /** Opens the line in the person's editor. */
  readonly editHref: string | undefined;
  /** The document it stands in, for lists. */
  readonly document: LabelledLink;
}

/** A link with its words; without `href` the words alone. */
export interface LabelledLink {
  readonly label: string;
  readonly href: string | undefined;
}
