import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DeviceClock } from "../../device-clock.ts";
import { LociError, messageOf } from "../../errors.ts";
import { createChangeNotifier } from "./change-notifier.ts";
import { createSiteBuilder } from "./site-builder.ts";

export interface KeepSiteOptions {
  /** Program and words of the process that builds the site: see createSiteBuilder(). */
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
  /** Notifies when it was rebuilt, as a ChangeNotifier does. */
  changes(signal: AbortSignal): AsyncIterable<string>;
  /** Begins to build, in a while; before, nothing is built. */
  begin(): void;
  /** Something changed: builds soon. */
  changed(): void;
  /** Calls the build off that runs, and resolves when no process of it is left. */
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
 * Keeps a built site in step with its vault. A process of its own builds it, one at a time and with low priority, and goes
 * when the vault rests, so that what a build needs of memory goes with it. A failure is reported once; the next change tries
 * again.
 */
export function keepSite(options: KeepSiteOptions): SiteKeeper {
  const { folder, language, stamp, clock } = options;
  const notifier = createChangeNotifier();
  const failure = createFailure(options.report);
  const builder = createSiteBuilder(options.command, options.env);
  let isBuilding = false;
  let timer: NodeJS.Timeout | undefined;
  let polling: NodeJS.Timeout | undefined;
  let isWanted = false;
  let isClosed = false;
  let restUntil = 0;
  let stamped = "";
  let leftOut = "";

  const schedule = (ms: number): void => {
    if (isClosed || isBuilding || timer !== undefined) return;
    timer = setTimeout(() => void build(), Math.max(ms, restUntil - clock.elapsed()));
  };
  const changed = (): void => {
    isWanted = true;
    if (polling !== undefined) schedule(gatherMs);
  };
  const reportLeftOut = (sentence: string): void => {
    if (sentence !== "" && sentence !== leftOut) options.onLeftOut?.(sentence);
    leftOut = sentence;
  };
  const build = async (): Promise<void> => {
    timer = undefined;
    isWanted = false;
    stamped = stamp();
    const startedAt = clock.elapsed();
    isBuilding = true;
    const outcome = await builder.build(notifier.notify).catch((error: unknown) => error);
    isBuilding = false;
    if (isClosed) return;
    const isBusy = outcome instanceof LociError && outcome.code === "BUSY";
    const now = clock.elapsed();
    restUntil = now + (isBusy ? busyMs : restAfter(now - startedAt));
    isWanted ||= isBusy;
    if (!isBusy) failure.set(outcome instanceof Error ? outcome : undefined);
    if (typeof outcome === "string") reportLeftOut(outcome);
    if (isWanted) schedule(gatherMs);
  };
  return {
    folder,
    language,
    state() {
      if (existsSync(join(folder, manifestName))) return "there";
      if (failure.is()) return "failed";
      if (!isBuilding) changed(); // Deleted, as all of .loci may be at any time.
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
      await builder.close();
    },
  };
}

const restAfter = (ms: number): number => (ms < quickMs ? 0 : Math.min(ms, maxRestMs));

/** What the builder writes when a site is whole. */
const manifestName = ".loci-site.json";

/** Why the last build failed, reported when it changes. */
function createFailure(report: (sentence: string) => void) {
  let sentence = "";
  return {
    is: (): boolean => sentence !== "",
    set(error: Error | undefined): void {
      const next = error === undefined ? "" : messageOf(error);
      if (next !== "" && next !== sentence) report(`The site is not rebuilt: ${next}`);
      sentence = next;
    },
  };
}
