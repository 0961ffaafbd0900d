import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { toLanguageCode } from "../../language/detect/language-code.ts";
import { isUnfinished } from "../../language/talk/is-unfinished.ts";
import { within } from "../../within.ts";
import { createQueue } from "../async/queue.ts";
import type { Press, RecorderEvent } from "../audio-ports.ts";
import { Attention } from "../hearing/attention.ts";
import type { VoiceActivity } from "../hearing/voice-activity.ts";
import type { VoiceEvent, VoiceState, VoiceTrouble } from "../voice-event.ts";
import { Dialog, type SpokenMessage } from "./dialog.ts";
import { Ear } from "./ear.ts";
import { Mouth } from "./mouth.ts";
import { Parts } from "./parts.ts";
import type { VoicePorts } from "./ports.ts";
import { Recognizer } from "./recognizer.ts";

/** Unread events; beyond this the oldest are dropped. */
const maxEvents = 10_000;
/** Longest wait after a cancel (ms): for replies to be stored, then for the recorder. `loci up` allows 8 s in all. */
const maxEndMs = 5_000;
const maxReleaseMs = 1_000;
/** How long it waits for an unfinished sentence to go on, and for silence (ms). */
const resumeMs = 1_500;
const maxSpeechMs = 8_000;
/** Frames between two yields. */
const framesOfSecond = 50;

/**
 * A voice conversation as a pipeline: voice activity detection, speech to text, the conversation, text to speech. The
 * stages run concurrently, so it listens while it thinks and thinks while it speaks. It owns the stages, and they reach
 * each other through it.
 */
export class Cascade {
  readonly ports: VoicePorts;
  readonly attention: Attention;
  readonly ear: Ear;
  readonly recognizer: Recognizer;
  readonly dialog: Dialog;
  readonly mouth: Mouth;
  readonly parts: Parts;
  state: VoiceState = "asleep";
  /** When the last frame came in (`performance.now()`), 0 before the first. */
  lastFrameAt = 0;
  readonly #events = createQueue<VoiceEvent>(maxEvents);
  readonly #over = new AbortController();
  #activity: VoiceActivity | undefined;
  /** No more sound is coming, so nobody goes on with an unfinished sentence. */
  #isSilent = false;
  /** Resolved by the next `refresh`. */
  #changed = Promise.withResolvers<void>();

  constructor(ports: VoicePorts) {
    this.ports = ports;
    this.attention = new Attention(ports.options);
    this.ear = new Ear(this);
    this.recognizer = new Recognizer(this);
    this.dialog = new Dialog(this);
    this.mouth = new Mouth(this);
    this.parts = new Parts(this);
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  get language(): string {
    return this.ports.conversation.language();
  }

  /** The language of a message if the household speaks it, else the session's. */
  languageOf({ language }: Pick<SpokenMessage, "language">): string {
    const code = language === null ? null : toLanguageCode(language);
    return code !== null && this.ports.options.languages.includes(code) ? code : this.language;
  }

  readonly emit = (event: VoiceEvent): void => this.#events.push(event);

  /** Listens and answers until aborted or the recorder ends. Call it once. Never throws. */
  async *run(signal: AbortSignal): AsyncIterable<VoiceEvent> {
    const done = this.#start(signal);
    try {
      yield* this.#events;
    } finally {
      this.#cancel(signal.reason);
      await done;
    }
  }

  /** Resolves when it is over: after an abort, or when the recorder has ended and what it heard is answered. */
  async #start(signal: AbortSignal): Promise<void> {
    const { ports } = this;
    this.emit({ type: "state", state: this.state });
    const cancelled = once(this.signal, "abort");
    const cancel = (): void => this.#cancel(signal.reason);
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
    const { parts, signal: over } = this;
    ports.live?.start((error) => parts.tell("live voice", error));
    try {
      this.#activity = await ports.openVoiceActivity();
    } catch (error) {
      parts.tell("microphone", error); // No sound counts as speech.
    }
    ports.wakeWord?.start(
      () => this.#wake(),
      (error) => parts.tell("wake", error),
    );
    const pressing = ports.button?.(this.press, (error) => parts.tell("button", error), over);
    const hearing = this.#hear();
    await Promise.race([hearing, cancelled]);
    if (this.signal.aborted) {
      await within(maxEndMs, () => this.#whenIdle());
      await within(maxReleaseMs, () => hearing);
    }
    this.#cancel();
    signal.removeEventListener("abort", cancel);
    ports.wakeWord?.close();
    this.#activity?.close();
    ports.live?.close();
    await pressing;
    this.#events.close();
  }

  #cancel(reason?: unknown): void {
    this.#over.abort(reason);
    this.stopSpeaking();
  }

