import type { TurnEvent } from "../../agent/turn-event.ts";
import { LociError } from "../../errors.ts";
import { parseAnswer, parseCommand } from "../../language/commands/parse-command.ts";
import { toLanguageCode } from "../../language/detect/language-code.ts";
import type { Transcript } from "../../models/transcribe.ts";
import { minConfidence } from "../../session/heard-clearly.ts";
import { type Ended, within } from "../../within.ts";
import { samplesToMs } from "../audio-ports.ts";
import { findName } from "../hearing/find-name.ts";
import { echoShare, isInvented, isNoise } from "../hearing/gates.ts";
import type { Marks } from "../turn-times.ts";
import type { RejectReason } from "../voice-event.ts";
import type { Cascade } from "./cascade.ts";
import type { DetectedUtterance } from "./ear.ts";
import type { VoicePorts } from "./ports.ts";

interface Pending extends DetectedUtterance {
  readonly marks: Marks;
}

/** An utterance and its transcript. */
interface Said extends Pending {
  readonly text: string;
  /** It was said over the agent's speech, and may interrupt it. */
  readonly isBargeIn: boolean;
}

/** The message without the agent's name ('' if nothing but the name was said), or why there is none. */
type Verdict =
  | { readonly message: string }
  | {
      readonly why: RejectReason;
      /** It may be a barge-in, or the agent's own voice. */
      readonly isUnsure?: boolean;
    };

/** Utterances that wait for a slow transcriber; beyond this the least important is dropped. */
const maxWaiting = 3;
const maxRepeatRequests = 2;
/** Longest look-up of names that may come up (ms). */
const maxLookUpMs = 150;
/** Longest wait, beyond the transcriber's own limit (ms). One that hangs is not tried again. */
const maxWaitMs = 90_000;
/** Confidence that "stop" needs while it answers; and a command, of which some destroy nothing. */
const stopConfidence = minConfidence / 2;
const leastConfidence = (command: string | undefined): number =>
  command === "help" || command === "repeat" || command === "stop" ? 0.2 : minConfidence;
