import { LociError } from "../../../errors.ts";
import type { SpokenCommand } from "../../../language/commands/parse-command.ts";
import { parseCommand } from "../../../language/commands/parse-command.ts";
import type { TranscribeHints, Transcriber, Transcript } from "../../../models/transcribe.ts";
import type { Attention } from "../../hearing/attention.ts";
import { isInvented, isNoise } from "../../hearing/gates.ts";
import type { NotTaken } from "../../voice-event.ts";
import { settleWithin } from "../../waiting/settle-within.ts";
import type { HeardSound } from "../ear/ear.ts";
import type { CascadeParts } from "../talking/cascade-parts.ts";
import type { TurnQueue } from "../talking/turn-queue.ts";
import type { Marks } from "../talking/turn-times.ts";
import { judge, judgeSound, type Verdict } from "./judge.ts";
import { isOwn, mayBeOwn, type RecentSpeech } from "./own-words.ts";

/** Transcribes what was heard and passes on what was said to the agent. */
export interface Understanding {
  readonly isBusy: boolean;
  hear(sound: HeardSound): void;
}

interface UnderstandingParts extends CascadeParts {
  readonly attention: Attention;
  readonly turnQueue: Pick<TurnQueue, "isBusy" | "take">;
  /** Cuts short what is said now. */
  readonly interrupt: () => void;
  readonly recentSpeech: RecentSpeech;
}

interface UnderstandingState {
  readonly parts: UnderstandingParts;
  readonly waiting: Sound[];
  isBusy: boolean;
  /** How often in a row it asked to repeat. */
  apologies: number;
  keywords: readonly string[];
}

interface Sound extends HeardSound {
  readonly marks: Marks;
}

/** Sounds that wait for a slow transcriber. */
const maxWaiting = 3;
const maxApologies = 2;

/** Begins with nothing heard. */
export function createUnderstanding(parts: UnderstandingParts): Understanding {
  const state: UnderstandingState = {
    parts,
    waiting: [],
    isBusy: false,
    apologies: 0,
    keywords: [],
  };
  return {
    get isBusy() {
      return state.isBusy;
    },
    hear(sound) {
      const { utterance } = sound;
      const at = parts.ports.elapsed();
      const silenceMs = (utterance.endSample - utterance.speechEndSample) / 16;
      const { waiting } = state;
      waiting.push({ ...sound, marks: { fellSilent: at - silenceMs, silence: at } });
      if (waiting.length > maxWaiting) dropLeastImportant(state);
      if (!state.isBusy) void drainQueue(state);
    },
  };
}

/** Drops the oldest of the least important: first what seems not addressed to it, then what came without a button. */
function dropLeastImportant({ parts, waiting }: UnderstandingState): void {
  const weight = ({ isAsked, utterance }: Sound): number =>
    isAsked ? 2 : parts.attention.isExpected(utterance) ? 1 : 0;
  const least = Math.min(...waiting.map(weight));
  const at = waiting.findIndex((sound) => weight(sound) === least);
  reject(parts, waiting.splice(at, 1)[0], "failed");
  if (least > 0) parts.mouth.sound("trouble");
}

/** Never rejects. */
async function drainQueue(state: UnderstandingState): Promise<void> {
  const { parts, waiting } = state;
  state.isBusy = true;
  parts.refresh();
  while (!parts.signal.aborted) {
    const sound = waiting.shift();
    if (sound === undefined) break;
    const why = judgeSound(sound, isNoise);
    if (why === undefined) await transcribe(state, sound);
    else reject(parts, sound, why);
  }
  state.isBusy = false;
  parts.refresh();
}

function reject(parts: UnderstandingParts, sound: HeardSound | undefined, why: NotTaken): void {
  const ms = sound?.utterance.speechMs ?? 0;
  parts.emit({ type: "heard", text: "", language: null, confidence: null, ms, taken: false, why });
}

async function transcribe(state: UnderstandingState, sound: Sound): Promise<void> {
  const { parts } = state;
  const { ports, troubles, signal, language } = parts;
  language.learn();
  state.keywords = await keywordsNow(state);
  const { options } = ports;
  const hints = {
    languages: [...new Set([language.current(), ...options.languages])],
    keywords: [...new Set([...options.names, ...state.keywords])],
  };
  const heard = await transcribeTwice(ports.transcriber, sound.utterance.pcm, hints, signal);
  if (heard.type === "aborted") return;
  if (heard.type === "failed") {
    reject(parts, sound, "failed");
    const isNews = troubles.report("transcriber", heard.error);
    if (!isNews && sound.isAsked) await parts.phrase("transcriber_gone");
    return;
  }
  troubles.mend("transcriber");
  decide(state, sound, heard.transcript);
}

/** Names that may come up; those of last time where the look-up takes too long. */
async function keywordsNow({ parts, keywords }: UnderstandingState): Promise<readonly string[]> {
  const settled = await settleWithin(longestLookUp, () => parts.ports.keywords(), parts.signal);
  return settled.type === "done" ? settled.value : keywords;
}

