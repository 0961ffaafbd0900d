import type { Transcript } from "../../../models/transcribe.ts";
import type { NotTaken } from "../../voice-event.ts";
import type { HeardSound } from "../ear/ear.ts";

/** Whether something was said to the agent, and what. */
export type Verdict =
  /** `text` is without its name; '' where only its name was said. */
  | { readonly taken: true; readonly text: string }
  | { readonly taken: false; readonly why: NotTaken };

/** The gates, as `src/voice/hearing/` has them. */
export interface Gates {
  readonly isInvented: (text: string, speechMs: number) => boolean;
  readonly isOwnVoice: (text: string) => boolean;
  readonly isAddressed: (text: string) => { readonly addressed: boolean; readonly text: string };
  /** How sure the transcriber has to be of these words. */
  readonly minConfidence: (text: string) => number;
}

/** What is known before anybody transcribes it; undefined where it is worth it. Pure. */
export function judgeSound(
  { utterance, isAsked }: HeardSound,
  isNoise: (utterance: HeardSound["utterance"]) => boolean,
): NotTaken | undefined {
  if (utterance.reason === "max") return "endless";
  // A held button leaves no gap to measure how loud the room is.
  return !isAsked && isNoise(utterance) ? "noise" : undefined;
}

/** Whether what was heard is taken. "Unclear" comes last: only addressed speech is asked for again. Pure. */
export function judge(
  { utterance, isAsked }: HeardSound,
  transcript: Transcript,
  gates: Gates,
): Verdict {
  const text = transcript.text.trim();
  if (text === "") return { taken: false, why: "empty" };
  if (gates.isInvented(text, utterance.speechMs)) return { taken: false, why: "invented" };
  if (!isAsked && gates.isOwnVoice(text)) return { taken: false, why: "own_voice" };
  const found = gates.isAddressed(text);
  if (!isAsked && !found.addressed) return { taken: false, why: "not_addressed" };
  const { confidence } = transcript;
  const said = (found.addressed ? found.text : text).trim();
  if (confidence !== null && confidence < gates.minConfidence(said)) {
    return { taken: false, why: "unclear" };
  }
  return { taken: true, text: said };
}
