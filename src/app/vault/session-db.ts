import { localTime } from "../../memory/local-time.ts";
import type { SessionDb } from "../../session/open-session-db.ts";
import { openSessionDb } from "../../session/open-session-db.ts";
import type { OpenVault } from "./open-vault.ts";

/** Opens the conversations of this device. Throws LociError SESSION_FAILED or BUSY. */
export function openConversations({ lociDir, settings, now, report }: OpenVault): SessionDb {
  const { session, privacy } = settings;
  const digestedHours = privacy.retentionDays * 24;
  return openSessionDb({
    lociDir,
    now,
    report,
    settings: { ...session, digestedHours, anonymize: privacy.anonymize === "all" },
    saveRecalledContext: privacy.saveRecalledContext,
    inMemory: !privacy.enabled,
    dayOf: (ms) => localTime(ms, settings.timezone).slice(0, 10),
  });
}
