/** Failures of models lately, in this process: what the guard goes by. */
export interface ModelErrors {
  /** `model`: as the settings name it, whatever its server calls it. */
  note(model: string, reason: string): void;
  /** The failures of a model within the last `withinMs`, newest first. */
  of(
    model: string,
    withinMs: number,
  ): readonly { readonly ageMs: number; readonly reason: string }[];
}

/** More than any guard asks about. */
const maxKept = 200;

/** `now`: ms. */
export function createModelErrors(now: () => number): ModelErrors {
  const errors: { readonly model: string; readonly reason: string; readonly at: number }[] = [];
  return {
    note(model, reason) {
      errors.unshift({ model, reason, at: now() });
      errors.splice(maxKept);
    },
    of: (model, withinMs) =>
      errors
        .filter((error) => error.model === model)
        .map(({ at, reason }) => ({ ageMs: now() - at, reason }))
        .filter(({ ageMs }) => ageMs <= withinMs),
  };
}
