import { isCalendarDate } from "../../vault/entry-tokens.ts";

/** The folder of transcripts, in the vault. */
export const transcriptFolder = "conversations";

/** A transcript, by its name. */
export interface NamedTranscript {
  readonly path: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly session: string;
}

/** Of files in `conversations/`, those that Loci wrote, by the form of their names; others are somebody's own. Pure. */
export function namedTranscripts(paths: readonly string[]): readonly NamedTranscript[] {
  return paths.flatMap((path) => {
    const [, day = "", session = ""] = form.exec(path) ?? [];
    return isCalendarDate(day) ? { path, day, session } : [];
  });
}

/** A day, the session's id (a ULID), and a number where it is of a later part of the conversation. */
const form = /^conversations\/(\d{4}-\d\d-\d\d)-([0-7][0-9A-HJKMNP-TV-Z]{25})(?:-\d+)?\.md$/;
