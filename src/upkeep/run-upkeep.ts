import { observe } from "../diagnostics.ts";
import { changeVaultFile, inStep } from "../memory/change-and-note-file.ts";
import type { MemoryContext } from "../memory/context.ts";
import { offsetTime } from "../memory/local-time.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import { markedOwner } from "../vault/topic/secret-marks.ts";
import { isOwnerVisible, isScopeVisible, type Viewer } from "../vault/topic/viewer.ts";
import { applySteps, type Refused } from "./apply-steps.ts";
import { askForSummary, type SummaryVault } from "./ask-for-summary.ts";
import { lookForClusters, lookForLeftovers } from "./consolidate.ts";
import { lookForDuplicates } from "./dedupe.ts";
import {
  lookForProfiles,
  type ProfileChange,
  type WantedProfile,
  writeProfiles,
} from "./profiles.ts";
import { batchOf, learnedIn, lookForPruning } from "./prune.ts";
import { lookForOutdated } from "./settle.ts";
import { leavingBy, lostBy, type UpkeepStep } from "./steps.ts";
import { type ReadableVault, readVaultState, type VaultState, without } from "./vault-state.ts";

/** An open vault that is tidied. */
export interface UpkeepVault
  extends ReadableVault,
    SummaryVault,
    Pick<
      MemoryContext,
      "lociDir" | "lock" | "clock" | "committer" | "freshness" | "now" | "round"
    > {
  readonly settings: ReadableVault["settings"] &
    SummaryVault["settings"] &
    Pick<MemoryContext["settings"], "timezone">;
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
  /** What was left out of a task, a scope at a time, with the reason. */
  readonly refused: readonly Refused[];
}

type Done = Pick<UpkeepRun, "steps" | "profiles" | "dropped" | "refused">;
type Wanted = Done & { readonly profiles: readonly WantedProfile[] };

/**
 * One run: each task looks at the vault and says what is to be done, which is then done, between two commits; killed
 * anywhere, it is run again. A task that would take more of a scope out of recall than it may leaves that scope alone.
 */
export async function runUpkeep(
  vault: UpkeepVault,
  viewer: Viewer,
  { isDryRun = false }: UpkeepRequest = {},
): Promise<UpkeepRun> {
  const { committer, freshness, settings } = vault;
  if (!isDryRun) {
    await committer.commit(); // What a killed run has done.
    // What was written by hand too: what a run does is to stand alone.
    if (committer.isActive) await vault.round({ local: true });
  }
  const time = offsetTime(vault.now(), settings.timezone);
  const found = await look(vault, time.slice(0, 10));
  if (isDryRun) return shownTo(viewer, found);
  const changeFile = changeVaultFile(inStep(vault));
  const { steps } = found;
  const applied = await applySteps(changeFile, { time, steps, root: vault.root });
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
    refused: [...found.refused, ...applied.refused, ...written.refused],
  });
}

/** What all tasks want done; at last profiles say again what is left. */
async function look(vault: UpkeepVault, today: string): Promise<Wanted> {
  const all = readVaultState(vault, today);
  let state = all;
  let dropped = 0;
  /** What takes lines out of recall, each by its name; a further one is a function from the state of the vault to steps. */
  const tasks: Record<string, () => Promise<readonly UpkeepStep[]>> = {
    dedupe: async () => lookForDuplicates(state),
    settle: async () => lookForOutdated(state),
    leftovers: async () => lookForLeftovers(state),
    async consolidate() {
      const mostIn = (scope: string): number => mostFrom(all, scope);
      const { steps, failed } = await lookForClusters(state, mostIn, askForSummary(vault));
      dropped = failed;
      return steps;
    },
    prune: async () => lookForPruning(state),
  };
  const steps: UpkeepStep[] = [];
  const refused: Refused[] = [];
  for (const [task, lookFor] of Object.entries(tasks)) {
    for (const [scope, wanted] of Map.groupBy(await lookFor(), scopeOf)) {
      const leaving = wanted.flatMap(lostBy);
      const reason = whyTooMuch(all, scope, leaving.length);
      if (reason !== undefined) {
        refused.push({ task, scope, reason });
        continue;
      }
      steps.push(...wanted);
      state = without(state, leaving); // A line leaves once, and the next task looks at what is left.
    }
  }
  const profiles = vault.settings.profile.enabled ? lookForProfiles(state) : [];
  return { steps, refused, dropped, profiles };
}

const scopeOf = ({ file }: UpkeepStep): string => placeOf(toTopicPath(file)).scope;

/** A job that takes much of a memory away at once is more likely mistaken than thorough. */
function whyTooMuch(state: VaultState, scope: string, leaving: number): string | undefined {
  if (leaving <= mostFrom(state, scope)) return undefined;
  const all = learnedBy(state, scope);
  const where = scope === "" ? "the vault's own memories" : `the memories in ${scope}`;
  return `Cannot take ${leaving} of ${all} of ${where} out of recall in one run: at most ${Math.round(state.maxShare * 100)} % may go, so none did; raise prune.batch where it is meant, and prune.max where there is one`;
}

/** How many lines of a scope one task may take out of recall. */
const mostFrom = (state: VaultState, scope: string): number =>
  Math.max(batchOf(state), learnedBy(state, scope) * state.maxShare);

const learnedBy = ({ files }: VaultState, scope: string): number =>
  files
    .filter((file) => file.scope === scope)
    .reduce((sum, file) => sum + learnedIn(file).length, 0);

function count(steps: readonly UpkeepStep[], strategy: string): void {
  const gone = Map.groupBy(steps.flatMap(leavingBy), ({ task }) => task);
  const [pruned, summarized] = [gone.get("prune"), gone.get("consolidate")];
  if (pruned) observe({ type: "pruned", strategy, count: pruned.length });
  if (summarized) observe({ type: "summarized", count: summarized.length });
}

/** Nothing is said of what is not the viewer's but that there is something. */
const othersAlone =
  "Some memories of other people or agents were left alone: look as one of them (--person, --agent)";

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
    refused: refused.map(({ task, scope, reason }) =>
      isScopeVisible(viewer, scope)
        ? { task, scope, reason }
        : { task, scope: "", reason: othersAlone },
    ),
  };
}
