import { channel } from "node:diagnostics_channel";

/** Work whose duration is worth knowing. */
export type Timed = "recall" | "reply" | "digestion" | "sync";

/** What happened in this process, without a word of anybody: for whoever counts it. */
export type Happening =
  | { readonly type: "timed"; readonly work: Timed; readonly ms: number }
  /** A short preference was saved without a model. */
  | { readonly type: "shortcut" }
  /** A model was not asked, since nothing was left to ask it. */
  | { readonly type: "skipped"; readonly task: "rerank" }
  /** A model failed so often that its memory work rests. */
  | { readonly type: "guard"; readonly restMs: number }
  /** Memories left recall for the archive. */
  | { readonly type: "pruned"; readonly strategy: string; readonly count: number }
  /** One line stands for several memories. */
  | { readonly type: "summarized"; readonly count: number };

const happenings = channel("loci");

/** Says what happened, to nobody where nobody counts. */
export const observe = (happening: Happening): void => happenings.publish(happening);

/** Begins to measure; what it returns says how long it took, once it is done. */
export function startTimer(work: Timed): () => void {
  const start = performance.now();
  return () => observe({ type: "timed", work, ms: performance.now() - start });
}

/** Hears of all that happens until the returned function is called. What a listener throws ends nobody's work. */
export function onHappening(listen: (happening: Happening) => void): () => void {
  const heard = (message: unknown): void => {
    try {
      listen(message as Happening);
    } catch {} // A channel would throw it as uncaught, for the sake of a figure.
  };
  happenings.subscribe(heard);
  return () => void happenings.unsubscribe(heard);
}
