import {
  parseAnswer,
  parseCommand,
  type SpokenCommand,
} from "../../language/commands/parse-command.ts";
import type { Transcript } from "../../models/transcribe.ts";
import { minConfidence } from "../../session/heard-clearly.ts";
import { findName } from "../hearing/find-name.ts";
import { echoShare, isEcho, isInvented, isNoise } from "../hearing/gates.ts";
import type { RejectReason } from "../voice-event.ts";
import type { CascadeRun } from "./cascade.ts";
import type { DetectedUtterance } from "./ear.ts";

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

/** Why an utterance is not worth transcribing; undefined if it is. */
export function rejectUntranscribed({
  utterance,
  isPushToTalk,
}: DetectedUtterance): RejectReason | undefined {
  if (utterance.reason === "max") return "endless";
  // While the button is held there is no silence to measure the noise floor in.
  return !isPushToTalk && isNoise(utterance) ? "noise" : undefined;
}

/**
 * Decides whether a transcript is accepted. While the agent answers, "stop" needs no name; while it speaks, everything
 * else does. "unclear" is checked after "not_addressed", because only addressed speech is asked for again.
 */
export function judge(
  run: CascadeRun,
  detected: DetectedUtterance,
  { text: transcribed, confidence }: Transcript,
): Verdict {
  const { utterance, isPushToTalk } = detected;
  const { startSample, endSample, speechMs } = utterance;
  const text = transcribed.trim();
  const isBargeIn = run.mouth.isSpeaking && !isPushToTalk && run.ports.options.bargeIn !== "off";
  // Pressing the button addresses the agent.
  if (isPushToTalk) run.attention.wake(startSample - 1, endSample);
  const isStop = isStopCommand(run, detected, text);
  const mayBeEcho = !isPushToTalk && !isStop;

  if (text === "") return rejected("empty");
  if (isInvented(text, speechMs)) return rejected("invented");
  if (mayBeEcho && isOwnVoice(run, text, startSample)) return rejected("own_voice");
  const message = addressedText(run, detected, { text, isStop, isBargeIn });
  if (message === undefined) return rejected("not_addressed");
  const least = isStop ? minConfidence / 2 : leastConfidence(run, message);
  if (confidence !== null && confidence < least) return rejected("unclear");
  if (mayBeEcho && mayBeOwnVoice(run, text, startSample)) return rejected("own_voice", isBargeIn);
  return { taken: true, text: message, isBargeIn };
}

const rejected = (why: RejectReason, maybeBargeIn = false): Verdict => ({
  taken: false,
  why,
  maybeBargeIn,
});

const commandIn = (run: CascadeRun, text: string): SpokenCommand["type"] | undefined =>
  parseCommand(text, run.language.now)?.type;

/** True for "stop" while an answer is under way. */
function isStopCommand(
  run: CascadeRun,
  { utterance, isPushToTalk }: DetectedUtterance,
  text: string,
): boolean {
  if (!run.dialog.isBusy || commandIn(run, text) !== "stop") return false;
  return isPushToTalk || run.attention.isNear(utterance);
}

/** The message without the agent's name; undefined if it is not addressed to the agent. */
function addressedText(
  { attention }: CascadeRun,
  { utterance, isPushToTalk }: DetectedUtterance,
  said: { readonly text: string; readonly isStop: boolean; readonly isBargeIn: boolean },
): string | undefined {
  const { text, isStop, isBargeIn } = said;
  const found = attention.isAddressed(text, utterance);
  const isNamed = found.text !== text;
  if (isStop || (found.addressed && (isNamed || !isBargeIn))) return found.text.trim();
  return isPushToTalk ? text : undefined;
}

/** Some commands need little confidence because they destroy nothing. */
function leastConfidence(run: CascadeRun, message: string): number {
  const command = commandIn(run, message);
  const isHarmless = command === "help" || command === "repeat" || command === "stop";
  return isHarmless ? 0.2 : minConfidence;
}

/**
 * True if the words are the agent's own, heard back through the microphone. Short texts count only with barge-in on,
 * and if they began during playback or hold the agent's name, a command or an answer.
 */
function isOwnVoice({ ports, mouth, language }: CascadeRun, text: string, start: number): boolean {
  const { bargeIn, names } = ports.options;
  const isMeant = (): boolean =>
    findName(text, names) !== undefined ||
    parseCommand(text, language.now) !== undefined ||
    parseAnswer(text, language.now) !== undefined;
  const acceptShort = bargeIn !== "off" && (mouth.wasSpeakingAt(start) || isMeant());
  return isEcho(text, mouth.saidSince(start), { acceptShort });
}

/** True if it was said during playback and at least half of the words are the agent's: maybe echo, maybe a person. */
function mayBeOwnVoice({ ports, mouth }: CascadeRun, text: string, start: number): boolean {
  if (ports.options.bargeIn === "off" || !mouth.wasSpeakingAt(start)) return false;
  return echoShare(text, mouth.saidSince(start)) >= minEchoShare;
}

const minEchoShare = 0.5;
