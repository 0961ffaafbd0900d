import { expect } from "vitest";
import { LociError } from "../../src/errors.ts";

/** The error, checked for what every error must be: ours, of one sentence, and without the key anywhere in it. */
export async function failureOf(
  work: Promise<unknown>,
  key = "sk-secret",
  code = "MODEL_FAILED",
): Promise<LociError> {
  const error: unknown = await work.then(
    () => "it worked",
    (reason: unknown) => reason,
  );
  if (!(error instanceof LociError)) throw new Error(`not a LociError: ${String(error)}`);
  const { message, stack, data, cause } = error;
  const everything = [message, stack, JSON.stringify(data), String(cause)];
  for (const name of Object.getOwnPropertyNames(cause ?? {})) everything.push(Object(cause)[name]);
  expect(everything.join("\n")).not.toContain(key);
  expect(message).not.toMatch(/\n|\.$/);
  expect(error.code).toBe(code);
  return error;
}
