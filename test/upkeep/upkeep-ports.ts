import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { deviceClock } from "../../src/app/vault/device-clock.ts";
import { createOfflineEmbedder } from "../../src/language/offline/embedder.ts";
import { isOtherOccasion } from "../../src/language/read/tells-event.ts";
import { numbersIn } from "../../src/language/text/number-words.ts";
import { stemsBy } from "../../src/memory/stems.ts";
import { mergeSave } from "../../src/sync/merge/file/merge-save.ts";
import type { UpkeepPorts } from "../../src/upkeep/run-upkeep.ts";
import { type ChangeFile, changeFile } from "../../src/vault/write/change-file.ts";

const prune = { enabled: true, max: 2, strategy: "fifo", batch: 1 } as const;

const consolidate = {
  ...{ enabled: false, strategy: "hybrid" as const, minAgeDays: 7 },
  ...{ minSize: 3, maxSize: 8, similarity: 0.4 },
} as const;
const stem = stemsBy({ languages: ["en"] });
const embedder = createOfflineEmbedder({
  tokens: (text) => stem(text, "en").content,
  tokensVersion: 1,
});

interface Options {
  readonly consolidate?: Partial<UpkeepPorts["settings"]["consolidate"]>;
  readonly summarize?: UpkeepPorts["consolidation"]["summarize"];
  readonly prune?: Partial<UpkeepPorts["settings"]["prune"]>;
  readonly dedup?: boolean;
  readonly modelVectorsOf?: UpkeepPorts["dedupe"]["modelVectorsOf"];
  readonly profile?: boolean;
  readonly settle?: boolean;
  readonly maxShare?: number;
  readonly uses?: ReturnType<UpkeepPorts["uses"]>;
  /** Called before and after each change of a file; what it throws stands for a crash there. */
  readonly onChange?: () => void;
}

/** The ports of a vault without git, as the app wires them. */
export function portsOf(root: string, options: Options = {}): UpkeepPorts {
  const lociDir = join(root, ".loci");
  mkdirSync(lociDir, { recursive: true });
  const lock: UpkeepPorts["lock"] = async (work) => work();
  const change: ChangeFile = async (path, makeNext, notesOf) => {
    options.onChange?.();
    notesOf(null);
    const target = { root, lociDir, path, lock, clock: deviceClock };
    const result = await changeFile({ ...target, merge: mergeSave }, makeNext);
    options.onChange?.();
    return result;
  };
  return {
    ...{ root, lociDir, lock, changeFile: change },
    stem,
    dedupe: { isOtherOccasion, modelVectorsOf: options.modelVectorsOf },
    consolidation: {
      vectorsOf: (_, texts) => texts.map(embedder.toVector),
      floor: embedder.floor,
      numbersIn: (text) => numbersIn(text, "en").values,
      summarize: options.summarize,
    },
    settings: {
      dedup: { enabled: options.dedup ?? false, embedding: 0.97, text: 0.95, shortExempt: 100 },
      consolidate: { ...consolidate, ...options.consolidate },
      prune: { ...prune, ...options.prune },
      profile: { enabled: options.profile ?? false },
      settle: { enabled: options.settle ?? false },
      maxShare: options.maxShare ?? 1,
    },
    commitAll: async () => {},
    commit: async () => {},
    uses: () => options.uses ?? new Map(),
    time: () => "2026-11-26T03:30:00+01:00",
  };
}

/** All Markdown files but the log, by path. */
export function filesIn(root: string): Record<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md") && !/^log\/|\.loci/.test(path))
    .sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}
