import type { Said } from "../../agent/turn.ts";
import type { TurnEvent } from "../../agent/turn-event.ts";
import type { PlainCommand } from "../../language/commands/parse-command.ts";
import type { Synthesizer } from "../../models/synthesize.ts";
import type { Transcriber } from "../../models/transcribe.ts";
import type { Recorder, Speaker, VoiceOptions } from "../audio-ports.ts";
import type { Button } from "../button/gpio-button.ts";
import type { VoiceActivity } from "../hearing/voice-activity.ts";
import type { Live } from "../live/live.ts";
import type { WakeWord } from "../wake/wyoming-wake.ts";

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
  readonly live?: Live | undefined;
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
}

export type SpokenExtra = Pick<Said, "language" | "confidence" | "latency">;

/** The part of a conversation that voice uses. */
export interface SpokenConversation {
  /** Its language as a two-letter code; before it begins, that which it will begin in. Never throws. */
  language(): string;
  /** Answers a message. Failures are events, never exceptions. */
  turn(content: string, extra: SpokenExtra, signal: AbortSignal): AsyncIterable<TurnEvent>;
  /** Executes a command. Failures are events, never exceptions. */
  execute(command: PlainCommand, signal: AbortSignal): AsyncIterable<TurnEvent>;
  /** Trims a stored reply that was interrupted during playback to what was heard of it. */
  keepHeard(reply: number, heard: string): Promise<void>;
}
