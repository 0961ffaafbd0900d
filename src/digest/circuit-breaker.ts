import type { ModelErrors } from "../session/model-errors.ts";

/** The settings of the guard. */
export interface GuardSettings {
  readonly guardEnabled: boolean;
  readonly guardErrors: number;
  readonly guardWithinMs: number;
  readonly guardRestMs: number;
}

/** How long a model rests (ms), by its failures of the last `withinMs`: by default all that count. */
export const restOf = (
  errors: ModelErrors,
  model: string,
  settings: GuardSettings,
  withinMs = settings.guardWithinMs + settings.guardRestMs,
): number =>
  guardShutFor(
    errors.of(model, withinMs).map(({ ageMs }) => ageMs),
    settings,
  );

/**
 * How long the model's memory work still rests (ms), 0 when it may go on: so many failures within some time shut it for
 * a while from the last of them. `ages` are those of the failures, newest first. It opens by itself, on trial: one
 * more failure while the others are young enough shuts it again. A success takes no failure back.
 */
export function guardShutFor(
  ages: readonly number[],
  { guardEnabled, guardErrors, guardWithinMs, guardRestMs }: GuardSettings,
): number {
  const last = ages.findIndex((age, i) => {
    const first = ages[i + guardErrors - 1];
    return first !== undefined && first - age <= guardWithinMs;
  });
  const age = ages[last] ?? guardRestMs;
  return guardEnabled ? Math.max(0, guardRestMs - age) : 0;
}
