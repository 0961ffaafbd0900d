import type { Context } from "hono";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { onHappening, type Timed } from "../diagnostics.ts";
import type { ServedLoci } from "./start-server.ts";

export interface Metrics {
  readonly answer: (c: Context) => Promise<Response>;
  /** Stops counting. */
  close(): void;
}

/** Upper bounds (seconds): a recall takes milliseconds, a digestion by a model on a board minutes. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

const durations: Readonly<Record<Timed, string>> = {
  recall: "finding memories for a question",
  reply: "a turn, from the message to the end of its reply",
  digestion: "turning one conversation into memories",
  sync: "a round of sync",
};

/** Counts what happens in this process from now on, for Prometheus. */
export function openMetrics({ index }: Pick<ServedLoci, "index">): Metrics {
  const registers = [new Registry()] as const;
  const counter = (name: string, help: string, ...labelNames: string[]): Counter =>
    new Counter({ name: `${name}_total`, help, labelNames, registers: [...registers] });
  const seconds = new Map(
    Object.entries(durations).map(([work, what]) => {
      const about = { name: `${work}_duration_seconds`, help: `Duration of ${what}` };
      return [work, new Histogram({ ...about, buckets, registers: [...registers] })];
    }),
  );
  const shortcuts = counter("extraction_shortcuts", "Preferences saved without asking a model");
  const skipped = counter("llm_calls_skipped", "Times a model was not asked, by task", "task");
  const guards = counter("error_guard_activations", "Times a model's memory work was paused");
  const pruned = counter(
    "memories_pruned",
    "Memories that left recall for the archive",
    "strategy",
  );
  const summarized = counter("memories_summarized", "Memories that a summary stands for");
  const banks = new Gauge({
    name: "memory_bank_distribution",
    help: "Memories in force, by bank and by whose they are (empty: everyone's)",
    labelNames: ["bank", "person"],
    registers: [...registers],
  });
  const close = onHappening((happening) => {
    if (happening.type === "timed") seconds.get(happening.work)?.observe(happening.ms / 1_000);
    if (happening.type === "shortcut") shortcuts.inc();
    if (happening.type === "skipped") skipped.inc({ task: happening.task });
    if (happening.type === "guard") guards.inc();
    if (happening.type === "pruned") pruned.inc({ strategy: happening.strategy }, happening.count);
    if (happening.type === "summarized") summarized.inc(happening.count);
  });
  return {
    async answer(c) {
      banks.reset();
      for (const { bank, person, entries } of await index.bankCounts())
        banks.set({ bank, person }, entries);
      const [registry] = registers;
      return c.body(await registry.metrics(), 200, { "content-type": registry.contentType });
    },
    close,
  };
}
