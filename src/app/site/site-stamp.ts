import { statSync } from "node:fs";
import { join } from "node:path";

/**
 * Differs when something changed that a site shows and no watcher of notes reports: a commit, the settings, the day.
 * `time` is local, `YYYY-MM-DDT…`.
 */
export function siteStamp(root: string, time: string): string {
  const places = [
    "loci.yaml",
    ".loci/device.yaml",
    ".git/HEAD",
    ".git/refs/heads",
    ".git/logs/HEAD",
  ];
  const times = places.map(
    (place) => statSync(join(root, place), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return [time.slice(0, 10), ...times].join(" ");
}
