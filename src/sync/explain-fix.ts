import { LociError } from "../errors.ts";

/** Runs work whose failures name apart what to do about them, and puts both into one sentence. */
export async function explainFix<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LociError)) throw error;
    const message = withFix(error.message, error.data.fix);
    if (message === error.message) throw error;
    throw new LociError(error.code, message, { data: error.data, cause: error });
  }
}

/** A sentence with what to do, unless that stands in it already. */
export function withFix(message: string, fix: unknown): string {
  if (typeof fix !== "string" || fix === "" || message.includes(fix)) return message;
  return `${message}; ${fix}`;
}
