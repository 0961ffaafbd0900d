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

  /** A part has failed, or works (undefined). True if that is news. */
  tell(part: VoicePart, error: unknown): boolean {
    if (this.#broken.has(part) === (error !== undefined)) return false;
    if (error === undefined) {
      this.#broken.delete(part);
      this.#run.emit({ type: "mended", part });
      if (part === "microphone") void this.#say(part, "hears_again");
      return true;
    }
    const code = codeOf(error);
    const trouble = { type: "trouble", part, code, message: messageOf(error) } as const;
    this.#broken.set(part, trouble);
    this.#run.emit(trouble);
    const hasOtherVoice = this.#run.ports.synthesizers.length > 1;
    if (part !== "synthesizer" || hasOtherVoice) void this.#say(part, phraseOf[part]);
    return true;
  }

  async #say(part: VoicePart, name: PhraseName | undefined): Promise<void> {
    const run = this.#run;
    if (name === undefined) return;
    // A turn that is not understood yet would be taken for one that was said over the phrase.
    if (part !== "microphone" || !this.#broken.has(part)) await run.whenQuiet();
    if (!run.signal.aborted) await run.mouth.phrase(name);
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
