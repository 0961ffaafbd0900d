import { LociError, messageOf } from "../errors.ts";
import type { VoiceEvent, VoicePart } from "./voice-event.ts";

/** Tracks which parts have failed, so that each failure is reported once until the part works again. */
export interface Troubles {
  /** Records a failure; true if the part was working. */
  report(part: VoicePart, error: unknown, code?: string): boolean;
  /** Records that the part works; true if it had failed. */
  mend(part: VoicePart): boolean;
}

/** `onNews` is called with each reported change, so that it can be spoken. */
export function createTroubles(
  emit: (event: VoiceEvent) => void,
  onNews: (part: VoicePart, type: "trouble" | "mended") => void,
): Troubles {
  const broken = new Set<VoicePart>();
  return {
    report(part, error, code = codeOf(error)) {
      if (broken.has(part)) return false;
      broken.add(part);
      emit({ type: "trouble", part, code, message: messageOf(error) });
      onNews(part, "trouble");
      return true;
    },
    mend(part) {
      if (!broken.delete(part)) return false;
      emit({ type: "mended", part });
      onNews(part, "mended");
      return true;
    },
  };
}

function codeOf(error: unknown): string {
  if (!(error instanceof LociError)) return "INTERNAL";
  const { reason } = error.data;
  return typeof reason === "string" ? reason : error.code;
}
