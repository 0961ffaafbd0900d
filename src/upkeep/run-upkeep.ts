import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { StemText } from "../digest/gates/same-fact.ts";
import { LociError } from "../errors.ts";
import type { ChangeFile } from "../vault/change-file.ts";
import { maxFileBytes } from "../vault/list-files.ts";
import type { Lock } from "../vault/lock.ts";
import { placeOf, resolveInVault, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { readOwn } from "../vault/read-settled.ts";
import { writeWhole } from "../vault/write-whole.ts";
import { applyPlan, type Refused, standing } from "./apply-plan.ts";
import { type ConsolidatePorts, type ConsolidateSettings, lookForClusters } from "./consolidate.ts";
import { type DedupePorts, type DedupSettings, lookForDuplicates } from "./dedupe.ts";
import { lostBy, planSchema, type UpkeepPlan, type UpkeepStep } from "./plan-schema.ts";
import { lookForProfiles, type ProfileChange, writeProfiles } from "./profiles.ts";
import { batchOf, learnedIn, lookForPruning, type PruneSettings } from "./prune.ts";
import { lookForOutdated } from "./settle.ts";
import { readVaultState, type VaultState, without } from "./vault-state.ts";

/**
 * What takes lines out of recall, each by its name. A further one is a function from the state of the vault to steps: the plan, the
 * guard, the dry run, the commits and the way back are the run's.
 */
const movingTasks = ["dedupe", "settle", "consolidate", "prune"] as const;

/** What a run does: at last it says again in profiles what is left. */
export const upkeepTasks = [...movingTasks, "profile"] as const;

export type UpkeepTask = (typeof upkeepTasks)[number];

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
  /** The one task to do; all of them by default. */
  readonly only?: UpkeepTask | undefined;
}

/** What a run did, or would do. */
export interface UpkeepRun {
  /** It finishes what a run before it had begun, and nothing else. */
  readonly isResumed: boolean;
  readonly steps: readonly UpkeepStep[];
  readonly profiles: readonly ProfileChange[];
  /** Summaries that a model made and that did not say what their memories say. */
  readonly dropped: number;
  /** What was left out of a task, a scope at a time, with the reason. */
  readonly refused: readonly Refused[];
}

/**
 * One run: each task looks at the vault and says what is to be done, which is kept on disk, then done, between two
 * commits; killed anywhere, it is finished by the next. A task that would take more of a scope out of recall than it
 * may leaves that scope alone.
 */
export function runUpkeep(ports: UpkeepPorts, request: UpkeepRequest = {}): Promise<UpkeepRun> {
  return ports.lock(async () => {
    const kept = keptPlan(ports);
    if (request.isDryRun !== true && kept === undefined) await ports.commitAll();
    const { plan, refused, dropped, profiles } =
      kept === undefined ? await look(ports, request) : { ...nothing, plan: kept };
    const isResumed = kept !== undefined;
    if (request.isDryRun === true) {
      return { isResumed, refused, dropped, profiles, steps: plan.steps };
    }
    if (plan.steps.length > 0) writeWhole(planFile(ports), JSON.stringify(plan));
    const applied = await applyPlan(ports.changeFile, plan, (path) => readFile(ports, path));
    const written = await writeProfiles(ports.changeFile, profiles, plan.time.slice(0, 10));
    rmSync(planFile(ports), { force: true });
    // Of a run that was killed, all may be done but this.
    if (isResumed || applied.done.length + written.done.length > 0) await ports.commit();
    return {
      ...{ isResumed, dropped, steps: applied.done, profiles: written.done },
      refused: [...refused, ...applied.refused, ...written.refused],
    };
  });
}

/** What is not a part of a plan that was kept: the next run looks for it. */
const nothing = { refused: [], dropped: 0, profiles: [] } as const;

type Seen = { readonly plan: UpkeepPlan } & Pick<UpkeepRun, "refused" | "dropped" | "profiles">;

