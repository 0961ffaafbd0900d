import type { Loci } from "../app/loci.ts";
import { withFix } from "../errors.ts";
import { localTime, timeAgo } from "../memory/local-time.ts";
import { toSentence, usualRhythm } from "../sync/background/syncing.ts";
import { counted } from "./printable.ts";

/** The result of a round of sync. */
export type SyncReport = Awaited<ReturnType<Loci["sync"]["round"]>>;
type SyncState = Awaited<ReturnType<Loci["sync"]["state"]>>;

/** Most lines of a kind; the rest is counted. */
const maxLines = 10;

/** Describes the result of a round, as lines of text. */
export function describeRound(report: SyncReport): string[] {
  const { committed, pulled, pushed, merged, keptBoth, heldBack, remote, branch } = report;
  const counts = Object.entries({ committed, pulled, pushed }).filter(([, count]) => count > 0);
  const done = counts.map(([verb, count]) => `${verb} ${count}`).join(", ");
  const place = remote === null ? branch : `${branch}, ${remote}`;
  return [
    done === "" ? "Nothing new." : `${done.charAt(0).toUpperCase()}${done.slice(1)} (${place})`,
    ...some(merged.map((path) => `Merged ${path}`)),
    ...some(keptBoth.map((text) => (isWhole.test(text) ? text : `Kept both: ${text}`))),
    ...some(heldBack.map(toSentence)),
  ];
}

/** These are complete sentences already. */
const isWhole =
  /^(?:Forgotten elsewhere|Purged here too, as on another device|Kept here, though another device purged it|Not purged): /;

/** At most `maxLines` of the lines, plus one for the rest. */
function some(lines: readonly string[]): readonly string[] {
  const more = lines.length - maxLines;
  return more > 0 ? [...lines.slice(0, maxLines), `${more} more (--json names all)`] : lines;
}

/** Describes a background round; nothing if it changed nothing. Held-back files are reported elsewhere, once. */
export function describeBackgroundRound(report: SyncReport): string[] {
  const { pulled, pushed, merged, keptBoth } = report;
  const isNews = pulled + pushed + merged.length + keptBoth.length > 0;
  return isNews ? describeRound({ ...report, heldBack: [] }) : [];
}

/** Describes in one line whether and with what the vault is synced in the background. */
export async function describeRemote({ root, sync }: Loci, isSyncing: boolean): Promise<string> {
  if (!isSyncing) {
    return `Sync: off (settings sync.enabled, commit.enabled; or no git repository: "loci init ${root}" makes one)`;
  }
  const remote = await sync.remoteUrl();
  if (remote !== null) return `Sync: with ${remote}, every ${usualRhythm.intervalMs / 60_000} min`;
  return `Sync: changes are committed on this device; there is no remote yet (${howToName})`;
}

const howToName = '"loci sync --remote URL" names one';

/** Describes the state of sync, as lines of text. */
export function describeSyncState(state: SyncState, now: number): string[] {
  const { remote, branch, lastSuccess, lastAttempt, failure, heldBack } = state;
  const rows: [name: string, text: string][] = [
    ["Remote", remote ?? `none yet: ${howToName}`],
    ["Branch", branch],
  ];
  if (remote !== null)
    rows.push(["Synced", lastSuccess === null ? "never" : ago(lastSuccess, now)]);
  rows.push(["Waiting", waitingOf(state)]);
  for (const line of some(heldBack.map(({ path, reason }) => `${path}: ${reason}`))) {
    rows.push(["Held back", line]);
  }
  if (failure !== null) {
    const when = lastAttempt === null ? "" : `${ago(lastAttempt, now)}: `;
    rows.push(["Failed", `${when}${withFix(failure.message, failure.fix)}`]);
  }
  return rows.map(([name, text]) => `${name.padEnd(9)}  ${text}`);
}

function waitingOf({ ahead, behind, changedFiles, remote, failure }: SyncState): string {
  const when = failure?.reason === "purged" ? "push once the purge is answered" : "push";
  const parts = [
    changedFiles > 0 ? `${counted(changedFiles, "changed file")} to commit` : "",
    ahead > 0 && remote !== null ? `${counted(ahead, "commit")} to ${when}` : "",
    behind > 0 ? `${counted(behind, "commit")} to merge` : "",
  ];
  return parts.filter((part) => part !== "").join(", ") || "nothing";
}

/** Formats a time as "2 minutes ago", or unchanged if that is impossible. */
function ago(time: string, now: number): string {
  const then = Date.parse(time);
  if (Number.isNaN(then)) return time;
  return timeAgo(localTime(then, "UTC"), localTime(now, "UTC")) || time;
}
