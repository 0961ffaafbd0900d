import type { LociError } from "../errors.ts";
import { modelError } from "./model-error.ts";
import type { ModelServer } from "./server-failure.ts";
import { toSynthesizerError } from "./synthesizer-error.ts";

/**
 * Why a server does not speak, found out within so long (ms). `look` resolves with what its model or voice lacks, and may
 * throw whatever asking a server throws.
 */
export async function probeSynthesizer(
  server: ModelServer,
  ms: number,
  look: (signal: AbortSignal) => Promise<string | undefined>,
): Promise<LociError | undefined> {
  const deadline = AbortSignal.timeout(ms);
  try {
    const state = await look(deadline);
    return state === undefined ? undefined : modelError(server, { reason: "model", state });
  } catch (error) {
    if (!deadline.aborted) return toSynthesizerError(server, error);
    const state = `no answer within ${ms} ms; look whether the server is busy or down`;
    return modelError(server, { reason: "timeout", state }, error);
  }
}
