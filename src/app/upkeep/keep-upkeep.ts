import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Cron } from "croner";
import { messageOf } from "../../errors.ts";
import type { LazyConversations } from "../conversation/lazy-conversations.ts";
import { remoteUrl } from "../syncing/keep-syncing.ts";
import type { OpenVault } from "../vault/open-vault.ts";
import type { ShownRun } from "./run-upkeep.ts";

/** Upkeep at night, while this process lasts. */
export interface Nightly {
  /** Waits for a run that is going on. */
  close(): Promise<void>;
}

/**
 * Runs upkeep each night at the time that the settings say, and at once where a night was slept through. Of several
 * devices of one vault only the keeper does: undefined on the others, and where it is switched off.
 */
export async function keepUpkeep(
  vault: OpenVault,
  conversations: LazyConversations,
  onRun: (run: ShownRun) => void,
): Promise<Nightly | undefined> {
  const { settings, lociDir, now, report } = vault;
  const { enabled, at } = settings.upkeep;
  if (!enabled || !(await isKeeper(vault))) return undefined;
  const stamp = join(lociDir, "upkeep-ran");
  let running: Promise<void> = Promise.resolve();
  const run = (): Promise<void> => {
    running = running
      .then(async () => {
        noteRan(stamp, now());
        const { runNow } = await import("./run-upkeep.ts");
        onRun(await runNow(vault, conversations));
      })
      .catch((error: unknown) => report(`Cannot do tonight's upkeep: ${messageOf(error)}`));
    return running;
  };
  const [hour, minute] = at.split(":").map(Number);
  const { timezone } = settings;
  const job = new Cron(
    `${minute} ${hour} * * *`,
    { protect: true, unref: true, ...(timezone === undefined ? {} : { timezone }) },
    run,
  );
  const ran = whenRan(stamp);
  const due = ran === undefined ? null : job.nextRun(new Date(ran));
  if (ran === undefined)
    noteRan(stamp, now()); // The first night is the coming one.
  else if (due !== null && due.getTime() <= now()) void run();
  return {
    async close() {
      job.stop();
      await running;
    },
  };
}

/** A vault of one device needs none to be named; of several, one is, so that no two tidy up at once. */
async function isKeeper(vault: OpenVault): Promise<boolean> {
  const { device, upkeep } = vault.settings;
  if (upkeep.keeper !== undefined) return upkeep.keeper === device;
  if ((await remoteUrl(vault)) === null) return true;
  vault.report(
    `Nightly upkeep is off: this vault is synced, so one device does it: set upkeep.keeper: ${device} in this one's device.yaml, or upkeep.enabled: false`,
  );
  return false;
}

const whenRan = (stamp: string): number | undefined =>
  statSync(stamp, { throwIfNoEntry: false })?.mtimeMs;

function noteRan(stamp: string, ms: number): void {
  writeFileSync(stamp, "");
  utimesSync(stamp, ms / 1_000, ms / 1_000);
}
