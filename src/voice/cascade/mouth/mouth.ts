import { type SoundName, soundOf } from "../../audio/sound-of.ts";
import type { Played, Speaker } from "../../audio-ports.ts";
import type { Troubles } from "../../troubles.ts";
import { createLock, type Lock } from "../../waiting/lock.ts";
import { letGo, readWithin } from "../../waiting/settle-within.ts";
import { keepSpeech, type MadeSpeech } from "./made-speech.ts";
import { longestThought, makePieces, type Piece, type Voices } from "./make-pieces.ts";
import { playGuarded } from "./play-guarded.ts";
import type { HeardPiece } from "./reply-text.ts";

/** Says one thing at a time. */
export interface Mouth {
  /** It has no speaker: what is to be said is written. */
  readonly isMute: boolean;
  readonly isSpeaking: boolean;
  /** The speaker is in use, if only for a sound. */
  readonly isBusy: boolean;
  /** Says texts as they come; resolves when the last was heard. Never rejects. */
  say(texts: AsyncIterable<string>, wishes: SayWishes): Promise<Uttered>;
  /** A short sound, unless it is speaking. Failures are not reported. */
  sound(name: SoundName): void;
}

interface SayWishes {
  readonly language: () => string;
  readonly signal: AbortSignal;
  /** Speech of its own accord is made at once, but played only after this resolves. */
  readonly whenFree?: () => Promise<unknown>;
  /** The first sound is made. */
  readonly onMade?: () => void;
  /** The first sound goes to the device. */
  readonly onSound?: () => void;
}

/** What became of what was to be said. */
export interface Uttered {
  readonly pieces: readonly HeardPiece[];
  readonly heardMs: number;
  readonly isInterrupted: boolean;
  /** Not all of it could be made or played. */
  readonly isBroken: boolean;
}

export interface MouthParts {
  readonly speaker: Speaker | undefined;
  readonly voices: Voices;
  readonly troubles: Troubles;
  readonly sounds: boolean;
  readonly elapsed: () => number;
  /** Of the whole run. */
  readonly signal: AbortSignal;
  readonly onSpeaking: (isSpeaking: boolean) => void;
  readonly onSoundOver: () => void;
  /** These words come next. */
  readonly onSaying: (text: string) => void;
}

/** Begins silent. */
export function createMouth(parts: MouthParts): Mouth {
  const { speaker, sounds } = parts;
  const lock = createLock();
  let isSpeaking = false;
  const onSpeaking = (now: boolean): void => {
    isSpeaking = now;
    parts.onSpeaking(now);
  };
  const sound = (name: SoundName): void => {
    if (speaker === undefined || !sounds || lock.isHeld || parts.signal.aborted) return;
    void playSound(name, speaker, lock, parts);
  };
  return {
    isMute: speaker === undefined,
    get isSpeaking() {
      return isSpeaking;
    },
    get isBusy() {
      return lock.isHeld;
    },
    async say(texts, wishes) {
      if (speaker === undefined) return drain(texts, wishes.signal);
      const uttered = await utter(texts, wishes, { ...parts, speaker, lock, onSpeaking });
      if (uttered.isBroken && uttered.pieces.length === 0) sound("trouble");
      return uttered;
    },
    sound,
  };
}

const nothing: Uttered = { pieces: [], heardMs: 0, isInterrupted: false, isBroken: false };

