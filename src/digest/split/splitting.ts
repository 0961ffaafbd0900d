import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DeviceClock } from "../../device-clock.ts";
import { messageOf } from "../../errors.ts";
import type { Model } from "../../models/respond.ts";
import type { SessionDb } from "../../session/session.ts";
import { listFiles } from "../../vault/list-files.ts";
import type { Lock } from "../../vault/lock.ts";
import { toTopicPath } from "../../vault/paths.ts";
import { readSettled } from "../../vault/read-settled.ts";
import { writeWhole } from "../../vault/write-whole.ts";
import type { Digested } from "../digest-ports.ts";
import {
  queueLongTopics,
  type SplitQueueVault,
  splitQueueFile,
  unqueueSplit,
  waitingSplits,
} from "./split-queue.ts";
import { resumeSplit, type SplitPorts, splitTopic } from "./split-topic.ts";

/** Keeps topics short, in the background. */
export interface Splitting {
  /** Finishes a split that a crash interrupted. Never rejects: what fails is tried again. */
  resume(): Promise<void>;
  /** Splits the topics that a conversation made too long. Never rejects: what is not done waits on disk for `splitWaiting`. */
  split(grown: Pick<Digested, "learned" | "replaced">, signal?: AbortSignal): Promise<void>;
  /** Tries what waits; what failed is tried again an hour later, or by the next process. Never rejects. */
  splitWaiting(signal?: AbortSignal): Promise<void>;
}

/** What splitting needs of an open vault. */
export interface SplittingVault extends SplitQueueVault {
  readonly clock: DeviceClock;
  readonly settings: SplitQueueVault["settings"] & {
    readonly model: { readonly contextTokens: number };
  };
  /** Notes for the next commit what is about to be written; called under the lock. */
  readonly note: SplitPorts["note"];
  readonly putBack: SplitPorts["putBack"];
  /** A topic was split: commits it. */
  readonly commit: () => Promise<void>;
  readonly now: () => number;
  /** Local time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly time: () => string;
  /** Takes one sentence for the person. */
  readonly report: (sentence: string) => void;
}

/** A model that could not do it is left alone for so long (ms). */
const pause = 3_600_000;

/**
 * Splits topics of one vault; the plan of the one under way is `.loci/split.json`. Only under the digesters' lock, and
 * no topic that a kept plan is going to write into: the file would be made again.
 */
export function createSplitting(
  vault: SplittingVault,
  { digestions }: Pick<SessionDb, "digestions">,
  model: Model | undefined,
  digesters: Lock,
): Splitting {
  const { root, lociDir, clock, settings, report, time } = vault;
  const file = join(lociDir, "split.json");
  const failedAt = new Map<string, number>();
  let isLooking = false;
  const { note, putBack } = vault;
  const ports = {
    ...{ vault, note, putBack },
    model,
    listPaths: () => listFiles(root).files.map(({ path }) => path),
    keepPlan: async (plan: string) => writeWhole(file, plan),
    readPlan: async () => {
      const bytes = await readSettled(file, clock);
      return bytes === null ? undefined : new TextDecoder().decode(bytes);
    },
    dropPlan: async () => rmSync(file, { force: true }),
    today: () => time().slice(0, 10),
  };
  const { enabled, entries: splitEntries } = settings.split;
  const isPlanned = (path: string): boolean =>
    digestions.waiting().some(({ plan }) => plan?.includes(JSON.stringify(path)) === true);
  const splitOne = async (path: string, signal?: AbortSignal): Promise<void> => {
    if (signal?.aborted === true || isPlanned(path)) return;
    const outcome = await splitTopic(
      ports,
      toTopicPath(path),
      { splitEntries, contextTokens: settings.model.contextTokens },
      signal,
    );
    if (outcome.status === "failed") {
      failedAt.set(path, vault.now());
      report(`Cannot split ${path} yet: ${outcome.reason}`);
      return;
    }
    if (outcome.status === "calledOff") return;
    await unqueueSplit(vault, path);
    if (outcome.status !== "split") return;
    await vault.commit();
  };
  return {
    async resume() {
      if (!existsSync(file)) return;
      try {
        const resumed = await digesters(() => resumeSplit(ports));
        if (resumed !== undefined) await vault.commit();
      } catch (error) {
        report(`Cannot finish the split of a topic yet: ${messageOf(error)}`);
      }
    },
    async split({ learned, replaced }, signal) {
      try {
        const files = [...learned, ...replaced].map((line) => line.file);
        for (const path of await queueLongTopics(vault, files))
          await digesters(() => splitOne(path, signal), signal);
      } catch (error) {
        if (signal?.aborted !== true) report(`Cannot split a topic yet: ${messageOf(error)}`);
      }
    },
    async splitWaiting(signal) {
      if (!enabled || isLooking || !existsSync(splitQueueFile(lociDir))) return;
      isLooking = true;
      try {
        for (const path of waitingSplits(lociDir)) {
          if (vault.now() - (failedAt.get(path) ?? Number.NEGATIVE_INFINITY) < pause) continue;
          await digesters(() => splitOne(path, signal), signal);
        }
      } catch (error) {
        if (signal?.aborted !== true) report(`Cannot split a topic yet: ${messageOf(error)}`);
      } finally {
        isLooking = false;
      }
    },
  };
}