  /** What does not work now: the last trouble of each part. */
  readonly troubles = (): readonly VoiceTrouble[] => this.parts.troubles();

  /** Handles the push-to-talk button. */
  readonly press = (press: Press): void => {
    if (this.signal.aborted || !this.ear.press(press)) return;
    this.stopSpeaking("interrupted");
    if (press === "tap") this.mouth.earcon("listening");
  };

  /** Cuts off the current reply and phrase; an interruption lets waiting messages stay. */
  stopSpeaking(why: "stopped" | "interrupted" = "stopped"): void {
    this.dialog.stop(why);
    this.mouth.cancelPhrases();
  }

  isSpeech(pcm: Int16Array): boolean {
    return this.#activity?.isSpeech(pcm) ?? false;
  }

  /** Whether anybody is listened to now, without a button. */
  canListen(): boolean {
    const { activation } = this.ports.options;
    if (activation === "push") return false;
    return activation !== "wake" || this.attention.isAwake(this.ear.sample);
  }

  /** What is said next needs no name for a while. */
  listenOn(): void {
    this.attention.openFollowUp(this.ear.sample);
  }

  /** Recomputes the state; called whenever something starts or ends. */
  refresh(): void {
    const state = this.#stateNow();
    if (state !== this.state) this.emit({ type: "state", state });
    if (state === "hearing" && state !== this.state) this.ports.live?.warm(this.signal);
    this.state = state;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** Speaking comes before thinking before hearing before listening. */
  #stateNow(): VoiceState {
    const { ear, mouth, dialog, attention } = this;
    if (mouth.isSpeaking) return "speaking";
    if (dialog.isBusy) return "thinking";
    if (ear.isHearing) return "hearing";
    const isPush = this.ports.options.activation === "push";
    const isAwake = ear.isPushToTalk || (!isPush && attention.isAwake(ear.sample));
    return isAwake ? "listening" : "asleep";
  }

  /** Resolves once this is so; looked at by `refresh`. */
  async #until(isMet: () => boolean): Promise<void> {
    while (!isMet()) await this.#changed.promise;
  }

  /** Resolves once nothing is being recognized, answered or spoken. */
  #whenIdle(): Promise<void> {
    return this.#until(() => ![this.recognizer, this.dialog, this.mouth].some((one) => one.isBusy));
  }

  /** If the message breaks off in mid-sentence, waits a moment for the rest to be spoken. */
  async awaitContinuation(message: SpokenMessage): Promise<void> {
    if (message.isPushToTalk || !isUnfinished(message.text, this.languageOf(message))) return;
    const goesOn = () => this.#until(() => this.ear.isHearing || this.#isSilent);
    await within(resumeMs, goesOn, this.signal);
    await this.whenQuiet();
  }

  /** Resolves once nobody speaks and what was said is understood, or after a while. */
  whenQuiet(): Promise<unknown> {
    const isQuiet = () => !this.ear.isHearing && !this.recognizer.isBusy;
    return within(maxSpeechMs, () => this.#until(isQuiet), this.signal);
  }

  #wake(): void {
    if (this.ear.isDeaf || this.signal.aborted) return;
    if (this.mouth.isSpeaking) this.stopSpeaking("interrupted");
    this.attention.wake(this.ear.sample);
    this.mouth.earcon("listening");
    this.refresh();
  }

  /** Hears the recorder until it ends or the run is over, and waits until everything is answered. Never rejects. */
  async #hear(): Promise<void> {
    let frames = 0;
    try {
      for await (const recorded of this.ports.recorder.record(this.signal)) {
        if (this.signal.aborted) break;
        await this.#take(recorded);
        frames++;
        // A file always has the next frame ready and would starve everything else.
        if (frames % framesOfSecond === 0) await setImmediate();
      }
    } catch (error) {
      this.parts.tell("microphone", error);
    }
    await this.#finishRecording();
  }

  #take(recorded: RecorderEvent): Promise<void> | undefined {
    switch (recorded.type) {
      case "trouble":
        this.parts.tell("microphone", recorded.error);
        return undefined;
      case "mended":
        this.parts.tell("microphone", undefined);
        return undefined;
      case "pause":
        return this.#finishRecording();
      case "frame":
        this.lastFrameAt = this.ports.elapsed();
        if (!this.ear.isDeaf) this.ports.wakeWord?.push(recorded.frame.pcm);
        this.ear.hear(recorded.frame);
        this.refresh();
        return undefined;
    }
  }

  /** The recording is over: what it held is answered before anything else is heard. */
  async #finishRecording(): Promise<void> {
    this.ear.finish();
    this.#isSilent = true;
    this.refresh();
    await this.#whenIdle();
    this.ear.finish();
    this.#isSilent = false;
  }
}
