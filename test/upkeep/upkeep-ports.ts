import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../../src/errors.ts";
import { stemText } from "../../src/index/stem-text.ts";
import { createOfflineEmbedder } from "../../src/language/offline/embedder.ts";
import type { Model } from "../../src/models/respond.ts";
import { settingsSchema } from "../../src/settings/schema.ts";
import {
  runUpkeep as runAs,
  type UpkeepRequest,
  type UpkeepRun,
  type UpkeepVault,
} from "../../src/upkeep/run-upkeep.ts";
import { deviceClock } from "../device-clock.ts";

const prune = { enabled: true, max: 2, strategy: "fifo", batch: 1 } as const;

const consolidate = {
  ...{ enabled: false, strategy: "hybrid" as const, minAgeDays: 7 },
  ...{ minSize: 3, maxSize: 8, similarity: 0.4 },
} as const;
const embedder = createOfflineEmbedder({
  tokens: (text) => stemText(text, "en").content,
  tokensVersion: 1,
});

const usual = settingsSchema.parse({});

interface Options {
  readonly consolidate?: Partial<UpkeepVault["settings"]["consolidate"]>;
  readonly summarize?:
    | ((lines: readonly { text: string }[]) => Promise<string | undefined>)
    | undefined;
  readonly prune?: Partial<UpkeepVault["settings"]["prune"]>;
  readonly dedup?: boolean;
  readonly modelVectorsOf?: UpkeepVault["embeddings"]["vectorsOf"];
  readonly profile?: boolean;
  readonly settle?: boolean;
  readonly maxShare?: number;
  readonly uses?: UpkeepVault["uses"];
  /** Called before and after each change of a file; what it throws stands for a crash there. */
  readonly onChange?: () => void;
}

/** A vault without git, as the app opens it, whose model answers as `summarize` does. */
export function portsOf(root: string, options: Options = {}): UpkeepVault {
  const lociDir = join(root, ".loci");
  mkdirSync(lociDir, { recursive: true });
  const { summarize, modelVectorsOf } = options;
  return {
    ...{ root, lociDir, clock: deviceClock },
    async lock(work) {
      options.onChange?.();
      const result = await work();
      options.onChange?.();
      return result;
    },
    committer: {
      isActive: false,
      note: async () => {},
      commit: async () => {},
      commitSoon: () => {},
    },
    freshness: {
      refresh: async () => ({
        ...{ indexed: [], removed: [], unreadable: [], files: 0, folders: [], hidesEdits: false },
      }),
      ensureFresh: async () => {},
      noteWrite: () => {},
      lookedAt: () => 0,
    },
    embeddings: {
      vectorsOf: modelVectorsOf ?? ((_, texts) => texts.map(embedder.toVector)),
      floor: embedder.floor,
    },
    model: () => summarize && modelThat(summarize),
    settings: {
      ...usual,
      timezone: "Europe/Madrid",
      languages: ["en"],
      embedding: { ...usual.embedding, provider: modelVectorsOf ? "openai" : "offline" },
      dedup: { ...usual.dedup, enabled: options.dedup ?? false },
      consolidate: { ...consolidate, ...options.consolidate },
      prune: { ...prune, ...options.prune },
      profile: { enabled: options.profile ?? false },
      settle: { enabled: options.settle ?? false },
    },
    maxShare: options.maxShare ?? 1,
    uses: options.uses ?? new Map(),
    round: () => Promise.reject(new Error("Nothing is committed here")),
    now: () => Date.parse("2026-11-26T03:30:00+01:00"),
    report: () => {},
  };
}

/** A run, as one sees it who may read everything. */
export const runUpkeep = (vault: UpkeepVault, request?: UpkeepRequest): Promise<UpkeepRun> =>
  runAs(vault, { allPeople: true }, request);

/** Answers what is made of the lines that it is asked to summarize. */
const modelThat = (summarize: NonNullable<Options["summarize"]>): Model => ({
  id: "test",
  isCloud: false,
  probe: async () => undefined,
  async *respond({ messages }) {
    const lines = `${messages.at(-1)?.content}`.split("\n").filter((line) => line.startsWith("{"));
    const text = await summarize(lines.map((line) => JSON.parse(line)));
    if (text === undefined) {
      yield { type: "failure", error: new LociError("MODEL_FAILED", "It does not answer") };
      return;
    }
    yield { type: "text", text };
    yield { type: "end", reason: "stop" };
  },
});

/** All Markdown files but the log, by path. */
export function filesIn(root: string): Record<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md") && !/^log\/|\.loci/.test(path))
    .sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}
