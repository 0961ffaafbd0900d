import { rmSync } from "node:fs";
import { join } from "node:path";
import type { StemText } from "../digest/gates/same-fact.ts";
import type { Lock } from "../vault/lock.ts";
import { placeOf, type TopicPath, toTopicPath } from "../vault/paths.ts";
import type { ChangeFile } from "../vault/write/change-file.ts";
import { readNote } from "../vault/write/read-settled.ts";
import { applySteps, type Refused } from "./apply-steps.ts";
import { type ConsolidatePorts, type ConsolidateSettings, lookForClusters } from "./consolidate.ts";
import { type DedupePorts, type DedupSettings, lookForDuplicates } from "./dedupe.ts";
import { lookForProfiles, type ProfileChange, writeProfiles } from "./profiles.ts";
import { batchOf, learnedIn, lookForPruning, type PruneSettings } from "./prune.ts";
import { lookForOutdated } from "./settle.ts";
import { lostBy, type UpkeepStep } from "./steps.ts";
import { readVaultState, type VaultState, without } from "./vault-state.ts";

/**
 * What takes lines out of recall, each by its name. A further one is a function from the state of the vault to steps:
 * the guard, the dry run, the commits and the way back are the run's.
 */
const movingTasks = ["dedupe", "settle", "consolidate", "prune"] as const;

interface UpkeepSettings {
  readonly dedup: DedupSettings;
  readonly consolidate: ConsolidateSettings;
  readonly prune: PruneSettings;
  readonly settle: { readonly enabled: boolean };
  readonly profile: { readonly enabled: boolean };
  /** The greatest share of what a scope has learned that one run may take out of recall, 0 to 1. */
  readonly maxShare: number;
}

/** What upkeep needs of an open vault. */
export interface UpkeepPorts {
  readonly root: string;
  /** This device's own folder in the vault, `.loci`. */
  readonly lociDir: string;
  readonly settings: UpkeepSettings;
  /** Under which one run goes on at a time on this device. */
  readonly lock: Lock;
  readonly changeFile: ChangeFile;
  /** Commits all that was written until now, by hand too: what a run does is to stand alone. */
  readonly commitAll: () => Promise<void>;
  /** Commits what Loci wrote. */
  readonly commit: () => Promise<void>;
  readonly stem: StemText;
  readonly dedupe: Omit<DedupePorts, "stem">;
  readonly consolidation: Omit<ConsolidatePorts, "stem">;
  readonly uses: () => VaultState["uses"];
  /** Local time with its offset. */
  readonly time: () => string;
}

export interface UpkeepRequest {
  readonly isDryRun?: boolean | undefined;
}

/** What a run did, or would do. */
export interface UpkeepRun {
  readonly steps: readonly UpkeepStep[];
  readonly profiles: readonly ProfileChange[];
  /** Summaries that a model made and that did not say what their memories say. */
  readonly dropped: number;
  /** What was left out of a task, a scope at a time, with the reason. */
  readonly refused: readonly Refused[];
}

/**
 * One run: each task looks at the vault and says what is to be done, which is then done, between two commits; killed
 * anywhere, it is run again. A task that would take more of a scope out of recall than it may leaves that scope alone.
 */
export function runUpkeep(ports: UpkeepPorts, request: UpkeepRequest = {}): Promise<UpkeepRun> {
  return ports.lock(async () => {
    if (request.isDryRun !== true) {
      rmSync(join(ports.lociDir, "upkeep.json"), { force: true }); // The plan of an earlier Loci.
      await ports.commit(); // What a killed run has done.
      await ports.commitAll();
    }
    const { time, ...seen } = await look(ports);
    if (request.isDryRun === true) return seen;
    const read = (path: TopicPath): Uint8Array | undefined => readFile(ports, path);
    const applied = await applySteps(ports.changeFile, { time, steps: seen.steps, readFile: read });
    const written = await writeProfiles(ports.changeFile, seen.profiles, time.slice(0, 10));
    if (applied.done.length + written.done.length > 0) await ports.commit();
    return {
      dropped: seen.dropped,
      steps: applied.done,
      profiles: written.done,
      refused: [...seen.refused, ...applied.refused, ...written.refused],
    };
  });
}

/** What all tasks want done; at last profiles say again what is left. */
async function look(ports: UpkeepPorts): Promise<UpkeepRun & { readonly time: string }> {
  const { root, settings, stem, dedupe, consolidation, uses, time } = ports;
  const now = time();
  const all = readVaultState(root, { today: now.slice(0, 10), uses: uses() });
  let state = all;
  let dropped = 0;
  const tasks = {
    dedupe: async () => lookForDuplicates(state, settings.dedup, { ...dedupe, stem }),
    settle: async () => lookForOutdated(state, settings.settle.enabled),
    async consolidate() {
      const mostIn = (scope: string): number => mostFrom(all, scope, settings);
      const { consolidate } = settings;
      const found = await lookForClusters(
        state,
        { ...consolidate, mostIn },
        { ...consolidation, stem },
      );
      dropped = found.failed;
      return found.steps;
    },
    prune: async () => lookForPruning(state, { ...settings.prune, maxShare: settings.maxShare }),
  };
  const steps: UpkeepStep[] = [];
  const refused: Refused[] = [];
  for (const task of movingTasks) {
    const open: readonly UpkeepStep[] = await tasks[task]();
    for (const [scope, wanted] of Map.groupBy(open, scopeOf)) {
      const leaving = wanted.flatMap(lostBy);
      const reason = whyTooMuch(all, scope, { leaving: leaving.length, ...settings });
      if (reason !== undefined) {
        refused.push({ task, scope, reason });
        continue;
      }
      steps.push(...wanted);
      state = without(state, leaving); // A line leaves once, and the next task looks at what is left.
    }
  }
  const profiles = settings.profile.enabled
    ? lookForProfiles(state, (path) => readFile(ports, path))
    : [];
  return { time: now, steps, refused, dropped, profiles };
}

const scopeOf = ({ file }: UpkeepStep): string => placeOf(toTopicPath(file)).scope;

/** A job that takes much of a memory away at once is more likely mistaken than thorough. */
function whyTooMuch(
  state: VaultState,
  scope: string,
  settings: UpkeepSettings & { readonly leaving: number },
): string | undefined {
  const { leaving, maxShare } = settings;
  if (leaving <= mostFrom(state, scope, settings)) return undefined;
  const all = learnedBy(state, scope);
  const where = scope === "" ? "the vault's own memories" : `the memories in ${scope}`;
  return `Cannot take ${leaving} of ${all} of ${where} out of recall in one run: at most ${Math.round(maxShare * 100)} % may go, so none did; raise prune.batch where it is meant, and prune.max where there is one`;
}

/** How many lines of a scope one task may take out of recall. */
const mostFrom = (state: VaultState, scope: string, { prune, maxShare }: UpkeepSettings): number =>
  Math.max(batchOf(prune), learnedBy(state, scope) * maxShare);

const learnedBy = ({ files }: VaultState, scope: string): number =>
  files
    .filter((file) => file.scope === scope)
    .reduce((sum, file) => sum + learnedIn(file).length, 0);

const readFile = ({ root }: Pick<UpkeepPorts, "root">, path: TopicPath): Uint8Array | undefined =>
  readNote(root, path);
