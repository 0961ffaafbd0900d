import type { TurnEvent } from "../agent/turn-event.ts";
import type { LociError } from "../errors.ts";
import type { PlainCommand } from "../language/commands/parse-command.ts";
import type { Speech, Synthesizer } from "../models/synthesize.ts";
import type { Transcriber } from "../models/transcribe.ts";
import type { Session } from "../session/session.ts";
import type { Recorder, Speaker, VoiceActivity, WakeWord } from "./audio-ports.ts";
import type { TurnTimes, VoiceEvent, VoiceState, VoiceTrouble } from "./voice-event.ts";

/**
 * A voice conversation, whatever is behind it: speech to text, a model and text to speech (cascade), or one model that
 * hears and speaks (live). Both store what was said in the session, so one can continue the other.
 */
export interface Orchestrator {
  readonly state: VoiceState;
  /** Listens and answers until aborted or the recorder ends. Call it once. Never throws. */
  run(signal: AbortSignal): AsyncIterable<VoiceEvent>;
  /** Handles the push-to-talk button. */
  press(press: Press): void;
  /** Cuts off what it says now and drops the waiting messages. */
  stopSpeaking(): void;
  /** What does not work now: the last trouble of each part. */
  troubles(): readonly VoiceTrouble[];
  /** When the last frame came in (`performance.now()`), 0 before the first; for a watchdog. */
  lastFrameAt(): number;
}

/** An action of the push-to-talk button. A `tap` starts listening, or ends it if it is on. */
export type Press = "down" | "up" | "tap";

/** A button of the device. */
export interface Button {
  /** Watches the button until aborted. Reports a failure once, and undefined once it works again. Never rejects. */
  run(on: ButtonListener, signal: AbortSignal): Promise<void>;
}

export interface ButtonListener {
  readonly press: (press: Press) => void;
  readonly trouble: (error: LociError | undefined) => void;
}

/** What a voice conversation is given; `src/app/voice/` provides it. */
export interface VoicePorts {
  readonly recorder: Recorder;
  /** Undefined if replies are only written. */
  readonly speaker: Speaker | undefined;
  readonly openVoiceActivity: () => Promise<VoiceActivity>;
  readonly transcriber: Transcriber;
  /** In order of preference: the first that works speaks. The last needs no server. */
  readonly synthesizers: readonly Synthesizer[];
  /** Where the model of `conversation` speaks its replies itself. */
  readonly live?: LiveVoice | undefined;
  readonly wakeWord: WakeWord | undefined;
  readonly button?: Button | undefined;
  readonly conversation: SpokenConversation;
  readonly options: VoiceOptions;
  /** Names that may come up (topics, people, agents), as hints for the transcriber. */
  readonly keywords: () => Promise<readonly string[]>;
  /** A monotonic clock (ms). */
  readonly elapsed: () => number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Stores the times of a turn. Never throws. */
  readonly noteTimes: (times: TurnTimes) => void;
}

export interface VoiceOptions {
  /** What makes it listen: `open`, anything said; `name`, the agent's name; `wake`, a wake word; `push`, a button. */
  readonly activation: "open" | "name" | "wake" | "push";
  /** Names of the agent. */
  readonly names: readonly string[];
  /** Silence that ends an utterance (ms). */
  readonly silenceMs: number;
  /** `off`: it doesn't listen while it speaks; `word`: a stop word interrupts it; `speech`: any speech does. */
  readonly bargeIn: "off" | "word" | "speech";
  /** Whether to play earcons for listening, thinking and trouble. */
  readonly sounds: boolean;
  /** Two-letter codes of the household's languages, the most used first. */
  readonly languages: readonly string[];
}

/** The part of a conversation that voice uses. */
export interface SpokenConversation {
  session(): Session;
  /** Answers a message. Failures are events, never exceptions. */
  turn(content: string, extra: SpokenTurnOptions, signal: AbortSignal): AsyncIterable<TurnEvent>;
  /** Executes a command. Failures are events, never exceptions. */
  execute(command: PlainCommand, signal: AbortSignal): AsyncIterable<TurnEvent>;
  /** What is due to be brought up; `done` once it was said. Neither rejects. */
  reminders?(): Promise<{
    readonly texts: readonly string[];
    readonly done: () => Promise<void>;
  }>;
  /** Trims a stored reply that was interrupted during playback to what was heard of it. */
  keepHeard(reply: number, heard: string): Promise<void>;
}

export interface SpokenTurnOptions {
  /** As the transcriber names it. */
  readonly language?: string;
  readonly confidence?: number;
  /** Returns the part of a reply that was heard before an interruption. */
  readonly heard?: (sent: string) => string;
  /** Duration of the stages before the message was transcribed (ms). */
  readonly latency?: Readonly<Record<string, number>>;
}

/** A model that hears and speaks itself. */
export interface LiveVoice {
  /** `trouble` is called when it cannot, and others take its place; with undefined once it can again. */
  start(on: { readonly trouble: (error: LociError | undefined) => void }): void;
  /** Somebody begins to speak: connects, if it is not connected. */
  warm(signal: AbortSignal): void;
  /** What was heard so last was not said to it. */
  unhear(text: string): void;
  /** Its sound goes to this reply from now on; undefined: to none. */
  replyTo(reply: LiveReply | undefined): void;
  close(): void;
}

/** A reply that a live model makes. */
export interface LiveReply {
  /** The model says these words itself: when they come as text, they need no other voice. */
  voice(words: string): void;
  /** What it says next. */
  add(voiced: VoicedText): void;
}

/** Text that has its sound already; both may still grow. */
export interface VoicedText {
  readonly text: () => string;
  readonly speech: Speech;
  /** No more than this was heard of it (ms). */
  cut(ms: number): void;
}
