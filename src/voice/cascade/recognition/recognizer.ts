import { LociError } from "../../../errors.ts";
import type { TranscribeHints, Transcriber, Transcript } from "../../../models/transcribe.ts";
import { runWithTimeout } from "../../async/timeout.ts";
import type { RejectReason } from "../../voice-event.ts";
import type { CascadeParts } from "../dialog/cascade-parts.ts";
import type { TurnQueue } from "../dialog/turn-queue.ts";
import type { Marks } from "../dialog/turn-times.ts";
import type { DetectedUtterance } from "../input/speech-input.ts";
import { type AcceptParts, acceptTranscript, rejectUntranscribed } from "./accept-transcript.ts";

/** Transcribes utterances and queues those addressed to the agent as messages. */
export interface Recognizer {
  readonly isBusy: boolean;
  hear(pending: DetectedUtterance): void;
}

interface RecognizerParts extends CascadeParts, AcceptParts {
  readonly turnQueue: Pick<TurnQueue, "isBusy" | "take">;
  /** Cuts off the current reply. */
  readonly interrupt: () => void;
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
    const why = rejectUntranscribed(pending);
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
  const verdict = acceptTranscript(parts, pending, transcript);
  const { text, language, confidence } = transcript;
  const transcribed = { text, language, confidence, ms: pending.utterance.speechMs };
  if (!verdict.taken) {
    const { why } = verdict;
    parts.emit({ type: "heard", ...transcribed, taken: false, why });
    if (why === "unclear") void askToRepeat(state);
    else if (verdict.maybeBargeIn) yieldToSpeaker(parts);
    else if (pending.isPushToTalk) parts.output.playEarcon("trouble");
    return;
  }
  state.repeatRequests = 0;
  parts.emit({ type: "heard", ...transcribed, taken: true });
  if (verdict.isBargeIn) parts.interrupt();
  if (verdict.text === "") {
    listen(parts);
    return;
  }
  const { startSample, speechMs } = pending.utterance;
  const { marks, isPushToTalk } = pending;
  const said = { text: verdict.text, language, confidence };
  parts.turnQueue.take({ ...said, speechMs, startSample, isPushToTalk, marks });
}

/** Only the agent's name was said: listens for the message. */
function listen(parts: RecognizerParts): void {
  const { attention, sample, output, ports, sayPhrase } = parts;
  attention.expectAnswer(sample());
  if (ports.options.sounds) output.playEarcon("listening");
  else void sayPhrase("ready");
  void sayReminders(parts);
}

/** Says what is due; what is cut off comes up again with the next reply. */
async function sayReminders({ ports, sayPhrase, attention, sample }: RecognizerParts) {
  const due = await ports.conversation.reminders?.();
  if (due === undefined || due.texts.length === 0) return;
  for (const text of due.texts) if (!(await sayPhrase("reminder", { text }))) return;
  attention.expectAnswer(sample());
  await due.done();
}

/** Stops speaking on a possible barge-in, so that the person can repeat it. */
function yieldToSpeaker(parts: RecognizerParts): void {
  parts.interrupt();
  parts.attention.expectAnswer(parts.sample());
}

async function askToRepeat(state: RecognizerState): Promise<void> {
  const { parts } = state;
  state.repeatRequests++;
  if (state.repeatRequests > maxRepeatRequests) return parts.output.playEarcon("trouble");
  await parts.sayPhrase("sorry");
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
  return new LociError("MODEL_FAILED", `Cannot transcribe speech with ${id}: it does not answer`, {
    data: { reason: "timeout" },
  });
}
