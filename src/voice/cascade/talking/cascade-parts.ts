import type { Troubles } from "../../troubles.ts";
import type { VoiceEvent } from "../../voice-event.ts";
import type { VoicePorts } from "../../voice-ports.ts";
import type { Lock } from "../../waiting/lock.ts";
import type { Mouth } from "../mouth/mouth.ts";
import type { SayPhrase } from "../mouth/say-phrase.ts";

/** What the parts of a cascade share for one run. */
export interface CascadeParts {
  readonly ports: VoicePorts;
  readonly emit: (event: VoiceEvent) => void;
  /** Aborted where the run is called off. */
  readonly signal: AbortSignal;
  readonly troubles: Troubles;
  readonly mouth: Mouth;
  /** Only one asks the conversation at a time. */
  readonly talking: Lock;
  /** The sample clock. */
  readonly sample: () => number;
  readonly language: Language;
  readonly attending: Attending;
  /** Says something of its own. Never rejects. */
  readonly phrase: SayPhrase;
  /** Something began or ended that the state depends on. */
  readonly refresh: () => void;
}

/** The language that is spoken, by its two-letter code: the session's. */
export interface Language {
  readonly current: () => string;
  readonly set: (language: string) => void;
  /** Asks the session, where it is not known yet. */
  readonly learn: () => void;
}

/** Who is listened to, by the sample clock. */
export interface Attending {
  /** It answered: follow-ups need no name for a while. */
  readonly replied: () => void;
  /** It asked something: the answer needs no name. */
  readonly expects: () => void;
  /** By wake word or button: the next utterance needs no name, from any speaker. */
  readonly woken: () => void;
  /** It was silenced: the next utterance needs its name. */
  readonly slept: () => void;
}