async function utter(
  texts: AsyncIterable<string>,
  wishes: SayWishes,
  parts: MouthParts & { readonly speaker: Speaker; readonly lock: Lock },
): Promise<Uttered> {
  const { speaker, lock, voices, troubles, elapsed, onSpeaking, onSaying } = parts;
  const { language, signal } = wishes;
  let isMute = false;
  const onMute = (): void => {
    isMute = true;
  };
  const over = new AbortController();
  const untilOver = AbortSignal.any([signal, over.signal]);
  const making = makePieces(texts, { voices, language, signal: untilOver, elapsed, onMute });
  const first = await making.next();
  if (first.done === true) return { ...nothing, isInterrupted: signal.aborted, isBroken: isMute };
  wishes.onMade?.();
  await wishes.whenFree?.();
  const release = await lock.take();
  const handed: Piece[] = [];
  try {
    if (signal.aborted) return { ...nothing, isInterrupted: true };
    onSpeaking(true);
    const onSound = (): void => wishes.onSound?.();
    const onPiece = (piece: Piece): void => {
      handed.push(piece);
      onSaying(piece.spoken);
    };
    const onUnsaid = (piece: Piece): void => void handed.splice(-1, 1, { ...piece, text: "" });
    const pieces = speechOf(first.value, making, { onPiece, onUnsaid });
    const played = await playGuarded(speaker, pieces, { signal, onSound, elapsed });
    reportPlayed(played, troubles);
    return {
      pieces: sharesOf(handed, played),
      heardMs: played.heardMs,
      isInterrupted: signal.aborted && played.isInterrupted,
      isBroken: isMute || played.problem !== undefined,
    };
  } finally {
    release();
    onSpeaking(false);
    over.abort(); // What was made and not played is not made to its end.
    letGo(making);
  }
}

async function drain(texts: AsyncIterable<string>, signal: AbortSignal): Promise<Uttered> {
  const source = readWithin(longestThought, () => texts, signal);
  while ((await source.next()).done !== true);
  return nothing;
}

interface OnPieces {
  /** It is handed over. */
  readonly onPiece: (piece: Piece) => void;
  /** Next to nothing of it was said: another voice says it. */
  readonly onUnsaid: (piece: Piece) => void;
}

/** The sound of the pieces; what a voice breaks off at its beginning another one says, once. */
async function* speechOf(
  first: Piece,
  making: AsyncIterator<Piece, void>,
  { onPiece, onUnsaid }: OnPieces,
): AsyncGenerator<MadeSpeech> {
  let piece: Piece | undefined = first;
  while (piece !== undefined) {
    onPiece(piece);
    yield piece.speech;
    if (isUnsaid(piece)) {
      const again = await piece.again();
      if (again === undefined) return;
      onUnsaid(piece);
      onPiece(again);
      yield again.speech;
    }
    const next: IteratorResult<Piece, void> = await making.next();
    piece = next.done === true ? undefined : next.value;
  }
}

const isUnsaid = ({ speech, spoken }: Piece): boolean =>
  speech.isBroken && speech.madeMs() < spoken.length * msOfCharacter * minSaid;

/** Speech that breaks off later is not repeated. */
const minSaid = 0.25;

/** How fast sentences are spoken that are not made to their end (ms a character). */
const msOfCharacter = 65;

function sharesOf(handed: readonly Piece[], { heard, heardMs }: Played): HeardPiece[] {
  let before = 0;
  const shares = handed.slice(0, heard + 1).map(({ text, spoken, speech }, i) => {
    const madeMs = speech.madeMs();
    const ms = speech.isWhole ? madeMs : Math.max(madeMs, text.length * msOfCharacter);
    const share = i < heard ? 1 : ms === 0 ? 0 : (heardMs - before) / ms;
    before += madeMs;
    return { text, spoken, share: i < heard ? 1 : Math.min(0.99, Math.max(0, share)) };
  });
  return shares.filter(({ text }) => text !== "");
}

function reportPlayed({ problem, heardMs }: Played, troubles: Troubles): void {
  if (problem !== undefined) troubles.report("speaker", problem);
  else if (heardMs > 0) troubles.mend("speaker");
}

async function playSound(
  name: SoundName,
  speaker: Speaker,
  lock: Lock,
  { signal, elapsed, onSoundOver }: MouthParts,
): Promise<void> {
  const release = await lock.take();
  const onBroken = (): void => {}; // A generated sound does not break off.
  const pieces = [keepSpeech(soundOf(name), { signal, elapsed, onBroken })].values();
  await playGuarded(speaker, pieces, { signal, onSound: () => {}, elapsed });
  release();
  onSoundOver();
}
