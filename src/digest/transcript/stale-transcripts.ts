import { type NamedTranscript, namedTranscripts } from "./named-transcripts.ts";

/** Of the files in `conversations/`, the transcripts of more days ago than are kept. Pure. */
export function staleTranscripts(
  paths: readonly string[],
  { today, retentionDays }: { readonly today: string; readonly retentionDays: number },
): readonly NamedTranscript[] {
  const now = Date.parse(`${today}T00:00:00Z`);
  return namedTranscripts(paths).filter(
    ({ day }) => now - Date.parse(`${day}T00:00:00Z`) > retentionDays * 86_400_000,
  );
}
