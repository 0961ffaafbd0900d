import type { TurnEvent } from "../agent/turn-event.ts";
import type { PlainCommand } from "../language/commands/parse-command.ts";
import type { Synthesizer } from "../models/synthesize.ts";
import type { Transcriber } from "../models/transcribe.ts";
import type { Session } from "../session/session.ts";
import type { Recorder, Speaker, VoiceActivity, WakeWord } from "./audio-ports.ts";
import type { TurnTimes } from "./voice-event.ts";

/** What a conversation by voice needs; `src/app/voice/` wires it. */
export interface VoicePorts {
  readonly recorder: Recorder;
  /** Undefined: replies are written, not spoken. */
  readonly speaker: Speaker | undefined;
  readonly openVoiceActivity: () => Promise<VoiceActivity>;
  readonly transcriber: Transcriber;
  /** The first that works speaks; the last one needs no server. */
  readonly synthesizers: readonly Synthesizer[];
  readonly wakeWord: WakeWord | undefined;
  readonly conversation: SpokenConversation;
  readonly options: VoiceOptions;
  /** Names that may come up: topics, people, agents. */
  readonly keywords: () => Promise<readonly string[]>;
  /** Milliseconds by a clock that no adjustment moves. */
  readonly elapsed: () => number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Keeps the times of a turn. Never throws. */
  readonly noteTimes: (times: TurnTimes) => void;
}

export interface VoiceOptions {
  /** How a person comes to be heard: always, by its name, by a wake word, by a button. */
  readonly activation: "open" | "name" | "wake" | "push";
  /** What it is called. */
  readonly names: readonly string[];
  /** After a reply what follows needs no name, for so long (ms). */
  readonly followUpMs: number;
  /** Silence that ends a turn (ms). */
  readonly silenceMs: number;
  /** Shorter sounds are no speech (ms). */
  readonly minSpeechMs: number;
  readonly maxTurnMs: number;
  /** Transcripts below are not taken. */
  readonly minConfidence: number;
  /** `off`: it hears nothing while it speaks; `word`: a stop word interrupts it; `speech`: any speech does. */
  readonly bargeIn: "off" | "word" | "speech";
  /** Short sounds for listening, thinking and trouble. */
  readonly sounds: boolean;
  /** Languages of the household, the most used first. */
  readonly languages: readonly string[];
}

/** The conversation as voice needs it: the one of text and HTTP too. */
export interface SpokenConversation {
  session(): Session;
  /** One message. Failures are events, never exceptions. */
  turn(content: string, extra: SpokenExtra, signal: AbortSignal): AsyncIterable<TurnEvent>;
  /** Carries out a command. Failures are events. */
  execute(command: PlainCommand, signal: AbortSignal): AsyncIterable<TurnEvent>;
  /** Forgets one of the memories that `execute` found last, by its id. Failures are events: NOT_FOUND where it was changed. */
  choose(id: string): AsyncIterable<TurnEvent>;
  /** Cuts a reply that was stored whole, and interrupted while it was spoken, to what was heard of it. */
  keepHeard(reply: number, heard: string): Promise<void>;
}

export interface SpokenExtra {
  /** The transcriber's word for the language. */
  readonly language?: string;
  readonly confidence?: number;
  readonly mode: "voice" | "text";
  /** What the person got to hear of a reply that was interrupted. */
  readonly heard?: (sent: string) => string;
  /** Milliseconds by stage before the message was there. */
  readonly latency?: Readonly<Record<string, number>>;
}

export interface FoundWords {
  readonly id: string;
  readonly text: string;
  readonly isExact: boolean;
}