const longestLookUp = 150;

function decide(state: UnderstandingState, sound: Sound, transcript: Transcript): void {
  const { parts } = state;
  const { verdict, how } = weigh(parts, sound, transcript);
  const { text, language, confidence } = transcript;
  const transcribed = { text, language, confidence, ms: sound.utterance.speechMs };
  if (!verdict.taken) {
    const { why } = verdict;
    parts.emit({ type: "heard", ...transcribed, taken: false, why });
    if (why === "unclear") void askAgain(state);
    else if (verdict === doubtful) sayItAgain(parts, how);
    else if (sound.isAsked) parts.mouth.sound("trouble");
    return;
  }
  state.apologies = 0;
  parts.emit({ type: "heard", ...transcribed, taken: true });
  if (how === "interrupts") parts.interrupt();
  if (verdict.text === "") {
    listen(parts);
    return;
  }
  const { startSample, speechMs } = sound.utterance;
  const { marks, isAsked } = sound;
  const said = { text: verdict.text, language, confidence };
  parts.turnQueue.take({ ...said, speechMs, startSample, isAsked, marks });
}

interface Weighed {
  readonly verdict: Verdict;
  /** Whether it interrupts the current speech. */
  readonly how: "interrupts" | "waits";
}

/** Applies the gates. While it is busy a plain "stop" needs no name; while it speaks everything else does. */
function weigh(parts: UnderstandingParts, sound: Sound, transcript: Transcript): Weighed {
  const { attention, turnQueue, mouth, ports, language } = parts;
  const { utterance, isAsked } = sound;
  const text = transcript.text.trim();
  const isTalking = mouth.isSpeaking && !isAsked && ports.options.bargeIn !== "off";
  const commandIn = (said: string) => parseCommand(said, language.current())?.type;
  // The button says that it is meant.
  if (isAsked) attention.woken(utterance.startSample - 1, utterance.endSample);
  const isStop =
    turnQueue.isBusy && commandIn(text) === "stop" && (isAsked || attention.isNear(utterance));
  const isAddressed = (said: string): ReturnType<Attention["isAddressed"]> => {
    const found = attention.isAddressed(said, utterance);
    if (isStop) return { ...found, addressed: true };
    const isNamed = found.text !== said;
    return isTalking && !isNamed ? { ...found, addressed: false } : found;
  };
  const verdict = judge(sound, transcript, {
    isInvented,
    isOwnVoice: (said) => !isStop && isOwn(parts, said, utterance.startSample),
    isAddressed,
    minConfidence(said) {
      const { minConfidence } = ports.options;
      if (isStop) return minConfidence / 2;
      return isHarmless(commandIn(said)) ? Math.min(minConfidence, minSure) : minConfidence;
    },
  });
  const how = isTalking ? "interrupts" : "waits";
  const isDoubtful =
    verdict.taken && !isAsked && !isStop && mayBeOwn(parts, text, utterance.startSample);
  return { verdict: isDoubtful ? doubtful : verdict, how };
}

/** Perhaps its own words: they interrupt it, but are not acted on. */
const doubtful = { taken: false, why: "own_voice" } as const;

/** Commands that a low confidence is enough for: nothing is lost by them ("forget" asks first). */
const isHarmless = (command: SpokenCommand["type"] | undefined): boolean =>
  command === "help" || command === "repeat" || command === "stop" || command === "forget";

const minSure = 0.2;

/** Only its name was said: listens for what follows. */
function listen({ attending, mouth, ports, phrase }: UnderstandingParts): void {
  attending.expects();
  if (ports.options.sounds) mouth.sound("listening");
  else void phrase("ready");
}

/** Perhaps a person's words: falls silent, so that they can be repeated. */
function sayItAgain(parts: UnderstandingParts, how: Weighed["how"]): void {
  if (how !== "interrupts") return;
  parts.interrupt();
  parts.attending.expects();
}

async function askAgain(state: UnderstandingState): Promise<void> {
  const { parts } = state;
  state.apologies++;
  if (state.apologies > maxApologies) return parts.mouth.sound("trouble");
  await parts.phrase(state.apologies === 1 ? "sorry" : "sorry_again");
  parts.attending.expects();
}

/** How hearing something out went. */
type Transcription =
  | { readonly type: "done"; readonly transcript: Transcript }
  | { readonly type: "failed"; readonly error: unknown }
  | { readonly type: "aborted" };

/** Beyond the transcriber's own limit (ms): one that hangs is not asked twice. */
const longestWait = 90_000;

/** Turns speech into text; what failed is tried once more. Never rejects. */
async function transcribeTwice(
  transcriber: Transcriber,
  pcm: Int16Array,
  hints: TranscribeHints,
  signal: AbortSignal,
): Promise<Transcription> {
  let error: unknown;
  for (let tries = 1; tries <= 2; tries++) {
    const settled = await settleWithin(
      longestWait,
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
