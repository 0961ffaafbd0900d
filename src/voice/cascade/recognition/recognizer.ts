import { LociError } from "../../../errors.ts";
import type { SpokenCommand } from "../../../language/commands/parse-command.ts";
import { parseCommand } from "../../../language/commands/parse-command.ts";
import type { TranscribeHints, Transcriber, Transcript } from "../../../models/transcribe.ts";
import { runWithTimeout } from "../../async/timeout.ts";
import type { Attention } from "../../hearing/attention.ts";
import { isInvented, isNoise } from "../../hearing/gates.ts";
import type { RejectReason } from "../../voice-event.ts";
import type { CascadeParts } from "../dialog/cascade-parts.ts";
import type { TurnQueue } from "../dialog/turn-queue.ts";
import type { Marks } from "../dialog/turn-times.ts";
import type { DetectedUtterance } from "../input/speech-input.ts";
import { acceptTranscript, rejectUntranscribed, type Verdict } from "./accept-transcript.ts";
import { isAgentEcho, mayBeAgentEcho, type RecentSpeech } from "./echo.ts";

/** Transcribes utterances and queues those addressed to the agent as messages. */
export interface Recognizer {
  readonly isBusy: boolean;
  hear(pending: DetectedUtterance): void;
}

interface RecognizerParts extends CascadeParts {
  readonly turnQueue: Pick<TurnQueue, "isBusy" | "take">;
  /** Cuts off the current reply. */
  readonly interrupt: () => void;
  readonly recentSpeech: RecentSpeech;
}

interface RecognizerState {
  readonly parts: RecognizerParts;
  readonly waiting: PendingUtterance[];
  isBusy: boolean;
  /** How often in a row it has asked the user to repeat. */
  repeatRequests: number;
  keywords: readonly string[];
}

interface PendingUtterance extends DetectedUtterance {
  readonly marks: Marks;
}

/** Utterances that wait for a slow transcriber; beyond this the least important is dropped. */
const maxWaiting = 3;
const maxRepeatRequests = 2;

export function createRecognizer(parts: RecognizerParts): Recognizer {
  const state: RecognizerState = {
    parts,
    waiting: [],
    isBusy: false,
    repeatRequests: 0,
    keywords: [],
  };
  return {
    get isBusy() {
      return state.isBusy;
    },
    hear(pending) {
      const { utterance } = pending;
      const at = parts.ports.elapsed();
      const silenceMs = (utterance.endSample - utterance.speechEndSample) / 16;
      const { waiting } = state;
      waiting.push({ ...pending, marks: { speechEndedAt: at - silenceMs, silence: at } });
      if (waiting.length > maxWaiting) dropLeastImportant(state);
      if (!state.isBusy) void drainQueue(state);
    },
  };
}

/** Drops the oldest of the least important: unexpected speech first, then expected, then push-to-talk. */
function dropLeastImportant({ parts, waiting }: RecognizerState): void {
  const weight = ({ isPushToTalk, utterance }: PendingUtterance): number =>
    isPushToTalk ? 2 : parts.attention.isExpected(utterance) ? 1 : 0;
  const least = Math.min(...waiting.map(weight));
  const at = waiting.findIndex((pending) => weight(pending) === least);
  reject(parts, waiting.splice(at, 1)[0], "failed");
  if (least > 0) parts.output.playEarcon("trouble");
}

async function drainQueue(state: RecognizerState): Promise<void> {
  const { parts, waiting } = state;
  state.isBusy = true;
  parts.refresh();
  while (!parts.signal.aborted) {
    const pending = waiting.shift();
    if (pending === undefined) break;
    const why = rejectUntranscribed(pending, isNoise);
    if (why === undefined) await transcribe(state, pending);
    else reject(parts, pending, why);
  }
  state.isBusy = false;
  parts.refresh();
}

function reject(
  parts: RecognizerParts,
  pending: DetectedUtterance | undefined,
  why: RejectReason,
): void {
  const ms = pending?.utterance.speechMs ?? 0;
  parts.emit({ type: "heard", text: "", language: null, confidence: null, ms, taken: false, why });
}

async function transcribe(state: RecognizerState, pending: PendingUtterance): Promise<void> {
  const { parts } = state;
  const { ports, troubles, signal, language } = parts;
  language.learn();
  state.keywords = await keywordsNow(state);
  const { options } = ports;
  const hints = {
    languages: [...new Set([language.current(), ...options.languages])],
    keywords: [...new Set([...options.names, ...state.keywords])],
  };
  const heard = await transcribeTwice(ports.transcriber, pending.utterance.pcm, hints, signal);
  if (heard.type === "aborted") return;
  if (heard.type === "failed") {
    reject(parts, pending, "failed");
    const isNews = troubles.report("transcriber", heard.error);
    if (!isNews && pending.isPushToTalk) await parts.sayPhrase("transcriber_gone");
    return;
  }
  troubles.mend("transcriber");
  decide(state, pending, heard.transcript);
}

/** Looks up names that may come up; reuses the last list if that takes too long. */
async function keywordsNow({ parts, keywords }: RecognizerState): Promise<readonly string[]> {
  const settled = await runWithTimeout(maxLookUpMs, () => parts.ports.keywords(), parts.signal);
  return settled.type === "done" ? settled.value : keywords;
}

const maxLookUpMs = 150;

