import { createLock, type Lock } from "../../async/lock.ts";
import { abandonIterator, readWithTimeout } from "../../async/timeout.ts";
import { createEarcon, type EarconName } from "../../audio/earcons.ts";
import type { PlayResult, Speaker } from "../../audio-ports.ts";
import type { Troubles } from "../../troubles.ts";
import type { VoicedText } from "../../voice-ports.ts";
import { type BufferedSpeech, bufferSpeech } from "./buffered-speech.ts";
import { playWithWatchdog } from "./play-with-watchdog.ts";
import type { HeardPiece } from "./reply-text.ts";
import { maxThoughtMs, type Piece, synthesizePieces, type Voices } from "./synthesize-pieces.ts";

/** Synthesizes and plays speech and earcons, one at a time. */
export interface SpeechOutput {
  /** There is no speaker; texts are only written. */
  readonly isMute: boolean;
  readonly isSpeaking: boolean;
  /** The speaker is playing speech or an earcon. */
  readonly isBusy: boolean;
  /** Speaks texts as they come; resolves once the last was heard. Never rejects. */
  say(texts: AsyncIterable<string | VoicedText>, options: SayOptions): Promise<SayResult>;
  /** Plays an earcon, unless it is busy or earcons are off. Failures are not reported. */
  playEarcon(name: EarconName): void;
}

interface SayOptions {
  readonly language: () => string;
  readonly signal: AbortSignal;
  /** Playback starts after this resolves; synthesis starts at once. */
  readonly whenQuiet?: () => Promise<unknown>;
  /** The first sound is synthesized. */
  readonly onSynthesized?: () => void;
  /** The first sound goes to the device. */
  readonly onSound?: () => void;
}

/** How a call of `say` ended. */
export interface SayResult {
  readonly pieces: readonly HeardPiece[];
  readonly heardMs: number;
  readonly isInterrupted: boolean;
  /** Not everything could be synthesized or played. */
  readonly isBroken: boolean;
}

export interface SpeechOutputParts {
  readonly speaker: Speaker | undefined;
  readonly voices: Voices;
  readonly troubles: Troubles;
  readonly sounds: boolean;
  readonly elapsed: () => number;
  /** Aborted when the run ends. */
  readonly signal: AbortSignal;
  readonly onSpeaking: (isSpeaking: boolean) => void;
  readonly onEarconEnd: () => void;
  /** Called with each piece before it plays. */
  readonly onSaying: (piece: Pick<Piece, "spoken">) => void;
}

export function createSpeechOutput(parts: SpeechOutputParts): SpeechOutput {
  const { speaker, sounds } = parts;
  const lock = createLock();
  let isSpeaking = false;
  const onSpeaking = (now: boolean): void => {
    isSpeaking = now;
    parts.onSpeaking(now);
  };
  const playEarcon = (name: EarconName): void => {
    if (speaker === undefined || !sounds || lock.isHeld || parts.signal.aborted) return;
    void playEarconOn(name, speaker, lock, parts);
  };
  return {
    isMute: speaker === undefined,
    get isSpeaking() {
      return isSpeaking;
    },
    get isBusy() {
      return lock.isHeld;
    },
    async say(texts, options) {
      if (speaker === undefined) return drain(texts, options.signal);
      const result = await speak(texts, options, { ...parts, speaker, lock, onSpeaking });
      if (result.isBroken && result.pieces.length === 0) playEarcon("trouble");
      return result;
    },
    playEarcon,
  };
}

const nothing: SayResult = { pieces: [], heardMs: 0, isInterrupted: false, isBroken: false };

