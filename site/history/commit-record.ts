/** What one commit did to the documents of a vault: all that is kept of it. */
export interface CommitRecord {
  readonly oid: string;
  /** None for one at which a shallow clone's history was cut off. */
  readonly parents: readonly string[];
  readonly isShallow: boolean;
  /** Milliseconds since 1970. */
  readonly committedAt: number;
  readonly authoredAt: number;
  readonly subject: string;
  readonly author: string;
  readonly device?: string | undefined;
  readonly agent?: string | undefined;
  /** By parent, the documents that are others than there; of one with a single parent they are those of `changes`. */
  readonly differing: readonly (readonly string[])[];
  /** Documents that are others than in every parent. */
  readonly changes: readonly FileChange[];
}

/** What happened to one document in a commit. */
export interface FileChange {
  readonly path: string;
  readonly type: "created" | "changed" | "removed";
  /** Entries that came (`after`), went (`before`), or say something else now (both). */
  readonly edits: readonly EntryEdit[];
  readonly isNotesChanged: boolean;
}

export interface EntryEdit {
  readonly before?: PastEntry | undefined;
  readonly after?: PastEntry | undefined;
}

/** An entry as a commit had it. */
export interface PastEntry {
  /** As in `Entry`. */
  readonly id: string;
  /** The id of its text, where that is not its own. */
  readonly textId?: string | undefined;
  /** `""` where it is hidden: no such words are kept. */
  readonly text: string;
  /** It was not to be shown, or was forgotten. */
  readonly isHidden?: boolean | undefined;
}

/** The id of what an entry said. */
export const idOf = ({ id, textId }: PastEntry): string => textId ?? id;