function decide(state: RecognizerState, pending: PendingUtterance, transcript: Transcript): void {
  const { parts } = state;
  const { verdict, how } = applyGates(parts, pending, transcript);
  const { text, language, confidence } = transcript;
  const transcribed = { text, language, confidence, ms: pending.utterance.speechMs };
  if (!verdict.taken) {
    const { why } = verdict;
    parts.emit({ type: "heard", ...transcribed, taken: false, why });
    if (why === "unclear") void askToRepeat(state);
    else if (verdict === possibleEcho) yieldToSpeaker(parts, how);
    else if (pending.isPushToTalk) parts.output.playEarcon("trouble");
    return;
  }
  state.repeatRequests = 0;
  parts.emit({ type: "heard", ...transcribed, taken: true });
  if (how === "interrupts") parts.interrupt();
  if (verdict.text === "") {
    listen(parts);
    return;
  }
  const { startSample, speechMs } = pending.utterance;
  const { marks, isPushToTalk } = pending;
  const said = { text: verdict.text, language, confidence };
  parts.turnQueue.take({ ...said, speechMs, startSample, isPushToTalk, marks });
}

interface GateResult {
  readonly verdict: Verdict;
  /** `interrupts`: it was said over the agent's speech and is a barge-in. */
  readonly how: "interrupts" | "waits";
}

/** Applies the gates. While the agent answers, "stop" needs no name; while it speaks, everything else does. */
function applyGates(
  parts: RecognizerParts,
  pending: PendingUtterance,
  transcript: Transcript,
): GateResult {
  const { attention, turnQueue, output, ports, language } = parts;
  const { utterance, isPushToTalk } = pending;
  const text = transcript.text.trim();
  const isTalking = output.isSpeaking && !isPushToTalk && ports.options.bargeIn !== "off";
  const commandIn = (said: string) => parseCommand(said, language.current())?.type;
  // Pressing the button addresses the agent.
  if (isPushToTalk) attention.wake(utterance.startSample - 1, utterance.endSample);
  const isStop =
    turnQueue.isBusy && commandIn(text) === "stop" && (isPushToTalk || attention.isNear(utterance));
  const isAddressed = (said: string): ReturnType<Attention["isAddressed"]> => {
    const found = attention.isAddressed(said, utterance);
    if (isStop) return { ...found, addressed: true };
    const isNamed = found.text !== said;
    return isTalking && !isNamed ? { ...found, addressed: false } : found;
  };
  const verdict = acceptTranscript(pending, transcript, {
    isInvented,
    isEcho: (said) => !isStop && isAgentEcho(parts, said, utterance.startSample),
    isAddressed,
    minConfidence(said) {
      const { minConfidence } = ports.options;
      if (isStop) return minConfidence / 2;
      return isHarmless(commandIn(said))
        ? Math.min(minConfidence, minHarmlessConfidence)
        : minConfidence;
    },
  });
  const how = isTalking ? "interrupts" : "waits";
  const isPossibleEcho =
    verdict.taken && !isPushToTalk && !isStop && mayBeAgentEcho(parts, text, utterance.startSample);
  return { verdict: isPossibleEcho ? possibleEcho : verdict, how };
}

/** Possibly the agent's own voice: it interrupts the reply, but is not acted on. */
const possibleEcho = { taken: false, why: "own_voice" } as const;

/** Commands that need little confidence because they destroy nothing ("forget" asks first). */
const isHarmless = (command: SpokenCommand["type"] | undefined): boolean =>
  command === "help" || command === "repeat" || command === "stop" || command === "forget";

const minHarmlessConfidence = 0.2;

/** Only the agent's name was said: listens for the message. */
function listen({ attention, sample, output, ports, sayPhrase }: RecognizerParts): void {
  attention.expectAnswer(sample());
  if (ports.options.sounds) output.playEarcon("listening");
  else void sayPhrase("ready");
}

/** Stops speaking on a possible barge-in, so that the person can repeat it. */
function yieldToSpeaker(parts: RecognizerParts, how: GateResult["how"]): void {
  if (how !== "interrupts") return;
  parts.interrupt();
  parts.attention.expectAnswer(parts.sample());
}

async function askToRepeat(state: RecognizerState): Promise<void> {
  const { parts } = state;
  state.repeatRequests++;
  if (state.repeatRequests > maxRepeatRequests) return parts.output.playEarcon("trouble");
  await parts.sayPhrase(state.repeatRequests === 1 ? "sorry" : "sorry_again");
  parts.attention.expectAnswer(parts.sample());
}

type Transcription =
  | { readonly type: "done"; readonly transcript: Transcript }
  | { readonly type: "failed"; readonly error: unknown }
  | { readonly type: "aborted" };

/** Longest wait, beyond the transcriber's own limit (ms). One that hangs is not tried again. */
const maxWaitMs = 90_000;

/** Transcribes, and tries once more after a failure. Never rejects. */
async function transcribeTwice(
  transcriber: Transcriber,
  pcm: Int16Array,
  hints: TranscribeHints,
  signal: AbortSignal,
): Promise<Transcription> {
  let error: unknown;
  for (let tries = 1; tries <= 2; tries++) {
    const settled = await runWithTimeout(
      maxWaitMs,
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
  return new LociError("MODEL_FAILED", `Cannot state speech with ${id}: it does not answer`, {
    data: { reason: "timeout" },
  });
}