async function look(ports: UpkeepPorts, { only }: UpkeepRequest): Promise<Seen> {
  const { root, settings, stem, dedupe, consolidation, uses, time } = ports;
  const now = time();
  const all = readVaultState(root, { today: now.slice(0, 10), uses: uses() });
  let state = all;
  let dropped = 0;
  const tasks: Readonly<
    Record<
      (typeof movingTasks)[number],
      () => readonly UpkeepStep[] | Promise<readonly UpkeepStep[]>
    >
  > = {
    dedupe: () => lookForDuplicates(state, settings.dedup, { ...dedupe, stem }),
    settle: () => lookForOutdated(state, settings.settle.enabled),
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
    prune: () => lookForPruning(state, { ...settings.prune, maxShare: settings.maxShare }),
  };
  const steps: UpkeepStep[] = [];
  const refused: Refused[] = [];
  for (const task of movingTasks.filter((one) => only === undefined || one === only)) {
    const open = await tasks[task]();
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
  const isRefreshed = settings.profile.enabled && (only ?? "profile") === "profile";
  const profiles = isRefreshed ? lookForProfiles(state, (path) => readFile(ports, path)) : [];
  return { plan: { version: 1, time: now, steps }, refused, dropped, profiles };
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
  return `Cannot take ${leaving} of ${all} of ${where} out of recall in one run: at most ${Math.round(maxShare * 100)} % may go, so none did; raise prune.max, or upkeep.maxShare where it is meant`;
}

/** How many lines of a scope one task may take out of recall. */
const mostFrom = (state: VaultState, scope: string, { prune, maxShare }: UpkeepSettings): number =>
  Math.max(batchOf(prune), learnedBy(state, scope) * maxShare);

const learnedBy = ({ files }: VaultState, scope: string): number =>
  files
    .filter((file) => file.scope === scope)
    .reduce((sum, file) => sum + learnedIn(file).length, 0);

const planFile = ({ lociDir }: Pick<UpkeepPorts, "lociDir">): string =>
  join(lociDir, "upkeep.json");

/** The plan of a run that was killed; throws LociError BAD_INPUT for one that this Loci cannot read. */
function readPlan(ports: Pick<UpkeepPorts, "lociDir">): UpkeepPlan | undefined {
  const file = planFile(ports);
  if (!existsSync(file)) return undefined;
  try {
    return planSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new LociError(
      "BAD_INPUT",
      `Cannot finish the upkeep that was begun: "${file}" cannot be read; delete it, and look with "loci doctor" whether lines stand in two files`,
      { cause },
    );
  }
}

const readFile = ({ root }: Pick<UpkeepPorts, "root">, path: TopicPath): Uint8Array | undefined =>
  readOwn(resolveInVault(root, path), maxFileBytes);

/** What is left to be done of it, with the tasks that are still wanted. */
function keptPlan(ports: UpkeepPorts): UpkeepPlan | undefined {
  const plan = readPlan(ports);
  if (plan === undefined) return undefined;
  const { dedup, consolidate, prune } = ports.settings;
  // Whether what is newer still stands is for the next run to see: none is struck.
  const isOn: Readonly<Record<string, boolean>> = {
    ...{ dedupe: dedup.enabled, consolidate: consolidate.enabled, prune: prune.enabled },
  };
  const steps = standing(plan, (path) => readFile(ports, path)).filter(
    ({ task }) => isOn[task] === true,
  );
  return { ...plan, steps };
}

/** Takes what was forgotten out of a plan that waits. */
export function dropFromPlan(
  ports: Pick<UpkeepPorts, "lociDir">,
  texts: ReadonlySet<string>,
): void {
  const plan = readPlan(ports);
  const isKept = (step: UpkeepStep): boolean =>
    !texts.has(step.text) && !lostBy(step).some(({ text }) => texts.has(text));
  const steps = plan?.steps.filter(isKept) ?? [];
  if (plan === undefined || steps.length === plan.steps.length) return;
  if (steps.length === 0) rmSync(planFile(ports), { force: true });
  else writeWhole(planFile(ports), JSON.stringify({ ...plan, steps }));
}
