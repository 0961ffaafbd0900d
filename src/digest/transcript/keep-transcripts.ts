import { lstatSync, readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { isCalendarDate } from "../../vault/calendar-date.ts";
import type { Lock } from "../../vault/lock.ts";
import { resolveInVault, toTopicPath } from "../../vault/paths.ts";

/** A vault with transcripts in it. */
export interface TranscriptVault {
  readonly root: string;
  readonly lock: Lock;
}

/** A transcript, by its name. */
export interface NamedTranscript {
  readonly path: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly session: string;
}

/** Removes transcripts that have outlived the setting; `today` is `YYYY-MM-DD`. */
export async function sweepTranscripts(
  vault: TranscriptVault,
  { today, retentionDays }: { readonly today: string; readonly retentionDays: number },
): Promise<void> {
  const isStale = ({ day }: NamedTranscript): boolean =>
    Date.parse(today) - Date.parse(day) > retentionDays * 86_400_000;
  if (transcriptsIn(vault).some(isStale)) await removeTranscripts(vault, isStale);
}

/** Removes the transcripts that are meant; returns those that went. */
export const removeTranscripts = async (
  vault: TranscriptVault,
  isMeant: (transcript: NamedTranscript) => boolean,
): Promise<readonly NamedTranscript[]> =>
  vault.lock(() => {
    const meant = transcriptsIn(vault).filter(isMeant);
    for (const { path } of meant) unlinkSync(resolveInVault(vault.root, toTopicPath(path)));
    return meant;
  });

/** The transcripts that a session left. */
export const transcriptsOf = (vault: Pick<TranscriptVault, "root">, session: string): string[] =>
  transcriptsIn(vault).flatMap((one) => (one.session === session ? one.path : []));

/** A day, the session's id (a ULID), and a number where it is of a later part of the conversation. */
const form = /^(\d{4}-\d\d-\d\d)-([0-7][0-9A-HJKMNP-TV-Z]{25})(?:-\d+)?\.md$/;

/** Those that Loci wrote, by the form of their names; others are the person's. Nothing is removed through a link. */
function transcriptsIn({ root }: Pick<TranscriptVault, "root">): readonly NamedTranscript[] {
  const folder = join(root, "conversations");
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((file) => {
    const [, day = "", session = ""] = form.exec(file.name) ?? [];
    if (!file.isFile() || !isCalendarDate(day)) return [];
    return [{ path: `conversations/${file.name}`, day, session }];
  });
}
