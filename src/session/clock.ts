import { readFileSync } from "node:fs";
import { uptime } from "node:os";

/** A clock that may be wrong (the board has no battery for it) beside one that is never adjusted. */
export interface Clock {
  /** Wall time, ms since the epoch: 1970 until the network gave the time, and it may jump. */
  now(): number;
  /** Ms since the machine started, its sleep included; the same for all processes. */
  uptime(): number;
  /** Names this run of the machine; one that was only guessed begins with `~`. */
  readonly boot: string;
}

/** When something happened, as it is stored. */
export interface Timestamp {
  readonly wall: number;
  readonly up: number;
  readonly boot: string;
}

/** What is known of a run of the machine. */
export interface Boot {
  /** Wall time minus uptime, as last seen with a plausible wall: corrects what was stored before the time was known. */
  readonly shift: number;
  /** The latest uptime seen. */
  readonly up: number;
}

export interface Elapsed {
  readonly ms: number;
  /** false: no clock can measure it; at least `ms` went by. */
  readonly known: boolean;
}

/** The clock of this machine; `now` is the wall. */
export function systemClock(now: () => number): Clock {
  const up = (): number => Math.round(uptime() * 1000);
  return { now, uptime: up, boot: kernelBoot() ?? guessedBoot(now() - up()) };
}

/** The present of a clock. Never negative, whatever the clock says. */
export function readTimestamp(clock: Clock): Timestamp {
  const whole = (ms: number): number => Math.max(0, Math.round(ms));
  return { wall: whole(clock.now()), up: whole(clock.uptime()), boot: clock.boot };
}

/** Before this no Loci can have run: a wall that says so has not been set yet. */
const firstPlausible = Date.UTC(2024, 0, 1);

export const isPlausible = (wall: number): boolean => wall >= firstPlausible;

/**
 * How long ago a stored moment was. Within one boot by the uptime, which no adjustment moves. Across boots by the wall;
 * where either wall cannot be right, all that is known is that this boot has lasted since.
 */
export function elapsedSince(
  moment: Timestamp,
  now: Timestamp,
  boots: ReadonlyMap<string, Boot>,
): Elapsed {
  if (isSameBoot(moment, now)) return { ms: now.up - moment.up, known: true };
  const atLeast = isGuessed(moment) || isGuessed(now) || moment.boot === now.boot ? 0 : now.up;
  const then = plausibleWall(moment, boots);
  const known = then !== undefined && now.wall >= Math.max(then, latestWall(boots, now.boot));
  return known ? { ms: Math.max(now.wall - then, atLeast), known } : { ms: atLeast, known };
}

/** The wall time that a stored moment had, as well as it can be known now. */
export function wallOf(
  moment: Timestamp,
  now: Timestamp,
  boots: ReadonlyMap<string, Boot>,
): number {
  if (isSameBoot(moment, now)) {
    const corrected = Math.max(0, now.wall - (now.up - moment.up));
    if (isPlausible(moment.wall) && Math.abs(corrected - moment.wall) < 2_000) return moment.wall; // Roundings apart.
    return isPlausible(corrected) ? corrected : Math.max(corrected, moment.wall);
  }
  const known = plausibleWall(moment, boots);
  if (known !== undefined) return known;
  const bounds = [now.wall, latestWall(boots, undefined)].filter(isPlausible);
  return bounds.length === 0 ? moment.wall : Math.min(...bounds);
}

/** A container may be given a new uptime under the same boot id: then the uptimes cannot be compared. */
const isSameBoot = (moment: Timestamp, now: Timestamp): boolean =>
  moment.boot === now.boot && moment.up <= now.up;

const isGuessed = ({ boot }: Timestamp): boolean => boot.startsWith("~");

function plausibleWall(moment: Timestamp, boots: ReadonlyMap<string, Boot>): number | undefined {
  const boot = boots.get(moment.boot);
  const corrected = boot === undefined ? 0 : boot.shift + moment.up;
  return [corrected, moment.wall].find(isPlausible);
}

/** The latest wall time that is known of other boots than this one: a wall before it is wrong. */
function latestWall(boots: ReadonlyMap<string, Boot>, besides: string | undefined): number {
  let latest = 0;
  for (const [id, { shift, up }] of boots) {
    if (id !== besides) latest = Math.max(latest, shift + up);
  }
  return latest;
}

function kernelBoot(): string | undefined {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim() || undefined;
  } catch {
    return undefined; // Not Linux: the boot is identified by its time.
  }
}

/** By the minute of its start, roughly; where two processes round it differently, the wall decides between them. */
const guessedBoot = (started: number): string => `~${Math.round(started / 600_000)}`;
