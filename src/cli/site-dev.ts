import { join } from "node:path";
import { createChangeNotifier } from "../app/site/change-notifier.ts";
import { sayLeftOut } from "../app/site/left-out.ts";
import { openSite } from "../app/site/open-site.ts";
import { siteLanguage } from "../app/site/site-settings.ts";
import { messageOf } from "../errors.ts";
import { startSiteServer } from "../server/start-server.ts";
import type { Call } from "./command.ts";
import { findVault } from "./find-vault.ts";
import { numberFlag } from "./flags.ts";
import { openVault } from "./open-vault.ts";
import { progressOn } from "./site-build.ts";
import { readInclude, readLanguage } from "./site-flags.ts";
import { stopSignal, untilStopped } from "./stop-signal.ts";
import { clearLine } from "./terminal.ts";

/** A fixed port other than that of `loci up`, so that open pages reconnect after a restart. */
const usualPort = 5625;

/** `loci site dev`: serves the site on this machine and rebuilds it after each change. Returns the exit code. */
export async function runDev(call: Call): Promise<number> {
  const root = findVault(call);
  const { port } = numberFlag(call, "port", { min: 0, max: 65_535 });
  const language = readLanguage(call);
  const vault = await openSite({ root, env: call.env, now: call.now, report: call.note });
  const include = readInclude(call, root, vault.settings.banks);
  const out = join(vault.lociDir, "site-dev");
  const built = createChangeNotifier();
  let state: "there" | "coming" | "failed" = "coming";
  const stopping = stopSignal();
  const build = async (): Promise<void> => {
    let isShown = false;
    const show = (): void => {
      isShown = true;
      state = "there";
      built.notify();
    };
    try {
      const report = await vault.build({
        ...{ out, base: "/", isServed: false, isLive: true, include, ...language },
        search: call.flags["no-search"] !== true,
        ...{ onProgress: progressOn(call), signal: stopping.signal },
        onPages: (pages) => {
          if (pages > 0) show();
        },
      });
      const { written, removed, milliseconds } = report;
      if (state !== "there" || removed > 0) show();
      sayOnce(sayLeftOut(report, vault.settings));
      if (!isShown) return;
      call.note(
        `Built: ${written} written, ${removed} removed, in ${Math.round(milliseconds.total)} ms`,
      );
    } catch (error) {
      if (stopping.signal.aborted) return;
      if (state === "coming") state = "failed";
      call.error(`The site is not rebuilt: ${messageOf(error)}`);
    } finally {
      clearLine(call);
    }
  };
  let said: string | undefined;
  const sayOnce = (sentence: string | undefined): void => {
    if (sentence !== undefined && sentence !== said) call.note(sentence);
    said = sentence;
  };
  const builds = inTurn(build);
  const loci = await openVault(call);
  try {
    const server = await startSiteServer(loci, {
      ...{ port: port ?? usualPort, strict: port !== undefined, report: call.note },
      now: call.now,
      site: {
        ...{ folder: out, language: language.language ?? siteLanguage(vault.settings) },
        ...{ state: () => state, changes: built.listen },
      },
    });
    try {
      const watcher = await loci.index.watch(builds.soon);
      if (call.json) call.printJson({ url: server.url });
      else call.print(`Browser: ${server.url}`);
      builds.soon();
      await untilStopped(undefined, stopping);
      await builds.done();
      await watcher.close();
    } finally {
      await server.close();
    }
    return 0;
  } finally {
    stopping.release();
    await loci.close();
  }
}

/** Runs work one at a time. Requests during a run are combined into one more run. */
function inTurn(work: () => Promise<void>): {
  readonly soon: () => void;
  readonly done: () => Promise<void>;
} {
  let running: Promise<void> | undefined;
  let isWanted = false;
  const run = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      await work();
    }
    running = undefined;
  };
  return {
    soon() {
      isWanted = true;
      running ??= run();
    },
    done: async () => {
      isWanted = false;
      await running;
    },
  };
}
