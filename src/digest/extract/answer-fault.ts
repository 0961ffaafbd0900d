import { z } from "zod";

/** What is wrong with a model's answer, in words that hold none of its own: they go into prompts and reports. */
export function answerFault(error: unknown): string {
  if (error instanceof z.ZodError) {
    const fault = z.prettifyError(error).replace(/(Unrecognized keys?): .*/g, "$1");
    return fault.slice(0, 1_000);
  }
  const place = / at position \d+/.exec(error instanceof Error ? error.message : "")?.[0] ?? "";
  return `It is not JSON${place}`;
}
