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
  if (![...a, ...b].every((id) => unitOf(id)?.kind === "entry")) return joinRuns(a, b);
  const [left, right] = [byDay(a, unitOf), byDay(b, unitOf)];
  const joined: string[] = [];
  while (left[0] && right[0]) {
    const next = left[0].sortKey <= right[0].sortKey ? left.shift() : right.shift();
    joined.push(...(next?.ids ?? []));
  }
  return [...joined, ...[...left, ...right].flatMap(({ ids }) => ids)];
}

interface Day {
  readonly date: string | undefined;
  readonly sortKey: string;
  readonly ids: string[];
}

/** Stretches of one day; undated entries belong to the day above them. */
function byDay(run: Run, unitOf: (id: string) => Unit | undefined): Day[] {
  const days: Day[] = [];
  for (const id of run) {
    const unit = unitOf(id);
    const date = unit?.entry?.entry.date;
    const day = days.at(-1);
    if (day && (date === undefined || date === day.date)) day.ids.push(id);
    else days.push({ date, sortKey: `${date ?? ""} ${unit?.key ?? ""}`, ids: [id] });
  }
  return days;
}
