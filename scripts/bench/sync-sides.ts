import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Ran, runTimed } from "./processes.ts";

/** Which half of each file a side edits: what lies apart, plain git can merge too. */
export type Side = "first" | "second";

const entriesPerFile = 40;
/** So many lines from the top and from the end: between them always lie some that nobody edits. */
const maxPerFile = 15;

/**
 * Edits lines all over the vault, one in ten of them by adding another below it; the same for the same round. The files look as if they were
 * saved a minute ago, so that nobody waits for an editor to finish. Gives how many lines.
 */
export function editVault(root: string, side: Side, round: number): number {
  const files = topicFiles(root);
  const changes = Math.min(100, files.length * maxPerFile);
  const rounds = Map.groupBy(
    Array.from({ length: changes }, (_, n) => n),
    (n) => files[n % files.length] ?? "",
  );
  for (const [file, numbers] of rounds) {
    const lines = readFileSync(file, "utf8").split("\n");
    const entries = lines.flatMap((line, at) => (line.startsWith("- ") ? [at] : []));
    const added = new Map<number, string>();
    for (const n of numbers) {
      const slot = Math.floor(n / files.length);
      const at = entries.at(side === "first" ? slot : -1 - slot) ?? 0;
      lines[at] = `${lines[at]?.replace(/ · \w+ \d+$/, "")} · ${side} ${round}`;
      if (n % 10 === 0)
        added.set(at, `- Learned on the ${side} side in round ${round}, change ${n}`);
    }
    const next = lines.flatMap((line, at) => [line, ...(added.has(at) ? [added.get(at)] : [])]);
    writeFileSync(file, next.join("\n"));
    const aMinuteAgo = Date.now() / 1000 - 60;
    utimesSync(file, aMinuteAgo, aMinuteAgo);
  }
  return changes;
}

/** Files with enough entries for both halves, in the same order on every side. */
function topicFiles(root: string): string[] {
  return readdirSync(join(root, "topics"))
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => join(root, "topics", name))
    .filter((file) => (readFileSync(file, "utf8").match(/^- /gm)?.length ?? 0) >= entriesPerFile);
}

/** Git would pack in the background, and disturb what is measured next. */
const identity = [
  ...["-c", "user.name=bench", "-c", "user.email=bench@example.org"],
  ...["-c", "gc.auto=0", "-c", "maintenance.auto=false"],
];

/** Plain git in a folder, timed. */
export function git(root: string, ...args: readonly string[]): Promise<Ran> {
  return runTimed(["git", ...identity, "-C", root, ...args]);
}

/** What a person types in place of `loci sync`, in one shell. */
export function gitSync(root: string): Promise<Ran> {
  const script = `
    git add -A
    git diff --cached --quiet || git commit -qm "by hand"
    git fetch -q
    git merge -q --no-edit @{upstream}
    git push -q origin HEAD`;
  const settings = identity.filter((word) => word !== "-c").map((word) => word.split("="));
  const env = settings
    .map(([key, value], n) => `GIT_CONFIG_KEY_${n}=${key} GIT_CONFIG_VALUE_${n}=${value}`)
    .join(" ");
  const count = `GIT_CONFIG_COUNT=${settings.length}`;
  return runTimed(["bash", "-ec", `export ${count} ${env}; cd "$0"; ${script}`, root]);
}