/** From this share of the agent's own words on a text is an echo, or may be one; a shorter one may answer its question. */
const minShare = 0.75;
const maybeShare = 0.5;
const minEchoWords = 4;

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
    if (this.#waiting.length > maxWaiting) this.#dropLeastImportant();
    if (!this.isBusy) void this.#drain();
  }

  /** Drops the oldest of the least important: unexpected speech first, then expected, then push-to-talk. */
  #dropLeastImportant(): void {
    const weight = ({ isPushToTalk, utterance }: Pending): number =>
      isPushToTalk ? 2 : this.#run.attention.isExpected(utterance) ? 1 : 0;
    const least = Math.min(...this.#waiting.map(weight));
    const at = this.#waiting.findIndex((pending) => weight(pending) === least);
    for (const dropped of this.#waiting.splice(at, 1)) this.#reject(dropped, "failed");
    if (least > 0) this.#run.mouth.earcon("trouble");
  }

  async #drain(): Promise<void> {
    const run = this.#run;
    this.isBusy = true;
    run.refresh();
    for (
      let pending = this.#waiting.shift();
      pending !== undefined && !run.signal.aborted;
      pending = this.#waiting.shift()
    ) {
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
    const run = this.#run;
    run.language.learn();
    const heard = await this.#transcribe(pending.utterance.pcm);
    if (heard.type === "aborted") return;
    if (heard.type === "done") {
      run.parts.mend("transcriber");
      this.#decide(pending, heard.value);
      return;
    }
    this.#reject(pending, "failed");
    const error = heard.type === "failed" ? heard.error : tooLate(run.ports.transcriber.id);
    const isNews = run.parts.report("transcriber", error);
    if (!isNews && pending.isPushToTalk) await run.mouth.phrase("transcriber_gone");
  }

  /** Tries once more after a failure. */
  async #transcribe(pcm: Int16Array): Promise<Ended<Transcript>> {
    const { ports, signal, language } = this.#run;
    const found = await within(maxLookUpMs, () => ports.keywords(), signal);
    const known = found.type === "done" ? found.value : [];
    const { names, languages } = ports.options;
    const hints = {
      languages: [...new Set([language.now, ...languages])],
      keywords: [...new Set([...names, ...known])],
    };
    const transcribe = (): Promise<Ended<Transcript>> =>
      within(maxWaitMs, (stop) => ports.transcriber.transcribe(pcm, hints, stop), signal);
    const heard = await transcribe();
    return heard.type === "failed" ? transcribe() : heard;
  }

  #decide(pending: Pending, { text, language, confidence }: Transcript): void {
    const run = this.#run;
    const { marks, isPushToTalk, utterance } = pending;
    const { speechMs } = utterance;
    const isBargeIn = run.mouth.isSpeaking && !isPushToTalk && run.ports.options.bargeIn !== "off";
    const verdict = this.#judge({ ...pending, text: text.trim(), isBargeIn }, confidence);
    const heard = { type: "heard", text, language, confidence, ms: speechMs } as const;
    if ("why" in verdict) {
      const { why, isUnsure = false } = verdict;
      run.emit({ ...heard, taken: false, why });
      if (text !== "") run.ports.live?.unhear(text);
      if (why === "unclear") void this.#askToRepeat();
      else if (isUnsure && isBargeIn) {
        // It falls silent, so that the person can repeat it.
        run.stopSpeaking("interrupted");
        run.listenOn();
      } else if (isPushToTalk) run.mouth.earcon("trouble");
      return;
    }
    this.#repeatRequests = 0;
    run.emit({ ...heard, taken: true });
    if (isBargeIn) run.stopSpeaking("interrupted");
    const said = { text: verdict.message, language, confidence };
    if (verdict.message === "") void this.#listen();
    else run.dialog.take({ ...said, speechMs, isPushToTalk, marks });
  }

  /**
   * Decides whether a transcript is a message to the agent. While the agent answers, "stop" needs no name; while it
   * speaks, everything else does. Whether it is clear comes late, because only addressed speech is asked for again.
   */
  #judge(said: Said, confidence: number | null): Verdict {
    const run = this.#run;
    const { utterance, isPushToTalk, text } = said;
    // Pressing the button addresses the agent.
    if (isPushToTalk) run.attention.wake(utterance.startSample - 1, utterance.endSample);
    const commandIn = (words: string) => parseCommand(words, run.language.now)?.type;
    const isNear = isPushToTalk || run.attention.isNear(utterance);
    const isStop = run.dialog.isBusy && isNear && commandIn(text) === "stop";
    const mayBeEcho = !isPushToTalk && !isStop;

    if (text === "") return { why: "empty" };
    if (isInvented(text, utterance.speechMs)) return { why: "invented" };
    const isOwn = mayBeEcho && this.#isOwnVoice(said);
    if (isOwn === true) return { why: "own_voice" };
    const message = this.#addressedText(said, isStop);
    if (message === undefined) return { why: "not_addressed" };
    const least = isStop ? stopConfidence : leastConfidence(commandIn(message));
    if (confidence !== null && confidence < least) return { why: "unclear" };
    if (isOwn === "maybe") return { why: "own_voice", isUnsure: true };
    return { message };
  }

  /** The message without the agent's name; undefined if it is not addressed to the agent. */
  #addressedText(
    { utterance, isPushToTalk, text, isBargeIn }: Said,
    isStop: boolean,
  ): string | undefined {
    const found = this.#run.attention.isAddressed(text, utterance);
    const isNamed = found.text !== text;
    if (isStop || (found.addressed && (isNamed || !isBargeIn))) return found.text.trim();
    return isPushToTalk ? text : undefined;
  }

  /**
   * Whether the words are the agent's own, heard back through the microphone, or may be. Few words count only with
   * barge-in on, where all of them are, and if they began during playback or hold its name, a command or an answer.
   */
  #isOwnVoice({ text, utterance }: Said): boolean | "maybe" {
    const { ports, mouth, language } = this.#run;
    const { bargeIn, names } = ports.options;
    const start = utterance.startSample;
    const share = echoShare(text, mouth.saidSince(start));
    const isOver = bargeIn !== "off" && mouth.wasSpeakingAt(start);
    if (text.split(/\s+/).length >= minEchoWords) {
      if (share >= minShare) return true;
    } else if (share === 1 && bargeIn !== "off") {
      const isMeant =
        findName(text, names) !== undefined ||
        parseCommand(text, language.now) !== undefined ||
        parseAnswer(text, language.now) !== undefined;
      if (isOver || isMeant) return true;
    }
    return isOver && share >= maybeShare && "maybe";
  }

  /** Only the agent's name was said: listens for the message, and says what is due; what is cut off comes up again. */
  async #listen(): Promise<void> {
    const { mouth, ports } = this.#run;
    this.#run.listenOn();
    if (ports.options.sounds) mouth.earcon("listening");
    else void mouth.phrase("ready");
    const due = await ports.conversation.reminders?.();
    if (due === undefined || due.texts.length === 0) return;
    for (const text of due.texts) if (!(await mouth.phrase("reminder", { text }))) return;
    this.#run.listenOn();
    await due.done();
  }

  async #askToRepeat(): Promise<void> {
    const { mouth } = this.#run;
    this.#repeatRequests++;
    if (this.#repeatRequests > maxRepeatRequests) {
      mouth.earcon("trouble");
      return;
    }
    await mouth.phrase("sorry");
    this.#run.listenOn();
  }
}

const tooLate = (id: string): LociError =>
  new LociError("MODEL_FAILED", `Cannot transcribe speech with ${id}: it does not answer`, {
    data: { reason: "timeout" },
  });

/** The session's language, as a two-letter code; until there is a session, the first configured one. */
export class SpokenLanguage {
  readonly #ports: VoicePorts;
  #known: string | undefined;

  constructor(ports: VoicePorts) {
    this.#ports = ports;
  }

  get now(): string {
    return this.#known ?? this.#ports.options.languages[0] ?? "en";
  }

  /** Reads it from the session if it is not known yet. Never throws. */
  learn(): void {
    try {
      this.#known ??= this.#ports.conversation.session().language;
    } catch {
      // The next turn reports the failure.
    }
  }

  follow(event: TurnEvent): void {
    if (event.type === "session" || event.type === "message") this.#known = event.language;
    else if (event.type === "language") this.#known = event.to;
  }

  /** The language of a message if the household speaks it, else the session's. */
  of({ language }: { readonly language: string | null }): string {
    const code = language === null ? null : toLanguageCode(language);
    return code !== null && this.#ports.options.languages.includes(code) ? code : this.now;
  }
}
