import type { SpokenCommand } from "../../../language/commands/parse-command.ts";
import { parseCommand } from "../../../language/commands/parse-command.ts";
import type { Transcript } from "../../../models/transcribe.ts";
import type { Attention } from "../../hearing/attention.ts";
import { isInvented } from "../../hearing/is-invented.ts";
import { isNoise } from "../../hearing/is-noise.ts";
import type { NotTaken } from "../../voice-event.ts";
import { settleWithin } from "../../waiting/settle-within.ts";
import type { CascadeParts } from "../cascade-parts.ts";
import type { HeardSound } from "../ear/ear.ts";
import type { Conversing } from "../talking/converse.ts";
import type { Marks } from "../talking/turn-times.ts";
import { judge, judgeSound, type Verdict } from "./judge.ts";
import { isOwn, mayBeOwn } from "./own-words.ts";
import type { SaidLately } from "./said-lately.ts";
import { transcribeTwice } from "./transcribe-twice.ts";

/** Finds out what was said, and whether it was said to the agent; only that goes on. */
export interface Understanding {
  readonly isBusy: boolean;
  hear(sound: HeardSound): void;
}

export interface UnderstandingParts extends CascadeParts {
  readonly attention: Attention;
  readonly conversing: Pick<Conversing, "isBusy" | "take">;
  /** Cuts short what is said now. */
  readonly interrupt: () => void;
  readonly saidLately: SaidLately;
}

interface Understand {
  readonly parts: UnderstandingParts;
  readonly waiting: Sound[];
  isBusy: boolean;
  /** How often in a row it asked to say it again. */
  sorries: number;
  keywords: readonly string[];
}

interface Sound extends HeardSound {
  readonly marks: Marks;
}

/** More is not kept while a transcriber takes its time. */
const mostWaiting = 3;
const mostSorries = 2;

/** Begins with nothing heard. */
export function createUnderstanding(parts: UnderstandingParts): Understanding {
  const understand: Understand = { parts, waiting: [], isBusy: false, sorries: 0, keywords: [] };
  return {
    get isBusy() {
      return understand.isBusy;
    },
    hear(sound) {
      const { utterance } = sound;
      const at = parts.ports.elapsed();
      const silenceMs = (utterance.endSample - utterance.speechEndSample) / 16;
      const { waiting } = understand;
      waiting.push({ ...sound, marks: { fellSilent: at - silenceMs, silence: at } });
      if (waiting.length > mostWaiting) giveUpOne(understand);
      if (!understand.isBusy) void workOff(understand);
    },
  };
}

/** The oldest of those that matter least: said to nobody, as far as is known; then without a button. */
function giveUpOne({ parts, waiting }: Understand): void {
  const weight = ({ isAsked, utterance }: Sound): number =>
    isAsked ? 2 : parts.attention.isExpected(utterance) ? 1 : 0;
  const least = Math.min(...waiting.map(weight));
  const at = waiting.findIndex((sound) => weight(sound) === least);
  refuse(parts, waiting.splice(at, 1)[0], "failed");
  if (least > 0) parts.mouth.sound("trouble");
}

/** Never rejects. */
async function workOff(understand: Understand): Promise<void> {
  const { parts, waiting } = understand;
  understand.isBusy = true;
  parts.refresh();
  while (!parts.signal.aborted) {
    const sound = waiting.shift();
    if (sound === undefined) break;
    const why = judgeSound(sound, isNoise);
    if (why === undefined) await hearOut(understand, sound);
    else refuse(parts, sound, why);
  }
  understand.isBusy = false;
  parts.refresh();
}

function refuse(parts: UnderstandingParts, sound: HeardSound | undefined, why: NotTaken): void {
  const ms = sound?.utterance.speechMs ?? 0;
  parts.emit({ type: "heard", text: "", language: null, confidence: null, ms, taken: false, why });
}

async function hearOut(understand: Understand, sound: Sound): Promise<void> {
  const { parts } = understand;
  const { ports, troubles, signal, language } = parts;
  language.learn();
  understand.keywords = await keywordsNow(understand);
  const { options } = ports;
  const hints = {
    languages: [...new Set([language.current(), ...options.languages])],
    keywords: [...new Set([...options.names, ...understand.keywords])],
  };
  const heard = await transcribeTwice(ports.transcriber, sound.utterance.pcm, hints, signal);
  if (heard.type === "aborted") return;
  if (heard.type === "failed") {
    refuse(parts, sound, "failed");
    const isNews = troubles.tell("transcriber", heard.error);
    if (!isNews && sound.isAsked) await parts.phrase("transcriber_gone");
    return;
  }
  troubles.mend("transcriber");
  decide(understand, sound, heard.transcript);
}

