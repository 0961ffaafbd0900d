import type { TurnEvent } from "../../../agent/turn-event.ts";
import { phrase, phraseLanguage } from "../../../language/talk/phrase.ts";
import type { PhraseName, PhraseValues } from "../../../language/types/phrases.ts";
import type { VoiceEvent, VoicePart } from "../../voice-event.ts";
import type { Mouth } from "./mouth.ts";
import { createReplyText, heardText } from "./reply-text.ts";

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

/** What the agent says that is no reply. */
export interface Phrases {
  readonly say: SayPhrase;
  /** Something is said, or about to be. */
  readonly isBusy: boolean;
  /** Ends what is said of its own accord. */
  hush(): void;
}

interface PhraseParts {
  /** What a mute one would say is still emitted. */
  readonly mouth: Mouth;
  readonly emit: (event: VoiceEvent) => void;
  readonly language: () => string;
  readonly onChange: () => void;
}

/** Begins silent. */
export function createPhrases({ mouth, emit, language, onChange }: PhraseParts): Phrases {
  let own = new AbortController();
  let saying = 0;
  const sayNow: SayPhrase = async (name, values, wishes = {}) => {
    const { signal = own.signal, language: wanted = language(), whenFree } = wishes;
    await sayOwn(
      phrase(name, wanted, values),
      { mouth, emit },
      {
        language: () => phraseLanguage(wanted),
        signal,
        ...(whenFree && { whenFree }),
      },
    );
  };
  return {
    async say(name, values, wishes) {
      saying++;
      await sayNow(name, values, wishes);
      saying--;
      onChange();
    },
    get isBusy() {
      return saying > 0;
    },
    hush() {
      own.abort();
      own = new AbortController();
    },
  };
}

/** Says a text that is no part of a reply, and emits as much as was heard; without a speaker, the text. */
export async function sayOwn(
  text: string,
  { mouth, emit }: Pick<PhraseParts, "mouth" | "emit">,
  wishes: Parameters<Mouth["say"]>[1],
): Promise<void> {
  if (mouth.isMute) {
    emit({ type: "spoken", text, isInterrupted: false, isOwn: true });
    return;
  }
  const whole = createReplyText();
  whole.write(text);
  whole.end();
  const { pieces, isInterrupted } = await mouth.say(whole.sentences(), wishes);
  const heard = heardText(pieces);
  if (heard !== "") emit({ type: "spoken", text: heard, isInterrupted, isOwn: true });
}

/** What is said aloud where a part fails or works again; undefined where nothing need be. Pure. */
export function newsPhrase(
  part: VoicePart,
  type: "trouble" | "mended",
  hasOtherVoice: boolean,
): PhraseName | undefined {
  if (part === "microphone") return type === "trouble" ? "cannot_hear" : "hears_again";
  if (type === "mended") return undefined;
  if (part === "transcriber") return "transcriber_gone";
  if (part === "wake") return "wake_gone";
  return part === "synthesizer" && hasOtherVoice ? "voice_gone" : undefined;
}

/** What is said of a failure; undefined where it is plain enough, since a part of the reply was heard. Pure. */
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