async function speak(
  texts: AsyncIterable<string | VoicedText>,
  options: SayOptions,
  parts: SpeechOutputParts & { readonly speaker: Speaker; readonly lock: Lock },
): Promise<SayResult> {
  const { speaker, lock, voices, troubles, elapsed, onSpeaking, onSaying } = parts;
  const { language, signal } = options;
  let isMute = false;
  const onMute = (): void => {
    isMute = true;
  };
  const over = new AbortController();
  const untilOver = AbortSignal.any([signal, over.signal]);
  const making = synthesizePieces(texts, { voices, language, signal: untilOver, elapsed, onMute });
  const first = await making.next();
  if (first.done === true) return { ...nothing, isInterrupted: signal.aborted, isBroken: isMute };
  options.onSynthesized?.();
  await options.whenQuiet?.();
  const release = await lock.take();
  const handedOver: Piece[] = [];
  try {
    if (signal.aborted) return { ...nothing, isInterrupted: true };
    onSpeaking(true);
    const onSound = (): void => options.onSound?.();
    const onPiece = (piece: Piece): void => {
      handedOver.push(piece);
      onSaying(piece);
    };
    const onReplaced = (piece: Piece): void =>
      void handedOver.splice(-1, 1, { ...piece, text: "" });
    const pieces = speechOfPieces(first.value, making, { onPiece, onReplaced });
    const played = await playWithWatchdog(speaker, pieces, { signal, onSound, elapsed });
    reportPlayed(played, troubles);
    if (signal.aborted) cutUnheard(handedOver, played);
    return {
      pieces: heardPieces(handedOver, played),
      heardMs: played.heardMs,
      isInterrupted: signal.aborted && played.isInterrupted,
      isBroken: isMute || played.problem !== undefined,
    };
  } finally {
    release();
    onSpeaking(false);
    over.abort(); // Stop synthesizing what will not be played.
    abandonIterator(making);
  }
}

async function drain(texts: AsyncIterable<unknown>, signal: AbortSignal): Promise<SayResult> {
  const source = readWithTimeout(maxThoughtMs, () => texts, signal);
  while ((await source.next()).done !== true);
  return nothing;
}

interface OnPieces {
  /** A piece goes to the speaker. */
  readonly onPiece: (piece: Piece) => void;
  /** Next to nothing of it was synthesized, so another voice repeats it. */
  readonly onReplaced: (piece: Piece) => void;
}

/** Yields the sound of the pieces. A piece that breaks off near its beginning is repeated once by another voice. */
async function* speechOfPieces(
  first: Piece,
  making: AsyncIterator<Piece, void>,
  { onPiece, onReplaced }: OnPieces,
): AsyncGenerator<BufferedSpeech> {
  let piece: Piece | undefined = first;
  while (piece !== undefined) {
    onPiece(piece);
    yield piece.speech;
    if (brokeOffEarly(piece)) {
      const again = await piece.again();
      if (again === undefined) return;
      onReplaced(piece);
      onPiece(again);
      yield again.speech;
    }
    const next: IteratorResult<Piece, void> = await making.next();
    piece = next.done === true ? undefined : next.value;
  }
}

const brokeOffEarly = ({ speech, spoken }: Piece): boolean =>
  speech.isBroken && speech.bufferedMs() < spoken.length * msPerCharacter * minSpokenShare;

/** A piece that breaks off after this share (0 to 1) is not repeated. */
const minSpokenShare = 0.25;

/** Estimated pace of a piece whose full length is unknown (ms a character). */
const msPerCharacter = 65;

function heardPieces(handedOver: readonly Piece[], { heard, heardMs }: PlayResult): HeardPiece[] {
  let before = 0;
  const shares = handedOver.slice(0, heard + 1).map(({ text, spoken, speech }, i) => {
    const bufferedMs = speech.bufferedMs();
    const ms = speech.isComplete ? bufferedMs : Math.max(bufferedMs, text.length * msPerCharacter);
    const share = i < heard ? 1 : ms === 0 ? 0 : (heardMs - before) / ms;
    before += bufferedMs;
    return { text, spoken, share: i < heard ? 1 : Math.min(0.99, Math.max(0, share)) };
  });
  return shares.filter(({ text }) => text !== "");
}

/** Tells the piece in which playback ended how much of it was heard. */
function cutUnheard(handedOver: readonly Piece[], { heard, heardMs }: PlayResult): void {
  const before = handedOver.slice(0, heard).reduce((ms, { speech }) => ms + speech.bufferedMs(), 0);
  handedOver[heard]?.cut?.(Math.max(0, heardMs - before));
}

function reportPlayed({ problem, heardMs }: PlayResult, troubles: Troubles): void {
  if (problem !== undefined) troubles.report("speaker", problem);
  else if (heardMs > 0) troubles.mend("speaker");
}

async function playEarconOn(
  name: EarconName,
  speaker: Speaker,
  lock: Lock,
  { signal, elapsed, onEarconEnd }: SpeechOutputParts,
): Promise<void> {
  const release = await lock.take();
  const onBroken = (): void => {}; // An earcon is generated here and cannot break off.
  const pieces = [bufferSpeech(createEarcon(name), { signal, elapsed, onBroken })].values();
  await playWithWatchdog(speaker, pieces, { signal, onSound: () => {}, elapsed });
  release();
  onEarconEnd();
}
