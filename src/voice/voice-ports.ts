import type { TurnEvent } from "../agent/turn-event.ts";
import type { LociError } from "../errors.ts";
import type { PlainCommand } from "../language/commands/parse-command.ts";
import type { Speech, Synthesizer } from "../models/synthesize.ts";
import type { Transcriber } from "../models/transcribe.ts";
import type { Session } from "../session/session.ts";
import type { Recorder, Speaker, VoiceActivity, WakeWord } from "./audio-ports.ts";
import type { TurnTimes } from "./voice-event.ts";

/** What a voice conversation is given; `src/app/voice/` provides it. */
export interface VoicePorts {
  readonly recorder: Recorder;
  /** Undefined if replies are only written. */
  readonly speaker: Speaker | undefined;
  readonly openVoiceActivity: () => Promise<VoiceActivity>;
  readonly transcriber: Transcriber;
  /** In order of preference: the first that works speaks. The last needs no server. */
  readonly synthesizers: readonly Synthesizer[];
  /** Who speaks the replies of `conversation` instead of them, where its model does so itself. */
  readonly live?: LiveVoice;
  readonly wakeWord: WakeWord | undefined;
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
  /** Forgets one of the memories that `execute` last found. Failures are events; NOT_FOUND if it was changed since. */
  choose(id: string): AsyncIterable<TurnEvent>;
  /** What is due to be brought up; `done` once it was said. Neither rejects. */
  reminders?(): Promise<{
    readonly texts: readonly string[];
    readonly done: () => Promise<void>;
  }>;
  /** Trims a stored reply that was interrupted during playback to what was heard of it. */
  keepHeard(reply: number, heard: string): Promise<void>;
}

/** A model that speaks its replies itself. */
export interface LiveVoice {
  /** `trouble` is called when it cannot, and others take its place; with undefined once it can again. */
  start(on: { readonly trouble: (error: LociError | undefined) => void }): void;
  /** The reply of the turn that begins now; one at a time. */
  beginReply(): LiveReply;
}

/** A reply as it is to be heard. */
export interface LiveReply {
  /** Takes each piece of its text as the conversation streams it. */
  write(text: string): void;
  /** The text so far is complete: its last sentence waits for no more. */
  flush(): void;
  end(): void;
  /** In order: what the model says itself, and sentences that are to be synthesized. One reader. */
  utterances(): AsyncIterable<string | VoicedText>;
}

/** Text that has its sound already. */
export interface VoicedText {
  /** As far as it has come. */
  readonly text: string;
  readonly speech: Speech;
  /** No more than this was heard of it (ms). */
  cut(ms: number): void;
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

export interface FoundMemory {
  readonly id: string;
  readonly text: string;
  readonly isExact: boolean;
}
