import { LociError } from "../../errors.ts";
import type { Transcript } from "../../models/transcribe.ts";
import { type Ended, within } from "../../within.ts";
import { samplesToMs } from "../audio-ports.ts";
import type { Marks } from "../turn-times.ts";
import type { RejectReason } from "../voice-event.ts";
import type { CascadeRun } from "./cascade.ts";
import type { DetectedUtterance } from "./ear.ts";
import { judge, rejectUntranscribed } from "./verdict.ts";

interface PendingUtterance extends DetectedUtterance {
  readonly marks: Marks;
}

/** Utterances that wait for a slow transcriber; beyond this the least important is dropped. */
const maxWaiting = 3;
const maxRepeatRequests = 2;
/** Longest look-up of names that may come up (ms). */
const maxLookUpMs = 150;
/** Longest wait, beyond the transcriber's own limit (ms). One that hangs is not tried again. */
const maxWaitMs = 90_000;

/** Transcribes utterances and hands over those addressed to the agent as messages. */
export class Recognizer {
  isBusy = false;
  readonly #run: CascadeRun;
  readonly #waiting: PendingUtterance[] = [];
  /** How often in a row it has asked the user to repeat. */
  #repeatRequests = 0;
  #keywords: readonly string[] = [];

  constructor(run: CascadeRun) {
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
    const weight = ({ isPushToTalk, utterance }: PendingUtterance): number =>
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
      const why = rejectUntranscribed(pending);
      if (why === undefined) await this.#recognize(pending);
      else this.#reject(pending, why);
    }
    this.isBusy = false;
    run.refresh();
  }

  #reject({ utterance }: PendingUtterance, why: RejectReason): void {
    const nothing = { text: "", language: null, confidence: null };
    this.#run.emit({ type: "heard", ...nothing, ms: utterance.speechMs, taken: false, why });
  }

  async #recognize(pending: PendingUtterance): Promise<void> {
    const run = this.#run;
    run.language.learn();
    const heard = await this.#transcribe(pending.utterance.pcm);
    if (heard.type === "aborted") return;
    if (heard.type === "done") {
      run.troubles.mend("transcriber");
      this.#decide(pending, heard.value);
      return;
    }
    this.#reject(pending, "failed");
    const error = heard.type === "failed" ? heard.error : tooLate(run.ports.transcriber.id);
    const isNews = run.troubles.report("transcriber", error);
    if (!isNews && pending.isPushToTalk) await run.mouth.phrase("transcriber_gone");
  }

  /** Tries once more after a failure. */
  async #transcribe(pcm: Int16Array): Promise<Ended<Transcript>> {
    const { ports, signal, language } = this.#run;
    const found = await within(maxLookUpMs, () => ports.keywords(), signal);
    if (found.type === "done") this.#keywords = found.value;
    const { names, languages } = ports.options;
    const hints = {
      languages: [...new Set([language.now, ...languages])],
      keywords: [...new Set([...names, ...this.#keywords])],
    };
    const transcribe = (): Promise<Ended<Transcript>> =>
      within(maxWaitMs, (stop) => ports.transcriber.transcribe(pcm, hints, stop), signal);
    const heard = await transcribe();
    return heard.type === "failed" ? transcribe() : heard;
  }

  #decide(pending: PendingUtterance, { text, language, confidence }: Transcript): void {
    const run = this.#run;
    const verdict = judge(run, pending, { text, language, confidence });
    const { startSample, speechMs } = pending.utterance;
    const heard = { type: "heard", text, language, confidence, ms: speechMs } as const;
    if (!verdict.taken) {
      const { why } = verdict;
      run.emit({ ...heard, taken: false, why });
      if (text !== "") run.ports.live?.unhear(text);
      if (why === "unclear") void this.#askToRepeat();
      else if (verdict.maybeBargeIn) this.#yieldToSpeaker();
      else if (pending.isPushToTalk) run.mouth.earcon("trouble");
      return;
    }
    this.#repeatRequests = 0;
    run.emit({ ...heard, taken: true });
    if (verdict.isBargeIn) run.stopSpeaking("interrupted");
    const { marks, isPushToTalk } = pending;
    const said = { text: verdict.text, language, confidence };
    if (verdict.text === "") this.#listen();
    else run.dialog.take({ ...said, speechMs, startSample, isPushToTalk, marks });
  }

  /** Only the agent's name was said: listens for the message. */
  #listen(): void {
    const { attention, ear, mouth, ports } = this.#run;
    attention.openFollowUp(ear.sample);
    if (ports.options.sounds) mouth.earcon("listening");
    else void mouth.phrase("ready");
    void this.#sayReminders();
  }

  /** Says what is due; what is cut off comes up again with the next reply. */
  async #sayReminders(): Promise<void> {
    const { attention, ear, mouth, ports } = this.#run;
    const due = await ports.conversation.reminders?.();
    if (due === undefined || due.texts.length === 0) return;
    for (const text of due.texts) if (!(await mouth.phrase("reminder", { text }))) return;
    attention.openFollowUp(ear.sample);
    await due.done();
  }

  /** Stops speaking on a possible barge-in, so that the person can repeat it. */
  #yieldToSpeaker(): void {
    const { attention, ear } = this.#run;
    this.#run.stopSpeaking("interrupted");
    attention.openFollowUp(ear.sample);
  }

  async #askToRepeat(): Promise<void> {
    const { attention, ear, mouth } = this.#run;
    this.#repeatRequests++;
    if (this.#repeatRequests > maxRepeatRequests) {
      mouth.earcon("trouble");
      return;
    }
    await mouth.phrase("sorry");
    attention.openFollowUp(ear.sample);
  }
}

const tooLate = (id: string): LociError =>
  new LociError("MODEL_FAILED", `Cannot transcribe speech with ${id}: it does not answer`, {
    data: { reason: "timeout" },
  });
