import { observe } from "../diagnostics.ts";
import { changeVaultFile, inStep } from "../memory/change-and-note-file.ts";
import type { MemoryContext } from "../memory/context.ts";
import { offsetTime } from "../memory/local-time.ts";
import { placeOf, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { markedOwner } from "../vault/topic/secret-marks.ts";
import { isOwnerVisible, isScopeVisible, type Viewer } from "../vault/topic/viewer.ts";
import { readNote } from "../vault/write/read-settled.ts";
import { applySteps, carryOut, type Refused } from "./apply-steps.ts";
import { lookForClusters, type SummaryVault } from "./consolidate.ts";
import { lookForDuplicates } from "./dedupe.ts";
import {
  lookForProfiles,
  type ProfileChange,
  type WantedProfile,
  writeProfiles,
} from "./profiles.ts";
import { lookForPruning, mostFrom } from "./prune.ts";
import { lookForOutdated } from "./settle.ts";
import { leavingBy, lostBy, type UpkeepStep } from "./steps.ts";
import { type ReadableVault, readVaultState, type VaultState, without } from "./vault-state.ts";

/** An open vault that is tidied. */
export interface UpkeepVault
  extends ReadableVault,
    SummaryVault,
    Pick<MemoryContext, "lociDir" | "lock" | "clock" | "committer" | "freshness" | "now"> {
  readonly settings: ReadableVault["settings"] &
    SummaryVault["settings"] &
    Pick<MemoryContext["settings"], "timezone">;
  /** Commits all that was written until now, by hand too: what a run does is to stand alone. */
  readonly commitAll: () => Promise<void>;
}

export interface UpkeepRequest {
  readonly isDryRun?: boolean | undefined;
}

/** What a run did, or would do, as a viewer may read it: the steps and profiles that are not theirs are counted. */
export interface UpkeepRun {
  readonly steps: readonly UpkeepStep[];
  readonly profiles: readonly ProfileChange[];
  readonly hidden: number;
  /** Lines that left their file for the archive, and lines that were struck, whoever may read them. */
  readonly archived: number;
  readonly struck: number;
  /** Summaries that a model made and that did not say what their memories say. */
  readonly dropped: number;
  /** The files that were left alone, with the reason. */
  readonly refused: readonly Refused[];
}

type Done = Pick<UpkeepRun, "steps" | "profiles" | "dropped" | "refused">;
type Wanted = Done & { readonly profiles: readonly WantedProfile[] };

/**
 * One run: each task looks at the vault and says what is to be done, which is then done, between two commits; killed
 * anywhere, it is run again. What a task would take out of recall beyond `mostFrom` of a scope is for other nights.
 */
export async function runUpkeep(
  vault: UpkeepVault,
  viewer: Viewer,
  { isDryRun = false }: UpkeepRequest = {},
): Promise<UpkeepRun> {
  const { committer, freshness, settings } = vault;
  if (!isDryRun) {
    await committer.commit(); // What a killed run has done.
    await vault.commitAll();
  }
  const time = offsetTime(vault.now(), settings.timezone);
  const found = await look(vault, time.slice(0, 10));
  if (isDryRun) return shownTo(viewer, found);
  const changeFile = changeVaultFile(inStep(vault));
  const applied = await applySteps(changeFile, {
    time,
    steps: found.steps,
    readFile: reader(vault),
  });
  const written = await writeProfiles(changeFile, found.profiles, time.slice(0, 10));
  if (applied.done.length + written.done.length > 0) {
    await committer.commit();
    count(applied.done, settings.prune.strategy);
    await freshness.refresh({ confirmRemovals: true });
  }
  return shownTo(viewer, {
    dropped: found.dropped,
    steps: applied.done,
    profiles: written.done,
    refused: [...applied.refused, ...written.refused],
  });
}

const reader =
  ({ root }: ReadableVault) =>
  (path: TopicPath): Uint8Array | undefined =>
    readNote(root, path);

/** What all tasks want done; at last profiles say again what is left. */
async function look(vault: UpkeepVault, today: string): Promise<Wanted> {
  const all = readVaultState(vault, today);
  let state = all;
  let dropped = 0;
  /** What takes lines out of recall, each by its name; a further one is a function from the state of the vault to steps. */
  const tasks: Record<string, () => Promise<readonly UpkeepStep[]>> = {
    dedupe: async () => lookForDuplicates(state),
    settle: async () => lookForOutdated(state),
    async consolidate() {
      const { steps, failed } = await lookForClusters(state, vault);
      dropped = failed;
      return steps;
    },
    prune: async () => lookForPruning(state),
  };
  const steps: UpkeepStep[] = [];
  for (const lookFor of Object.values(tasks)) {
    const wanted = (await lookFor()).filter(takeAtMost((scope) => mostFrom(all, scope)));
    steps.push(...wanted);
    state = without(state, wanted.flatMap(lostBy)); // A line leaves once, and the next task looks at what is left.
  }
  const profiles = vault.settings.profile.enabled ? lookForProfiles(state, reader(vault)) : [];
  return { steps: whatCanBeDone(all, steps), refused: [], dropped, profiles };
}

/** A job that takes much of a memory away at once is more likely mistaken than thorough. */
function takeAtMost(mostIn: (scope: string) => number) {
  const left = new Map<string, number>();
  return (step: UpkeepStep): boolean => {
    const { scope } = placeOf(toTopicPath(step.file));
    const rest = (left.get(scope) ?? mostIn(scope)) - lostBy(step).length;
    if (rest >= 0) left.set(scope, rest);
    return rest >= 0;
  };
}

/** Without what would change the meaning of the lines around it. */
const whatCanBeDone = ({ files }: VaultState, steps: readonly UpkeepStep[]) =>
  files.flatMap(({ path, bytes }) => {
    const own = steps.filter(({ file }) => file === path);
    return own.length === 0 ? [] : carryOut(path, bytes, own).gone;
  });

function count(steps: readonly UpkeepStep[], strategy: string): void {
  const gone = Map.groupBy(steps.flatMap(leavingBy), ({ task }) => task);
  const [pruned, summarized] = [gone.get("prune"), gone.get("consolidate")];
  if (pruned) observe({ type: "pruned", strategy, count: pruned.length });
  if (summarized) observe({ type: "summarized", count: summarized.length });
}

function shownTo(viewer: Viewer, { steps, profiles, dropped, refused }: Done): UpkeepRun {
  const mayKnow = (file: string): boolean =>
    isScopeVisible(viewer, placeOf(toTopicPath(file)).scope);
  const mayRead = (step: UpkeepStep): boolean =>
    lostBy(step).every(
      ({ file, words }) => mayKnow(file) && isOwnerVisible(viewer, markedOwner([words])),
    );
  const shown = {
    steps: steps.filter(mayRead),
    profiles: profiles
      .filter(({ file }) => mayKnow(file))
      .map(({ file, come, gone }) => ({ file, come, gone })),
  };
  return {
    ...shown,
    hidden: steps.length + profiles.length - shown.steps.length - shown.profiles.length,
    archived: steps.flatMap(leavingBy).length,
    struck: steps.filter(({ type }) => type === "strike").length,
    dropped,
    refused: refused.filter(({ scope }) => isScopeVisible(viewer, scope)),
  };
}
