/** A memory of another program, ready to be saved. */
export interface ImportedMemory {
  readonly text: string;
  /** Where it stood: a file, and in it a line or an id. */
  readonly from: string;
  /** Name of the topic that it belongs to. */
  readonly topic: string;
  /** `YYYY-MM-DD`. */
  readonly date?: string | undefined;
  readonly bank?: string | undefined;
  /** Without `#`. */
  readonly tags?: readonly string[] | undefined;
  /** Whose it was called there. */
  readonly person?: string | undefined;
  readonly agent?: string | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

/** What was not taken, and why. */
export interface LeftOut {
  readonly from: string;
  readonly reason: string;
}

export interface Imported {
  readonly kind: ImportKind;
  readonly memories: readonly ImportedMemory[];
  readonly leftOut: readonly LeftOut[];
}

/** Whose form it is. */
export type ImportKind = "loci" | "mem0" | "mcp-memory";