/** Names that may come up; those of the last time where it takes too long. */
async function keywordsNow({ parts, keywords }: Understand): Promise<readonly string[]> {
  const settled = await settleWithin(longestLookUp, () => parts.ports.keywords(), parts.signal);
  return settled.type === "done" ? settled.value : keywords;
}

const longestLookUp = 150;

function decide(understand: Understand, sound: Sound, transcript: Transcript): void {
  const { parts } = understand;
  const { verdict, how } = weigh(parts, sound, transcript);
  const { text, language, confidence } = transcript;
  const told = { text, language, confidence, ms: sound.utterance.speechMs };
  if (!verdict.taken) {
    const { why } = verdict;
    parts.emit({ type: "heard", ...told, taken: false, why });
    if (why === "unclear") void askAgain(understand);
    else if (verdict === doubtful) sayItAgain(parts, how);
    else if (sound.isAsked) parts.mouth.sound("trouble");
    return;
  }
  understand.sorries = 0;
  parts.emit({ type: "heard", ...told, taken: true });
  if (how === "interrupts") parts.interrupt();
  if (verdict.text === "") {
    listen(parts);
    return;
  }
  const { startSample, speechMs } = sound.utterance;
  const { marks, isAsked } = sound;
  const said = { text: verdict.text, language, confidence };
  parts.conversing.take({ ...said, speechMs, startSample, isAsked, marks });
}

interface Weighed {
  readonly verdict: Verdict;
  /** Where it speaks over what is said now. */
  readonly how: "interrupts" | "waits";
}

/** The gates; while it is busy a plain "stop" needs no name, and while it speaks nothing else gets through without one. */
function weigh(parts: UnderstandingParts, sound: Sound, transcript: Transcript): Weighed {
  const { attention, conversing, mouth, ports, language } = parts;
  const { utterance, isAsked } = sound;
  const text = transcript.text.trim();
  const isTalking = mouth.isSpeaking && !isAsked && ports.options.bargeIn !== "off";
  const commandIn = (said: string) => parseCommand(said, language.current())?.type;
  // A button's word for it that it is meant.
  if (isAsked) attention.woken(utterance.startSample - 1, utterance.endSample);
  const isStop =
    conversing.isBusy && commandIn(text) === "stop" && (isAsked || attention.isNear(utterance));
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
      return isHarmless(commandIn(said)) ? Math.min(minConfidence, leastSure) : minConfidence;
    },
  });
  const how = isTalking ? "interrupts" : "waits";
  const isDoubtful =
    verdict.taken && !isAsked && !isStop && mayBeOwn(parts, text, utterance.startSample);
  return { verdict: isDoubtful ? doubtful : verdict, how };
}

/** Perhaps its own words: they end what it says, and are not done. */
const doubtful = { taken: false, why: "own_voice" } as const;

/** Who says just these words most likely did, and nothing is lost where not: before it forgets it asks. */
const isHarmless = (command: SpokenCommand["type"] | undefined): boolean =>
  command === "help" || command === "repeat" || command === "stop" || command === "forget";

const leastSure = 0.2;

/** Its name alone: what comes next is meant. */
function listen({ attending, mouth, ports, phrase }: UnderstandingParts): void {
  attending.expects();
  if (ports.options.sounds) mouth.sound("listening");
  else void phrase("ready");
}

/** Not clearly somebody else's words: a person says them again, when it is silent. */
function sayItAgain(parts: UnderstandingParts, how: Weighed["how"]): void {
  if (how !== "interrupts") return;
  parts.interrupt();
  parts.attending.expects();
}

async function askAgain(understand: Understand): Promise<void> {
  const { parts } = understand;
  understand.sorries++;
  if (understand.sorries > mostSorries) return parts.mouth.sound("trouble");
  await parts.phrase(understand.sorries === 1 ? "sorry" : "sorry_again");
  parts.attending.expects();
}
