import type { TurnEvent } from "../../../agent/turn-event.ts";
import { phrase, phraseLanguage } from "../../../language/talk/phrase.ts";
import type { PhraseName, PhraseValues } from "../../../language/types/phrases.ts";
import type { VoiceEvent, VoicePart } from "../../voice-event.ts";
import { createReplyText, heardText } from "./reply-text.ts";
import type { SpeechOutput } from "./speech-output.ts";

/**
 * Speaks a fixed phrase in the session's language. Without a signal, `cancel` and the end of the run cut it off. True
 * where all of it was heard.
 */
export type SayPhrase = (
  name: PhraseName,
  values?: PhraseValues,
  options?: PhraseOptions,
) => Promise<boolean>;

interface PhraseOptions {
  readonly signal?: AbortSignal;
  readonly language?: string;
  /** Playback starts after this resolves. */
  readonly whenQuiet?: () => Promise<unknown>;
}

/** The fixed phrases the agent says beside its replies, such as "I did not understand". */
export interface Phrases {
  readonly say: SayPhrase;
  /** A phrase is playing or waiting to be played. */
  readonly isBusy: boolean;
  /** Cuts off the phrases that have no signal of their own. */
  cancel(): void;
}

interface PhraseParts {
  /** If it is mute, phrases are only emitted as events. */
  readonly output: SpeechOutput;
  readonly emit: (event: VoiceEvent) => void;
  readonly language: () => string;
  readonly onChange: () => void;
}

export function createPhrases({ output, emit, language, onChange }: PhraseParts): Phrases {
  let own = new AbortController();
  let saying = 0;
  return {
    async say(
      name,
      values,
      { language: wanted = language(), signal = own.signal, whenQuiet } = {},
    ) {
      saying++;
      const isHeard = await sayText(
        phrase(name, wanted, values),
        { output, emit },
        { language: () => phraseLanguage(wanted), signal, ...(whenQuiet && { whenQuiet }) },
      );
      saying--;
      onChange();
      return isHeard;
    },
    get isBusy() {
      return saying > 0;
    },
    cancel() {
      own.abort();
      own = new AbortController();
    },
  };
}

/** Speaks a text that is not part of a reply and emits what was heard of it; without a speaker, the whole text. True where that is all. */
export async function sayText(
  text: string,
  { output, emit }: Pick<PhraseParts, "output" | "emit">,
  options: Parameters<SpeechOutput["say"]>[1],
): Promise<boolean> {
  if (output.isMute) {
    emit({ type: "spoken", text, isInterrupted: false, isOwn: true });
    return true;
  }
  const whole = createReplyText();
  whole.write(text);
  whole.end();
  const { pieces, isInterrupted } = await output.say(whole.sentences(), options);
  const heard = heardText(pieces);
  if (heard !== "") emit({ type: "spoken", text: heard, isInterrupted, isOwn: true });
  return heard !== "" && !isInterrupted;
}

/** Picks the phrase to say when a part fails or works again; undefined if none is needed. Pure. */
export function troublePhrase(
  part: VoicePart,
  type: "trouble" | "mended",
  hasOtherVoice: boolean,
): PhraseName | undefined {
  if (part === "microphone") return type === "trouble" ? "cannot_hear" : "hears_again";
  if (type === "mended") return undefined;
  if (part === "transcriber") return "transcriber_gone";
  if (part === "wake") return "wake_gone";
  if (part === "live voice") return "voice_gone";
  return part === "synthesizer" && hasOtherVoice ? "voice_gone" : undefined;
}

/** Picks the phrase for a failed turn; undefined if part of the reply was heard and only its end is missing. Pure. */
export function errorPhrase(
  { code, message, data }: Extract<TurnEvent, { type: "error" }>,
  wasHeard: boolean,
): PhraseName | undefined {
  if (code === "MODEL_FAILED") {
    const isEnd = data?.reason === "length" || data?.reason === "filtered";
    return wasHeard && isEnd ? undefined : "model_trouble";
  }
  if (code === "BUSY") return "memory_slow";
  const isFull = /ENOSPC|SQLITE_FULL|no space|disk is full/i.test(message);
  return isFull ? "disk_full" : "failed";
}
