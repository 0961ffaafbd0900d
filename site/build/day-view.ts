import type { EntryView, LabelledLink } from "../markdown/document-view.ts";

/** One day: conversations that were digested, and the other entries dated so. Its element's id is `d-2026-02-12`. */
export interface Day {
  readonly date: string;
  readonly digests: readonly DigestView[];
  readonly entries: readonly EntryView[];
}

/** A block of the digest log. Its element's id is `s-` and the session. */
export interface DigestView {
  readonly id: string | undefined;
  /** `14:30`. */
  readonly time: string;
  readonly topic: LabelledLink | undefined;
  readonly summary: string;
  readonly byHand: boolean;
  readonly agent: LabelledLink | undefined;
  readonly person: LabelledLink | undefined;
  readonly modes: readonly string[];
  readonly languages: readonly string[];
  readonly lines: readonly {
    readonly type: "learned" | "replaced" | "known" | "kept" | "changed";
    /** Inline HTML. */
    readonly html: string;
    readonly was: string | undefined;
    readonly said: string | undefined;
    readonly reason: string | undefined;
    readonly document: LabelledLink | undefined;
  }[];
}
