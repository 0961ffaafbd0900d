import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Cron } from "croner";
import { chooseModels } from "../agent/choose-models.ts";
import { messageOf } from "../errors.ts";
import { createVaultLock } from "../index/vault-lock.ts";
import { viewerOn } from "../memory/people.ts";
import type { UpkeepRequest, UpkeepRun } from "../upkeep/run-upkeep.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { LazyConversations } from "./conversation/lazy-conversations.ts";
import type { OpenVault } from "./vault/open-vault.ts";
import { remoteUrl } from "./vault/sync-round.ts";

/** One run of upkeep, now. Rejects as `runUpkeep` does, and with BUSY while another one goes on. */
export async function runNow(
  vault: OpenVault,
  conversations: LazyConversations,
  request?: UpkeepRequest,
  viewer?: Viewer,
): Promise<UpkeepRun> {
  const { runUpkeep } = await import("../upkeep/run-upkeep.ts");
  const { lociDir, clock } = vault;
  await vault.checkStillThere();
  const lock = createVaultLock(lociDir, { clock, name: "upkeep", waitMs: 2_000 });
  const tidied = {
    ...vault,
    model: () => chooseModels(vault).patient,
    uses: (await conversations.ifThere())?.db.sessions.lastUses() ?? new Map(),
    maxShare: 0.1,
  };
  return lock(() => runUpkeep(tidied, viewerOn(vault, viewer), request));
}

/**
 * Runs upkeep each night at the time that the settings say, and at once where a night was slept through. Of several
 * devices of one vault only the keeper does: undefined on the others, and where it is switched off. Closing waits for a
 * run that is going on.
 */
export async function keepUpkeep(
  vault: OpenVault,
  conversations: LazyConversations,
  onRun: (run: UpkeepRun) => void,
): Promise<{ close(): Promise<void> } | undefined> {
  const { settings, now, report } = vault;
  const { timezone, upkeep } = settings;
  if (!upkeep.enabled || !(await isKeeper(vault))) return undefined;
  const stamp = join(vault.lociDir, "upkeep-ran");
  let running = Promise.resolve();
  const tonight = (): Promise<void> => {
    const run = () => {
      noteRan(stamp, now());
      return runNow(vault, conversations);
    };
    const failed = (error: unknown) => report(`Cannot do tonight's upkeep: ${messageOf(error)}`);
    running = running.then(run).then(onRun).catch(failed);
    return running;
  };
  const [hour, minute] = upkeep.at.split(":").map(Number);
  const nightly = { protect: true, unref: true, ...(timezone && { timezone }) };
  const job = new Cron(`${minute} ${hour} * * *`, nightly, tonight);
  const ran = statSync(stamp, { throwIfNoEntry: false })?.mtime;
  const due = ran === undefined ? null : job.nextRun(ran);
  if (ran === undefined) noteRan(stamp, now()); // The first night is the coming one.
  if (due !== null && due.getTime() <= now()) void tonight();
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
