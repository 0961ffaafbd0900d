/**
 * Of the files in `conversations/`, those whose day (at the start of their names) is more than so many days before
 * today; files of another name are not ours, and stay. Pure.
 */
export function staleTranscripts(
  paths: readonly string[],
  { today, retentionDays }: { readonly today: string; readonly retentionDays: number },
): readonly string[] {
  const now = Date.parse(`${today}T00:00:00Z`);
  return paths.filter((path) => {
    const day = /^conversations\/(\d{4}-\d\d-\d\d)-[A-Za-z0-9-]+\.md$/.exec(path)?.[1];
    if (day === undefined) return false;
    return now - Date.parse(`${day}T00:00:00Z`) > retentionDays * 86_400_000;
  });
}
