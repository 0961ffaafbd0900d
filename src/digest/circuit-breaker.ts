import type { ModelErrors } from "../session/model-errors.ts";

/** The settings of the guard. */
export interface GuardSettings {
  readonly guardEnabled: boolean;
  readonly guardErrors: number;
  readonly guardWithinMs: number;
  readonly guardRestMs: number;
}

/** A model whose memory work rests. */
export interface RestingModel {
  readonly model: string;
  /** Ms since it was shut, and until it opens. */
  readonly sinceMs: number;
  readonly forMs: number;
  /** The last failure. */
  readonly reason: string;
}

/** The models that rest now. */
export function restingModels(errors: ModelErrors, settings: GuardSettings): RestingModel[] {
  const withinMs = settings.guardWithinMs + settings.guardRestMs;
  return errors.models(withinMs).flatMap((model) => {
    const found = errors.of(model, withinMs);
    const [last] = found;
    const ages = found.map(({ ageMs }) => ageMs);
    const forMs = guardShutFor(ages, settings);
    if (last === undefined || forMs === 0) return [];
    return [{ model, sinceMs: settings.guardRestMs - forMs, forMs, reason: last.reason }];
  });
}

/** How long a model rests, by its failures of the last `withinMs`, all that count. */
export function restOf(
  errors: ModelErrors,
  model: string,
  settings: GuardSettings,
  withinMs = settings.guardWithinMs + settings.guardRestMs,
): number {
  const ages = errors.of(model, withinMs).map(({ ageMs }) => ageMs);
  return guardShutFor(ages, settings);
}

/**
 * How long the model's memory work still rests (ms), 0 when it may go on: so many failures within some time shut it for
 * a while from the last of them. `ages` are those of the failures, newest first. It opens by itself, on trial: one
 * more failure while the others are young enough shuts it again. A success takes no failure back.
 */
export function guardShutFor(
  ages: readonly number[],
  { guardEnabled, guardErrors, guardWithinMs, guardRestMs }: GuardSettings,
): number {
  if (!guardEnabled) return 0;
  for (const [i, age] of ages.entries()) {
    if (age >= guardRestMs) return 0;
    const first = ages[i + guardErrors - 1];
    if (first !== undefined && first - age <= guardWithinMs) return guardRestMs - age;
  }
  return 0;
}
