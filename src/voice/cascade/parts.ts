import { LociError, messageOf } from "../../errors.ts";
import type { PhraseName } from "../../language/phrases.ts";
import type { VoicePart, VoiceTrouble } from "../voice-event.ts";
import type { Cascade } from "./cascade.ts";

/** Tells of each part that fails once, until it works again; aloud too where that helps. */
export class Parts {
  readonly #run: Cascade;
  readonly #broken = new Map<VoicePart, VoiceTrouble>();

  constructor(run: Cascade) {
    this.#run = run;
  }

  /** What does not work now. */
  troubles(): readonly VoiceTrouble[] {
    return [...this.#broken.values()];
  }

  /** True if the part was working. */
  report(part: VoicePart, error: unknown): boolean {
    if (this.#broken.has(part)) return false;
    const code = codeOf(error);
    const trouble = { type: "trouble", part, code, message: messageOf(error) } as const;
    this.#broken.set(part, trouble);
    this.#run.emit(trouble);
    const hasOtherVoice = this.#run.ports.synthesizers.length > 1;
    if (part !== "synthesizer" || hasOtherVoice) this.#say(part, phraseOf[part]);
    return true;
  }

  mend(part: VoicePart): void {
    if (!this.#broken.delete(part)) return;
    this.#run.emit({ type: "mended", part });
    if (part === "microphone") this.#say(part, "hears_again");
  }

  /** For a part that tells of failures itself, and of none when it works again. */
  tell(part: VoicePart, error: LociError | undefined): void {
    if (error === undefined) this.mend(part);
    else this.report(part, error);
  }

  #say(part: VoicePart, name: PhraseName | undefined): void {
    const { mouth, signal } = this.#run;
    if (name === undefined || signal.aborted) return;
    const isDeaf = part === "microphone" && this.#broken.has(part);
    // A turn that is not understood yet would be taken for one that was said over the phrase.
    void mouth.phrase(name, {}, isDeaf ? {} : { whenQuiet: () => this.#run.whenQuiet() });
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof LociError)) return "INTERNAL";
  const { reason } = error.data;
  return typeof reason === "string" ? reason : error.code;
}

/** What is said when a part fails. */
const phraseOf: { readonly [part in VoicePart]?: PhraseName } = {
  microphone: "cannot_hear",
  transcriber: "transcriber_gone",
  wake: "wake_gone",
  "live voice": "voice_gone",
  synthesizer: "voice_gone",
};
