import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Cron } from "croner";
import { messageOf } from "../../errors.ts";
import type { LazyConversations } from "../conversation/lazy-conversations.ts";
import { remoteUrl } from "../syncing/keep-syncing.ts";
import type { OpenVault } from "../vault/open-vault.ts";
import type { ShownRun } from "./run-upkeep.ts";

/**
 * Runs upkeep each night at the time that the settings say, and at once where a night was slept through. Of several
 * devices of one vault only the keeper does: undefined on the others, and where it is switched off. Closing waits for a
 * run that is going on.
 */
export async function keepUpkeep(
  vault: OpenVault,
  conversations: LazyConversations,
  onRun: (run: ShownRun) => void,
): Promise<{ close(): Promise<void> } | undefined> {
  const { settings, now, report } = vault;
  const { timezone, upkeep } = settings;
  if (!upkeep.enabled || !(await isKeeper(vault))) return undefined;
  const stamp = join(vault.lociDir, "upkeep-ran");
  const tonight = async (): Promise<void> => {
    try {
      noteRan(stamp, now());
      const { runNow } = await import("./run-upkeep.ts");
      onRun(await runNow(vault, conversations));
    } catch (error) {
      report(`Cannot do tonight's upkeep: ${messageOf(error)}`);
    }
  };
  let running = Promise.resolve();
  const run = (): Promise<void> => {
    running = running.then(tonight);
    return running;
  };
  const [hour, minute] = upkeep.at.split(":").map(Number);
  const nightly = { protect: true, unref: true, ...(timezone && { timezone }) };
  const job = new Cron(`${minute} ${hour} * * *`, nightly, run);
  const ran = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs;
  const due = ran === undefined ? undefined : job.nextRun(new Date(ran))?.getTime();
  if (ran === undefined) noteRan(stamp, now()); // The first night is the coming one.
  if (due !== undefined && due <= now()) void run();
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

function noteRan(stamp: string, ms: number): void {
  writeFileSync(stamp, "");
  utimesSync(stamp, ms / 1_000, ms / 1_000);
}
