import { LociError, messageOf } from "../errors.ts";
import type { VoiceEvent, VoicePart } from "./voice-event.ts";

/** The parts that do not work; each is reported once, until it works again. */
export interface Troubles {
  /** True where it is news. */
  report(part: VoicePart, error: unknown, code?: string): boolean;
  /** True where it did not work before. */
  mend(part: VoicePart): boolean;
}

/** Begins with every part in order; `onNews` is called with each event, to say it aloud. */
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
