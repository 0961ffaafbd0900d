import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Loci } from "../app/loci.ts";
import { withFix } from "../errors.ts";
import { localTime, timeAgo } from "../memory/local-time.ts";
import { usualRhythm } from "../sync/background/syncing.ts";
import { counted } from "./printable.ts";

/** The result of a round of sync. */
export type SyncReport = Awaited<ReturnType<Loci["sync"]["round"]>>;
type SyncState = Awaited<ReturnType<Loci["sync"]["state"]>>;

/** Most file names in a line, and most lines of a kind; the rest is counted. */
const maxNames = 5;
const maxLines = 10;

/** Describes the result of a round, as lines of text. */
export function describeRound(report: SyncReport): string[] {
  const { committed, pulled, pushed, merged, keptBoth, heldBack, remote, branch } = report;
  const counts = Object.entries({ committed, pulled, pushed }).filter(([, count]) => count > 0);
  const done = counts.map(([verb, count]) => `${verb} ${count}`).join(", ");
  const place = remote === null ? branch : `${branch}, ${remote}`;
  const incoming = heldBack.filter(({ isIncoming }) => isIncoming === true);
  const outgoing = heldBack.filter(({ isIncoming }) => isIncoming !== true);
  return [
    done === "" ? "Nothing new." : `${done.charAt(0).toUpperCase()}${done.slice(1)} (${place})`,
    ...(merged.length > 0 ? [`Merged ${nameSome(merged)}`] : []),
    ...some(keptBoth, (text) => (isWhole.test(text) ? text : `Kept both: ${text}`)),
    ...some(outgoing.map(toLine), (text) => `Not committed: ${text}`),
    ...some(incoming.map(toLine), (text) => `Not taken: ${text}`),
  ];
}

/** These are complete sentences already. */
const isWhole =
  /^(?:Forgotten elsewhere|Purged here too, as on another device|Kept here, though another device purged it|Not purged): /;

const toLine = ({ path, reason }: SyncReport["heldBack"][number]): string => `${path}: ${reason}`;

function nameSome(names: readonly string[]): string {
  const more = names.length - maxNames;
  return names.slice(0, maxNames).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** One line per text, at most `maxLines`, plus one for the rest. */
function some(texts: readonly string[], toLine: (text: string) => string): string[] {
  const more = texts.length - maxLines;
  const shown = texts.slice(0, maxLines);
  return [...shown, ...(more > 0 ? [`${more} more (--json names all)`] : [])].map(toLine);
}

/** The result of a round as `loci sync --json` prints it, with the keys in documented order. */
export function roundToJson(report: SyncReport): object {
  const { committed, pulled, pushed, merged, conflicts, head, ...rest } = report;
  const { keptBoth, heldBack, remote, branch } = rest;
  return { committed, pulled, pushed, merged, conflicts, head, keptBoth, heldBack, remote, branch };
}

/** Describes a background round; nothing if it changed nothing. Held-back files are reported elsewhere, once. */
export function describeBackgroundRound(report: SyncReport): string[] {
  const { pulled, pushed, merged, keptBoth } = report;
  const isNews = pulled + pushed + merged.length + keptBoth.length > 0;
  return isNews ? describeRound({ ...report, heldBack: [] }) : [];
}

/** Describes in one line whether and with what the vault is synced in the background. */
export async function describeRemote(loci: Loci, isSyncing: boolean): Promise<string> {
  if (!isSyncing) {
    return existsSync(join(loci.root, ".git"))
      ? "Sync: off (settings sync.enabled, commit.enabled)"
      : `Sync: off, because the vault is not a git repository ("loci init ${loci.root}" makes it one)`;
  }
  const remote = await loci.sync.remoteUrl();
  if (remote === null) {
    return 'Sync: changes are committed on this device; there is no remote yet ("loci sync --remote URL" names one)';
  }
  return `Sync: with ${remote}, every ${usualRhythm.intervalMs / 60_000} min`;
}

/** Describes the state of sync, as lines of text. */
export function describeSyncState(state: SyncState, now: number): string[] {
  const { remote, branch, lastSuccess, failure, heldBack } = state;
  const synced = lastSuccess === null ? "never" : ago(lastSuccess, now);
  return [
    row("Remote", remote ?? noRemote),
    row("Branch", branch),
    ...(remote === null ? [] : [row("Synced", synced)]),
    row("Waiting", waitingOf(state)),
    ...some(heldBack.map(toLine), (text) => row("Held back", text)),
    ...(failure === null ? [] : [row("Failed", failedOf(state, now))]),
  ];
}

const row = (name: string, text: string): string => `${name.padEnd(9)}  ${text}`;

const noRemote = 'none yet: "loci sync --remote URL" names one';

function waitingOf({ ahead, behind, changedFiles, remote, failure }: SyncState): string {
  const when = failure?.reason === "purged" ? "push once the purge is answered" : "push";
  const parts = [
    ...(changedFiles > 0 ? [`${counted(changedFiles, "changed file")} to commit`] : []),
    ...(ahead > 0 && remote !== null ? [`${counted(ahead, "commit")} to ${when}`] : []),
    ...(behind > 0 ? [`${counted(behind, "commit")} to merge`] : []),
  ];
  return parts.length === 0 ? "nothing" : parts.join(", ");
}

function failedOf({ failure, lastAttempt }: SyncState, now: number): string {
  const when = lastAttempt === null ? "" : `${ago(lastAttempt, now)}: `;
  return `${when}${withFix(failure?.message ?? "", failure?.fix)}`;
}

/** Formats a time as "2 minutes ago", or unchanged if that is impossible. */
function ago(time: string, now: number): string {
  const then = Date.parse(time);
  if (Number.isNaN(then)) return time;
  return timeAgo(localTime(then, "UTC"), localTime(now, "UTC")) || time;
}
