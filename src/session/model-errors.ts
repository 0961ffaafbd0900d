/** Failures of models lately, in this process: what the guard goes by. */
export type ModelErrors = ReturnType<typeof createModelErrors>;

/** `now`: ms. A model is called as the settings name it, whatever its server calls it. */
export function createModelErrors(now: () => number) {
  let errors: readonly { readonly model: string; readonly at: number }[] = [];
  return {
    note(model: string): void {
      errors = [{ model, at: now() }, ...errors].slice(0, 200); // More than any guard asks about.
    },
    /** How long ago (ms) a model failed, newest first. */
    agesOf: (model: string): readonly number[] =>
      errors.filter((error) => error.model === model).map(({ at }) => now() - at),
  };
}
