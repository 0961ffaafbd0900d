import type { PhraseName, PhraseValues } from "../../language/types/phrases.ts";
import type { VoiceEvent } from "../voice-event.ts";
import type { VoicePorts } from "../voice-ports.ts";
import type { Lock } from "../waiting/lock.ts";
import type { Mouth } from "./mouth/mouth.ts";
import type { Troubles } from "./troubles.ts";

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

/** A phrase, in the language that is spoken; what is said of its own accord (no signal) ends with `hush` and with the run. */
export type SayPhrase = (
  name: PhraseName,
  values?: PhraseValues,
  wishes?: PhraseWishes,
) => Promise<void>;

interface PhraseWishes {
  readonly signal?: AbortSignal;
  readonly language?: string;
  /** It is said no earlier than this resolves. */
  readonly whenFree?: () => Promise<unknown>;
}

/** The language that is spoken, by its two-letter code: the session's. */
export interface Language {
  readonly current: () => string;
  readonly set: (language: string) => void;
  /** Asks the session, where it is not known yet. */
  readonly learn: () => void;
}

/** To whom it listens, by the sample clock. */
export interface Attending {
  /** It has answered: what follows needs no name for a while. */
  readonly replied: () => void;
  /** It has asked something: it waits for the answer of whoever it talks to. */
  readonly expects: () => void;
  /** It waits for what comes next, from whomever. */
  readonly woken: () => void;
  /** It was told to be quiet. */
  readonly slept: () => void;
}
