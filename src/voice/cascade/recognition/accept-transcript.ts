import type { Transcript } from "../../../models/transcribe.ts";
import type { RejectReason } from "../../voice-event.ts";
import type { DetectedUtterance } from "../input/speech-input.ts";

/** Whether an utterance is accepted as a message to the agent. */
export type Verdict =
  /** `text` lacks the agent's name; '' if nothing but the name was said. */
  | { readonly taken: true; readonly text: string }
  | { readonly taken: false; readonly why: RejectReason };

/** The checks, with everything but the text already bound. */
export interface Gates {
  readonly isInvented: (text: string, speechMs: number) => boolean;
  readonly isEcho: (text: string) => boolean;
  readonly isAddressed: (text: string) => { readonly addressed: boolean; readonly text: string };
  /** Lowest confidence (0 to 1) at which these words are accepted. */
  readonly minConfidence: (text: string) => number;
}

/** Rejects an utterance that is not worth transcribing; undefined if it is. Pure. */
export function rejectUntranscribed(
  { utterance, isPushToTalk }: DetectedUtterance,
  isNoise: (utterance: DetectedUtterance["utterance"]) => boolean,
): RejectReason | undefined {
  if (utterance.reason === "max") return "endless";
  // While the button is held there is no silence to measure the noise floor in.
  return !isPushToTalk && isNoise(utterance) ? "noise" : undefined;
}

/** Decides whether a transcript is accepted. "unclear" is checked last: only addressed speech is asked for again. Pure. */
export function acceptTranscript(
  { utterance, isPushToTalk }: DetectedUtterance,
  transcript: Transcript,
  gates: Gates,
): Verdict {
  const text = transcript.text.trim();
  if (text === "") return { taken: false, why: "empty" };
  if (gates.isInvented(text, utterance.speechMs)) return { taken: false, why: "invented" };
  if (!isPushToTalk && gates.isEcho(text)) return { taken: false, why: "own_voice" };
  const found = gates.isAddressed(text);
  if (!isPushToTalk && !found.addressed) return { taken: false, why: "not_addressed" };
  const { confidence } = transcript;
  const said = (found.addressed ? found.text : text).trim();
  if (confidence !== null && confidence < gates.minConfidence(said)) {
    return { taken: false, why: "unclear" };
  }
  return { taken: true, text: said };
}
