import type { Context } from "hono";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { onHappening, type Timed } from "../diagnostics.ts";
import type { ServedLoci } from "./start-server.ts";

/** Upper bounds (seconds): a recall takes milliseconds, a digestion by a model on a board minutes. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Counts what happens in this process from now on, for Prometheus. */
export function openMetrics({ index }: Pick<ServedLoci, "index">) {
  const registers = [new Registry()] as const;
  const counter = (name: string, help: string, ...labelNames: string[]): Counter =>
    new Counter({ name: `${name}_total`, help, labelNames, registers: [...registers] });
  const histogram = (work: Timed, help: string): Histogram =>
    new Histogram({ name: `${work}_duration_seconds`, help, buckets, registers: [...registers] });
  const seconds = {
    recall: histogram("recall", "Duration of finding memories for a question"),
    reply: histogram("reply", "Duration of a turn, from the message to the end of its reply"),
    digestion: histogram("digestion", "Duration of turning one conversation into memories"),
    sync: histogram("sync", "Duration of a round of sync"),
  };
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
    if (happening.type === "timed") seconds[happening.work].observe(happening.ms / 1_000);
    if (happening.type === "shortcut") shortcuts.inc();
    if (happening.type === "skipped") skipped.inc({ task: happening.task });
    if (happening.type === "guard") guards.inc();
    if (happening.type === "pruned") pruned.inc({ strategy: happening.strategy }, happening.count);
    if (happening.type === "summarized") summarized.inc(happening.count);
  });
  return {
    async answer(c: Context): Promise<Response> {
      banks.reset();
      for (const { bank, person, entries } of await index.bankCounts())
        banks.set({ bank, person }, entries);
      const [registry] = registers;
      return c.body(await registry.metrics(), 200, { "content-type": registry.contentType });
    },
    close,
  };
}
