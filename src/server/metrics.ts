import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { onHappening, type Timed } from "../diagnostics.ts";
import type { Route } from "./routes.ts";
import type { ServedLoci } from "./server-ports.ts";

export interface Metrics {
  readonly route: Route;
  /** Stops counting. */
  close(): void;
}

/** Upper bounds (seconds): a recall takes milliseconds, a digestion by a model on a board minutes. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Counts what happens in this process from now on, for Prometheus. */
export function openMetrics(loci: Pick<ServedLoci, "index">): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const bankEntries = new Gauge({
    name: "memory_bank_distribution",
    help: "Memories in force, by bank and by whose they are (empty: everyone's)",
    labelNames: ["bank", "person"],
    registers,
  });
  const durations: Record<Timed, Histogram> = {
    recall: histogram(registry, "recall", "finding memories for a question"),
    reply: histogram(registry, "reply", "a turn, from the message to the end of its reply"),
    digestion: histogram(registry, "digestion", "turning one conversation into memories"),
    sync: histogram(registry, "sync", "a round of sync"),
  };
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of answers over HTTP, by what was asked",
    labelNames: ["method", "route", "status"],
    ...{ buckets, registers },
  });
  const { shortcuts, skipped, guards, pruned, summarized } = openCounters(registry);
  const close = onHappening((happening) => {
    switch (happening.type) {
      case "timed":
        durations[happening.work].observe(happening.ms / 1_000);
        break;
      case "request": {
        const { method, route, status, ms } = happening;
        requests.observe({ method, route, status: String(status) }, ms / 1_000);
        break;
      }
      case "shortcut":
        shortcuts.inc();
        break;
      case "skipped":
        skipped.inc({ task: happening.task });
        break;
      case "guard":
        guards.inc();
        break;
      case "pruned":
        pruned.inc({ strategy: happening.strategy }, happening.count);
        break;
      case "summarized":
        summarized.inc(happening.count);
    }
  });
  const route: Route = {
    access: "token",
    async GET() {
      bankEntries.reset();
      for (const { bank, person, entries } of await loci.index.bankCounts()) {
        bankEntries.set({ bank, person }, entries);
      }
      const bytes = Buffer.from(await registry.metrics());
      const headers = { "cache-control": "no-store" };
      return { type: "file", contentType: registry.contentType, bytes, headers };
    },
  };
  return { route, close };
}

function openCounters(registry: Registry) {
  const counter = (name: string, help: string, ...labelNames: string[]): Counter =>
    new Counter({ name, help, labelNames, registers: [registry] });
  return {
    shortcuts: counter(
      "extraction_shortcuts_total",
      "Short preferences that were saved without asking a model",
    ),
    skipped: counter(
      "llm_calls_skipped_total",
      "Times that a model was not asked, by what it would have been asked for",
      "task",
    ),
    guards: counter(
      "error_guard_activations_total",
      "Times that a model failed so often that its memory work rests",
    ),
    pruned: counter(
      "memories_pruned_total",
      "Memories that left recall for the archive",
      "strategy",
    ),
    summarized: counter(
      "memories_summarized_total",
      "Memories that a summary stands for in recall",
    ),
  };
}

const histogram = (registry: Registry, name: Timed, what: string): Histogram =>
  new Histogram({
    name: `${name}_duration_seconds`,
    help: `Duration of ${what}`,
    buckets,
    registers: [registry],
  });
