import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DeviceClock } from "../device-clock.ts";
import { LociError, messageOf } from "../errors.ts";
import { createChangeNotifier } from "./change-notifier.ts";
import { type BuildRun, type BuiltSite, runBuild } from "./run-build.ts";

export interface KeepSiteOptions {
  /** Program and words of the process that builds the site once and prints its report as JSON. */
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Folder that it builds into. */
  readonly folder: string;
  /** Of the site's interface. */
  readonly language: string;
  /** Takes one sentence for the person: what went wrong. */
  readonly report: (sentence: string) => void;
  /** Takes one on what the site leaves out, once. */
  readonly onLeftOut?: (sentence: string) => void;
  /** Differs after changes without events; polled. */
  readonly stamp: () => string;
  readonly clock: DeviceClock;
}

/** A built site that follows its vault. It fits what the server needs of one. */
export interface SiteKeeper {
  readonly folder: string;
  readonly language: string;
  state(): "there" | "coming" | "failed";
  /** Notifies when it was built anew, as a ChangeNotifier does. */
  changes(signal: AbortSignal): AsyncIterable<string>;
  /** Begins to build, in a while; before, nothing is built. */
  begin(): void;
  /** Something changed: builds soon. */
  changed(): void;
  /** Calls the build off that runs, and resolves when its process is gone. */
  close(): Promise<void>;
}

/** A short-lived process needs no site (ms). */
const firstMs = 700;
/** Debounce of changes, poll interval for changes without events, and pause after another's build (ms). */
const gatherMs = 300;
const pollMs = 5_000;
const busyMs = 5_000;
/** After a build that took longer than the first, the machine has as long for other things, and at most the second (ms). */
const quickMs = 2_000;
const maxRestMs = 60_000;

/**
 * Keeps a built site in step with its vault. A process of its own builds it, one at a time and with low priority, so that
 * what a build needs of memory goes with it. A failure is reported once; the next change tries again.
 */
export function keepSite(options: KeepSiteOptions): SiteKeeper {
  const { folder, language, stamp, clock } = options;
  const notifier = createChangeNotifier();
  const failure = createFailure(options.report);
  let run: BuildRun | undefined;
  let timer: NodeJS.Timeout | undefined;
  let polling: NodeJS.Timeout | undefined;
  let isWanted = false;
  let isClosed = false;
  let restUntil = 0;
  let stamped = "";
  let leftOut = "";

  const schedule = (ms: number): void => {
    if (isClosed || run !== undefined || timer !== undefined) return;
    timer = setTimeout(() => void build(), Math.max(ms, restUntil - clock.elapsed()));
  };
  const changed = (): void => {
    isWanted = true;
    if (polling !== undefined) schedule(gatherMs);
  };
  const reportBuilt = ({ changes, leftOut: sentence }: BuiltSite): void => {
    if (changes > 0) notifier.notify();
    if (sentence !== "" && sentence !== leftOut) options.onLeftOut?.(sentence);
    leftOut = sentence;
  };
  const build = async (): Promise<void> => {
    timer = undefined;
    isWanted = false;
    stamped = stamp();
    const startedAt = clock.elapsed();
    run = runBuild(options.command, options.env);
    const outcome = await run.done.catch((error: unknown) => error);
    run = undefined;
    if (isClosed) return;
    const isBusy = outcome instanceof LociError && outcome.code === "BUSY";
    const now = clock.elapsed();
    restUntil = now + (isBusy ? busyMs : restAfter(now - startedAt));
    isWanted ||= isBusy;
    if (!isBusy) failure.set(outcome instanceof Error ? outcome : undefined);
    if (isBuilt(outcome)) reportBuilt(outcome);
    if (isWanted) schedule(gatherMs);
  };
  return {
    folder,
    language,
    state() {
      if (existsSync(join(folder, manifestName))) return "there";
      if (failure.is()) return "failed";
      if (run === undefined) changed(); // Deleted, as all of .loci may be at any time.
      return "coming";
    },
    changes: (signal) => notifier.listen(signal),
    begin() {
      polling = setInterval(() => {
        if (stamped !== "" && stamp() !== stamped) changed();
      }, pollMs);
      schedule(firstMs);
    },
    changed,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(polling);
      await run?.stop();
    },
  };
}

const restAfter = (ms: number): number => (ms < quickMs ? 0 : Math.min(ms, maxRestMs));

/** What the builder writes when a site is whole. */
const manifestName = ".loci-site.json";

const isBuilt = (outcome: unknown): outcome is BuiltSite =>
  typeof outcome === "object" && outcome !== null && "changes" in outcome;

/** Why the last build failed, reported when it changes. */
function createFailure(report: (sentence: string) => void) {
  let sentence = "";
  return {
    is: (): boolean => sentence !== "",
    set(error: Error | undefined): void {
      const next = error === undefined ? "" : messageOf(error);
      if (next !== "" && next !== sentence) report(`The site is not built anew: ${next}`);
      sentence = next;
    },
  };
}
