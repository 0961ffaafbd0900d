import { joinRuns } from "./merge-order.ts";
import type { Unit } from "./to-units.ts";

type Run = readonly string[];

/**
 * Two runs of units that were added at one place: what stands before any heading by date, then the new sections,
 * the deeper ones first, so that none gets into another.
 */
export function joinAdded(a: Run, b: Run, unitOf: (id: string) => Unit | undefined): string[] {
  const [headA, headB] = [headingAt(a, unitOf), headingAt(b, unitOf)];
  const before = joinEntries(a.slice(0, headA), b.slice(0, headB), unitOf);
  const [restA, restB] = [a.slice(headA), b.slice(headB)];
  const [depthA, depthB] = [restA, restB].map((run) => unitOf(run[0] ?? "")?.depth ?? 0);
  if (depthA === depthB || depthA === undefined || depthB === undefined) {
    return [...before, ...joinRuns(restA, restB)];
  }
  return depthA > depthB ? [...before, ...restA, ...restB] : [...before, ...restB, ...restA];
}

function headingAt(run: Run, unitOf: (id: string) => Unit | undefined): number {
  const at = run.findIndex((id) => unitOf(id)?.kind === "heading");
  return at < 0 ? run.length : at;
}

/** Entries by date; those of one day, and what is not an entry, stay together. */
function joinEntries(a: Run, b: Run, unitOf: (id: string) => Unit | undefined): string[] {
  if (a.length === 0 || b.length === 0) return [...a, ...b];
  const isEntry = (id: string): boolean => unitOf(id)?.kind === "entry";
  if (![...a, ...b].every(isEntry)) return joinRuns(a, b);
  const [left, right] = [a, b].map((run) => byDay(run, unitOf));
  const joined: string[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [x, y] = [left?.[i], right?.[j]];
    if (x === undefined && y === undefined) return joined;
    const isX = y === undefined || (x !== undefined && x.sortKey <= y.sortKey);
    if (isX) i++;
    else j++;
    joined.push(...((isX ? x : y)?.ids ?? []));
  }
}

interface Day {
  readonly sortKey: string;
  readonly ids: string[];
}

/** Stretches of one day; undated entries belong to the day above them. */
function byDay(run: Run, unitOf: (id: string) => Unit | undefined): Day[] {
  const days: Day[] = [];
  let open: string | undefined;
  for (const id of run) {
    const unit = unitOf(id);
    const date = unit?.entry?.entry.date;
    const day = days.at(-1);
    if (day !== undefined && (date === undefined || date === open)) day.ids.push(id);
    else {
      days.push({ sortKey: `${date ?? ""} ${unit?.key ?? ""}`, ids: [id] });
      open = date;
    }
  }
  return days;
}
