import { expect } from "vitest";
import { LociError } from "../../src/errors.ts";

/** The error, checked for what every error must be: ours, of one sentence, and without the key anywhere in it. */
export async function failureOf(work: Promise<unknown>, key: string): Promise<LociError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LociError)) throw new Error(`not a LociError: ${String(error)}`);
  expect(error.code).toBe("EMBEDDING_FAILED");
  checkFailure(error, key);
  return error;
}

/** Checks what every error of a server must be: of one sentence, and without the key anywhere in it. */
export function checkFailure(error: LociError, key: string): void {
  const everything = [error.message, error.stack, JSON.stringify(error.data), String(error.cause)];
  expect(everything.join("\n")).not.toContain(key);
  expect(
    JSON.stringify(error.cause ?? {}, Object.getOwnPropertyNames(error.cause ?? {})),
  ).not.toContain(key);
  expect(error.message).not.toMatch(/\n|\.$/);
}
