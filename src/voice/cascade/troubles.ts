import { LociError, messageOf } from "../../errors.ts";
import type { PhraseName } from "../../language/types/phrases.ts";
import type { VoicePart, VoiceTrouble } from "../voice-event.ts";
import type { CascadeRun } from "./cascade.ts";

/** Tells of each part that fails once, until it works again; aloud too where that helps. */
export class Troubles {
  readonly #run: CascadeRun;
  readonly #broken = new Map<VoicePart, VoiceTrouble>();

  constructor(run: CascadeRun) {
    this.#run = run;
  }

  /** What does not work now. */
  list(): readonly VoiceTrouble[] {
    return [...this.#broken.values()];
  }

  /** True if the part was working. */
  report(part: VoicePart, error: unknown, code = codeOf(error)): boolean {
    if (this.#broken.has(part)) return false;
    const trouble = { type: "trouble", part, code, message: messageOf(error) } as const;
    this.#broken.set(part, trouble);
    this.#run.emit(trouble);
    this.#say(part, "trouble");
    return true;
  }

  mend(part: VoicePart): void {
    if (!this.#broken.delete(part)) return;
    this.#run.emit({ type: "mended", part });
    this.#say(part, "mended");
  }

  /** For a part that tells of failures itself, and of none when it works again. */
  tell(part: VoicePart, error: LociError | undefined): void {
    if (error === undefined) this.mend(part);
    else this.report(part, error);
  }

  /** What a part throws is its trouble. */
  attempt<T>(part: VoicePart, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.report(part, error);
      return undefined;
    }
  }

  #say(part: VoicePart, type: "trouble" | "mended"): void {
    const { mouth, ports, signal } = this.#run;
    const name = phraseFor(part, type, ports.synthesizers.length > 1);
    if (name === undefined || signal.aborted) return;
    const isDeaf = part === "microphone" && type === "trouble";
    // A turn that is not understood yet would be taken for one that was said over the phrase.
    void mouth.phrase(name, {}, isDeaf ? {} : { whenQuiet: () => this.#run.whenQuiet() });
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof LociError)) return "INTERNAL";
  const { reason } = error.data;
  return typeof reason === "string" ? reason : error.code;
}

/** The phrase to say when a part fails or works again; undefined if none is needed. */
function phraseFor(
  part: VoicePart,
  type: "trouble" | "mended",
  hasOtherVoice: boolean,
): PhraseName | undefined {
  if (part === "microphone") return type === "trouble" ? "cannot_hear" : "hears_again";
  if (type === "mended") return undefined;
  if (part === "transcriber") return "transcriber_gone";
  if (part === "wake") return "wake_gone";
  if (part === "live voice") return "voice_gone";
  return part === "synthesizer" && hasOtherVoice ? "voice_gone" : undefined;
}
