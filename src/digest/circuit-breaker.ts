import type { ModelErrors } from "../session/model-errors.ts";
import type { Settings } from "../settings/schema.ts";

/**
 * How long the model's memory work still rests (ms), 0 when it may go on: so many failures within some time shut it for
 * a while from the last of them. It opens by itself, on trial: one more failure while the others are young enough shuts
 * it again. A success takes no failure back.
 */
export function restOf(
  errors: ModelErrors,
  model: string,
  { guardEnabled, guardErrors, guardWithinMs, guardRestMs }: Settings["digest"],
): number {
  const ages = errors.agesOf(model);
  const last = ages.find((age, i) => {
    const first = ages[i + guardErrors - 1];
    return first !== undefined && first - age <= guardWithinMs;
  });
  return guardEnabled && last !== undefined ? Math.max(0, guardRestMs - last) : 0;
}
