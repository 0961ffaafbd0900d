import { parseCommand } from "../../language/commands/parse-command.ts";
import type { Transcript } from "../../models/transcribe.ts";
import { minConfidence } from "../../session/heard-clearly.ts";
import { type Ended, within } from "../../within.ts";
import { noLimit } from "../async/read-within.ts";
import { samplesToMs } from "../audio-ports.ts";
import { echoShare, isInvented, isNoise } from "../hearing/gates.ts";
import type { Marks } from "../turn-times.ts";
import type { RejectReason } from "../voice-event.ts";
import type { Cascade } from "./cascade.ts";
import type { DetectedUtterance } from "./ear.ts";

interface Pending extends DetectedUtterance {
  readonly marks: Marks;
}

/** An utterance and its transcript. */
interface Said extends Pending {
  readonly text: string;
  readonly confidence: number | null;
  /** It was said over the agent's speech, and may interrupt it. */
  readonly isBargeIn: boolean;
}

/** Utterances that wait for a slow transcriber; beyond this the oldest is dropped, and last what a button asked for. */
const maxWaiting = 3;
const maxRepeatRequests = 2;
/** Longest look-up of names that may come up (ms). */
const maxLookUpMs = 150;
/** Confidence that "stop" needs while it answers. */
const stopConfidence = minConfidence / 2;
/** From this share of the agent's own words on a text is an echo; a shorter one may answer its question. */
const minShare = 0.75;
const minEchoWords = 4;
/** The same where it began while the agent spoke, whatever its length. */
const minShareOver = 0.5;

/** Transcribes utterances, and hands over those addressed to the agent as messages. */
export class Recognizer {
  isBusy = false;
  readonly #run: Cascade;
  readonly #waiting: Pending[] = [];
  /** How often in a row it has asked the user to repeat. */
  #repeatRequests = 0;

  constructor(run: Cascade) {
    this.#run = run;
  }

  hear(detected: DetectedUtterance): void {
    const { utterance } = detected;
    const at = this.#run.ports.elapsed();
    const silenceMs = samplesToMs(utterance.endSample - utterance.speechEndSample);
    this.#waiting.push({ ...detected, marks: { speechEndedAt: at - silenceMs, silence: at } });
    if (this.#waiting.length > maxWaiting) {
      const oldest = this.#waiting.findIndex(({ isPushToTalk }) => !isPushToTalk);
      const [dropped] = this.#waiting.splice(Math.max(0, oldest), 1);
      if (dropped !== undefined) this.#reject(dropped, "failed");
    }
    if (!this.isBusy) void this.#drain();
  }

