import { LociError } from "../../../errors.ts";
import type { TranscribeHints, Transcriber, Transcript } from "../../../models/transcribe.ts";
import { settleWithin } from "../../waiting/settle-within.ts";

/** How hearing something out went. */
export type Transcription =
  | { readonly type: "done"; readonly transcript: Transcript }
  | { readonly type: "failed"; readonly error: unknown }
  | { readonly type: "aborted" };

/** Beyond the transcriber's own limit (ms): one that hangs is not asked twice. */
const longestWait = 90_000;

/** Turns speech into text; what failed is tried once more. Never rejects. */
export async function transcribeTwice(
  transcriber: Transcriber,
  pcm: Int16Array,
  hints: TranscribeHints,
  signal: AbortSignal,
): Promise<Transcription> {
  let error: unknown;
  for (let tries = 1; tries <= 2; tries++) {
    const settled = await settleWithin(
      longestWait,
      (stop) => transcriber.transcribe(pcm, hints, stop),
      signal,
    );
    if (settled.type === "done") return { type: "done", transcript: settled.value };
    if (settled.type === "aborted") return settled;
    if (settled.type === "late") return { type: "failed", error: tooLate(transcriber) };
    error = settled.error;
  }
  return { type: "failed", error };
}

function tooLate({ id }: Transcriber): LociError {
  return new LociError("MODEL_FAILED", `Cannot understand speech with ${id}: it does not answer`, {
    data: { reason: "timeout" },
  });
}
