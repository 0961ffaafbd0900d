import type { SpokenCommand } from "../../../language/commands/parse-command.ts";
import { parseCommand } from "../../../language/commands/parse-command.ts";
import type { Transcript } from "../../../models/transcribe.ts";
import { minConfidence } from "../../../session/heard-clearly.ts";
import { isInvented, isNoise } from "../../hearing/gates.ts";
import type { RejectReason } from "../../voice-event.ts";
import type { CascadeParts } from "../dialog/cascade-parts.ts";
import type { TurnQueue } from "../dialog/turn-queue.ts";
import type { DetectedUtterance } from "../input/speech-input.ts";
import { type EchoParts, isAgentEcho, mayBeAgentEcho } from "./echo.ts";

export interface AcceptParts extends EchoParts, Pick<CascadeParts, "attention" | "output"> {
  readonly turnQueue: Pick<TurnQueue, "isBusy">;
}

/** Whether an utterance is accepted as a message to the agent. */
export type Verdict =
  | {
      readonly taken: true;
      /** The message without the agent's name; '' if nothing but the name was said. */
      readonly text: string;
      /** It was said over the agent's speech, and interrupts it. */
      readonly isBargeIn: boolean;
    }
  | {
      readonly taken: false;
      readonly why: RejectReason;
      /** Either a barge-in or the agent's own voice: it interrupts the reply, but is not acted on. */
      readonly maybeBargeIn: boolean;
    };

/** Rejects an utterance that is not worth transcribing; undefined if it is. Pure. */
export function rejectUntranscribed({
  utterance,
  isPushToTalk,
}: DetectedUtterance): RejectReason | undefined {
  if (utterance.reason === "max") return "endless";
  // While the button is held there is no silence to measure the noise floor in.
  return !isPushToTalk && isNoise(utterance) ? "noise" : undefined;
}

/**
 * Decides whether a transcript is accepted. While the agent answers, "stop" needs no name; while it speaks, everything else
 * does. "unclear" is checked after "not_addressed", because only addressed speech is asked for again.
 */
export function acceptTranscript(
  parts: AcceptParts,
  detected: DetectedUtterance,
  { text: transcribed, confidence }: Transcript,
): Verdict {
  const { attention, output, ports } = parts;
  const { utterance, isPushToTalk } = detected;
  const { startSample, endSample, speechMs } = utterance;
  const text = transcribed.trim();
  const isBargeIn = output.isSpeaking && !isPushToTalk && ports.options.bargeIn !== "off";
  // Pressing the button addresses the agent.
  if (isPushToTalk) attention.wake(startSample - 1, endSample);
  const isStop = isStopCommand(parts, detected, text);
  const mayBeEcho = !isPushToTalk && !isStop;

  if (text === "") return rejected("empty");
  if (isInvented(text, speechMs)) return rejected("invented");
  if (mayBeEcho && isAgentEcho(parts, text, startSample)) return rejected("own_voice");
  const message = addressedText(parts, detected, { text, isStop, isBargeIn });
  if (message === undefined) return rejected("not_addressed");
  const least = isStop ? minConfidence / 2 : leastConfidence(parts, message);
  if (confidence !== null && confidence < least) return rejected("unclear");
  if (mayBeEcho && mayBeAgentEcho(parts, text, startSample)) {
    return rejected("own_voice", isBargeIn);
  }
  return { taken: true, text: message, isBargeIn };
}

const commandIn = ({ language }: AcceptParts, text: string): SpokenCommand["type"] | undefined =>
  parseCommand(text, language.current())?.type;

/** True for "stop" while an answer is under way. */
function isStopCommand(
  parts: AcceptParts,
  { utterance, isPushToTalk }: DetectedUtterance,
  text: string,
): boolean {
  if (!parts.turnQueue.isBusy || commandIn(parts, text) !== "stop") return false;
  return isPushToTalk || parts.attention.isNear(utterance);
}

/** Returns the message without the agent's name; undefined if it is not addressed to the agent. */
function addressedText(
  { attention }: AcceptParts,
  { utterance, isPushToTalk }: DetectedUtterance,
  {
    text,
    isStop,
    isBargeIn,
  }: { readonly text: string; readonly isStop: boolean; readonly isBargeIn: boolean },
): string | undefined {
  const found = attention.isAddressed(text, utterance);
  const isNamed = found.text !== text;
  if (isStop || (found.addressed && (isNamed || !isBargeIn))) return found.text.trim();
  return isPushToTalk ? text : undefined;
}

const rejected = (why: RejectReason, maybeBargeIn = false): Verdict => ({
  taken: false,
  why,
  maybeBargeIn,
});

/** Some commands need little confidence because they destroy nothing ("forget" asks first). */
function leastConfidence(parts: AcceptParts, message: string): number {
  const command = commandIn(parts, message);
  const isHarmless =
    command === "help" || command === "repeat" || command === "stop" || command === "forget";
  return isHarmless ? 0.2 : minConfidence;
}
