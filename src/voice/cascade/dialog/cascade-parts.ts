import type { Lock } from "../../async/lock.ts";
import type { Attention } from "../../hearing/attention.ts";
import type { Troubles } from "../../troubles.ts";
import type { VoiceEvent } from "../../voice-event.ts";
import type { VoicePorts } from "../../voice-ports.ts";
import type { SayPhrase } from "../output/phrases.ts";
import type { SpeechOutput } from "../output/speech-output.ts";

/** What the parts of a cascade share during one run. */
export interface CascadeParts {
  readonly ports: VoicePorts;
  readonly emit: (event: VoiceEvent) => void;
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal;
  readonly troubles: Troubles;
  readonly output: SpeechOutput;
  /** Held by whoever is using the conversation: one turn or command at a time. */
  readonly conversationLock: Lock;
  /** Number of the latest sample from the microphone: the clock of everything that was heard. */
  readonly sample: () => number;
  readonly language: Language;
  readonly attention: Attention;
  /** Speaks a fixed phrase that is not part of a reply. Never rejects. */
  readonly sayPhrase: SayPhrase;
  /** Recomputes the state; call it whenever something starts or ends. */
  readonly refresh: () => void;
}

/** The session's language, as a two-letter code. */
export interface Language {
  readonly current: () => string;
  readonly set: (language: string) => void;
  /** Reads it from the session if it is not known yet. Never throws. */
  readonly learn: () => void;
}
