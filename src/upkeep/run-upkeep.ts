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
import { type DedupSettings, lookForDuplicates } from "./dedupe.ts";
import { type ArchiveStep, planSchema, type UpkeepPlan } from "./plan-schema.ts";
import { batchOf, learnedIn, lookForPruning, type PruneSettings } from "./prune.ts";
import { readVaultState, type VaultState } from "./vault-state.ts";

/**
 * What a run does, each by its name. A further one is a pure function from the state of the vault to steps: the plan, the
 * guard, the dry run, the commits and the way back are the run's.
 */
export const upkeepTasks = ["dedupe", "prune"] as const;

export type UpkeepTask = (typeof upkeepTasks)[number];

interface UpkeepSettings {
  readonly dedup: DedupSettings;
  readonly prune: PruneSettings;
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
  readonly steps: readonly ArchiveStep[];
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
    const { plan, refused } =
      kept === undefined ? look(ports, request) : { plan: kept, refused: [] };
    const isResumed = kept !== undefined;
    if (request.isDryRun === true) return { isResumed, refused, steps: plan.steps };
    if (plan.steps.length > 0) writeWhole(planFile(ports), JSON.stringify(plan));
    const applied = await applyPlan(ports.changeFile, plan, (path) => readFile(ports, path));
    rmSync(planFile(ports), { force: true });
    if (applied.done.length > 0) await ports.commit();
    return { isResumed, refused: [...refused, ...applied.refused], steps: applied.done };
  });
}

function look(
  { root, settings, stem, uses, time }: UpkeepPorts,
  { only }: UpkeepRequest,
): { readonly plan: UpkeepPlan; readonly refused: UpkeepRun["refused"] } {
  const now = time();
  const state = readVaultState(root, { today: now.slice(0, 10), uses: uses() });
  const tasks: Readonly<Record<UpkeepTask, () => readonly ArchiveStep[]>> = {
    dedupe: () => lookForDuplicates(state, settings.dedup, stem),
    prune: () => lookForPruning(state, { ...settings.prune, maxShare: settings.maxShare }),
  };
  const steps: ArchiveStep[] = [];
  const refused: Refused[] = [];
  for (const task of upkeepTasks.filter((one) => only === undefined || one === only)) {
    const taken = new Set(steps.map(lineOf));
    const open = tasks[task]().filter((step) => !taken.has(lineOf(step)));
    for (const [scope, wanted] of Map.groupBy(open, scopeOf)) {
      const reason = whyTooMuch(state, scope, { leaving: wanted.length, ...settings });
      if (reason === undefined) steps.push(...wanted);
      else refused.push({ task, scope, reason });
    }
  }
  return { plan: { version: 1, time: now, steps }, refused };
}

/** A line leaves once, whichever tasks want it. */
const lineOf = ({ file, words }: ArchiveStep): string => `${file}\n${words}`;

const scopeOf = ({ file }: ArchiveStep): string => placeOf(toTopicPath(file)).scope;

/** A job that takes much of a memory away at once is more likely mistaken than thorough. */
function whyTooMuch(
  { files }: VaultState,
  scope: string,
  { leaving, maxShare, prune }: UpkeepSettings & { readonly leaving: number },
): string | undefined {
  const own = files.filter((file) => file.scope === scope);
  const all = own.reduce((sum, file) => sum + learnedIn(file).length, 0);
  if (leaving <= Math.max(batchOf(prune), all * maxShare)) return undefined;
  const where = scope === "" ? "the vault's own memories" : `the memories in ${scope}`;
  return `Cannot take ${leaving} of ${all} of ${where} out of recall in one run: at most ${Math.round(maxShare * 100)} % may go, so none did; raise prune.max, or upkeep.maxShare where it is meant`;
}

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
  const { dedup, prune } = ports.settings;
  const isOn: Readonly<Record<string, boolean>> = { dedupe: dedup.enabled, prune: prune.enabled };
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
  const steps = plan?.steps.filter(({ text }) => !texts.has(text)) ?? [];
  if (plan === undefined || steps.length === plan.steps.length) return;
  if (steps.length === 0) rmSync(planFile(ports), { force: true });
  else writeWhole(planFile(ports), JSON.stringify({ ...plan, steps }));
}
