import { statSync } from "node:fs";
import { join } from "node:path";

/**
 * Differs when something changed that a site shows and no watcher of notes reports: a commit, the settings, the day.
 * `time` is local, `YYYY-MM-DDT…`.
 */
export function siteStamp(root: string, settingsFile: string, time: string): string {
  const places = [
    ...["loci.yaml", ".git/HEAD", ".git/refs/heads", ".git/logs/HEAD"].map((name) =>
      join(root, name),
    ),
    settingsFile,
  ];
  const times = places.map((place) => statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return [time.slice(0, 10), ...times].join(" ");
}