  async #drain(): Promise<void> {
    const run = this.#run;
    this.isBusy = true;
    run.refresh();
    for (;;) {
      const pending = this.#waiting.shift();
      if (pending === undefined || run.signal.aborted) break;
      // While the button is held there is no silence to measure the noise floor in.
      const { utterance, isPushToTalk } = pending;
      if (utterance.reason === "max") this.#reject(pending, "endless");
      else if (!isPushToTalk && isNoise(utterance)) this.#reject(pending, "noise");
      else await this.#recognize(pending);
    }
    this.isBusy = false;
    run.refresh();
  }

  #reject({ utterance }: Pending, why: RejectReason): void {
    const nothing = { text: "", language: null, confidence: null };
    this.#run.emit({ type: "heard", ...nothing, ms: utterance.speechMs, taken: false, why });
  }

  async #recognize(pending: Pending): Promise<void> {
    const { parts, mouth } = this.#run;
    const heard = await this.#transcribe(pending.utterance.pcm);
    if (heard.type === "done") {
      parts.tell("transcriber", undefined);
      this.#decide(pending, heard.value);
    }
    if (heard.type !== "failed") return;
    this.#reject(pending, "failed");
    const isNews = parts.tell("transcriber", heard.error);
    if (!isNews && pending.isPushToTalk) await mouth.phrase("transcriber_gone");
  }

  async #transcribe(pcm: Int16Array): Promise<Ended<Transcript>> {
    const { ports, signal, language } = this.#run;
    const found = await within(maxLookUpMs, () => ports.keywords(), signal);
    const known = found.type === "done" ? found.value : [];
    const { names, languages } = ports.options;
    const hints = {
      languages: [...new Set([language, ...languages])],
      keywords: [...new Set([...names, ...known])],
    };
    return within(noLimit, (stop) => ports.transcriber.transcribe(pcm, hints, stop), signal);
  }

  #decide(pending: Pending, { text, language, confidence }: Transcript): void {
    const run = this.#run;
    const { marks, isPushToTalk, utterance } = pending;
    const { speechMs } = utterance;
    const isBargeIn = run.mouth.isSpeaking && !isPushToTalk && run.ports.options.bargeIn !== "off";
    const verdict = this.#judge({ ...pending, text: text.trim(), confidence, isBargeIn });
    const heard = { type: "heard", text, language, confidence, ms: speechMs } as const;
    if (typeof verdict === "string") {
      this.#repeatRequests = 0;
      run.emit({ ...heard, taken: true });
      if (isBargeIn) run.stopSpeaking("interrupted");
      const said = { text: verdict, language, confidence };
      if (verdict === "") this.#listen();
      else run.dialog.take({ ...said, speechMs, isPushToTalk, marks });
      return;
    }
    const { why } = verdict;
    run.emit({ ...heard, taken: false, why });
    if (why === "unclear") void this.#askToRepeat();
    else if (isPushToTalk) run.mouth.earcon("trouble");
  }

  /**
   * The message without the agent's name ('' if nothing but the name was said), or why there is none. While the agent
   * answers, "stop" needs no name; while it speaks, everything else does. Whether it is clear comes late, because only
   * addressed speech is asked for again.
   */
  #judge(said: Said): string | { readonly why: RejectReason } {
    const { attention, dialog, language } = this.#run;
    const { utterance, isPushToTalk, text, confidence } = said;
    // Pressing the button addresses the agent.
    if (isPushToTalk) attention.wake(utterance.startSample - 1, utterance.endSample);
    const isNear = isPushToTalk || attention.isNear(utterance);
    const isStop = dialog.isBusy && isNear && parseCommand(text, language)?.type === "stop";

    if (text === "") return { why: "empty" };
    if (!isStop && isInvented(text, utterance.speechMs)) return { why: "invented" };
    if (!isPushToTalk && !isStop && this.#isOwnVoice(said)) return { why: "own_voice" };
    const message = this.#messageIn(said, isStop);
    if (message === undefined) return { why: "not_addressed" };
    const least = isStop ? stopConfidence : minConfidence;
    return confidence !== null && confidence < least ? { why: "unclear" } : message;
  }

  /** The text without the agent's name; undefined if it is not addressed to the agent. */
  #messageIn({ text, utterance, isPushToTalk, isBargeIn }: Said, isStop: boolean) {
    const message = this.#run.attention.addressedText(text, utterance);
    if (message !== undefined && (!isBargeIn || message !== text)) return message.trim();
    return isStop || isPushToTalk ? text : undefined;
  }

  /** Whether the words are the agent's own, heard back through the microphone. */
  #isOwnVoice({ text, utterance }: Said): boolean {
    const { ports, mouth } = this.#run;
    const start = utterance.startSample;
    const share = echoShare(text, mouth.saidSince(start));
    if (ports.options.bargeIn !== "off" && mouth.wasSpeakingAt(start)) return share >= minShareOver;
    return share >= minShare && text.split(/\s+/).length >= minEchoWords;
  }

  /** Only the agent's name was said: listens for the message. */
  #listen(): void {
    const { mouth, ports } = this.#run;
    this.#run.listenOn();
    if (ports.options.sounds) mouth.earcon("listening");
    else void mouth.phrase("ready");
  }

  async #askToRepeat(): Promise<void> {
    const { mouth } = this.#run;
    if (++this.#repeatRequests > maxRepeatRequests) return mouth.earcon("trouble");
    await mouth.phrase("sorry");
    this.#run.listenOn();
  }
}
