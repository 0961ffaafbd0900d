import { toLanguageCode } from "../../language/detect/language-code.ts";
import { isUnfinished } from "../../language/talk/is-unfinished.ts";
import { samplesOf } from "../audio-ports.ts";
import { type Attention, createAttention } from "../hearing/attention.ts";
import { createTroubles } from "../troubles.ts";
import type { VoiceEvent, VoiceState } from "../voice-event.ts";
import type { VoicePorts } from "../voice-ports.ts";
import { createLock } from "../waiting/lock.ts";
import { settleWithin } from "../waiting/settle-within.ts";
import { createEar, type Ear } from "./ear/ear.ts";
import { createVoices } from "./mouth/make-pieces.ts";
import { createMouth, type MouthParts } from "./mouth/mouth.ts";
import { createPhrases, newsPhrase, type Phrases } from "./mouth/say-phrase.ts";
import type { Attending, CascadeParts, Language } from "./talking/cascade-parts.ts";
import type { DialogState } from "./talking/handle-command.ts";
import { createTurnQueue, type SpokenMessage, type TurnQueue } from "./talking/turn-queue.ts";
import { createTyping, type Typing } from "./talking/typing.ts";
import { createRecentSpeech } from "./understanding/own-words.ts";
import { createUnderstanding, type Understanding } from "./understanding/understand.ts";

/** All parts of a cascade, joined for one run. */
export interface WiredCascade {
  readonly parts: CascadeParts;
  readonly ear: Ear;
  readonly attention: Attention;
  readonly turnQueue: TurnQueue;
  readonly typing: Typing;
  readonly phrases: Phrases;
  readonly state: () => VoiceState;
  /** Cuts short what is said now. */
  readonly interrupt: () => void;
  /** Nothing is said, understood or answered. */
  readonly whenIdle: () => Promise<void>;
  /** No more sound comes for now: an unfinished sentence stays unfinished. */
  readonly noteSilence: (isSilent: boolean) => void;
}

interface RunParts {
  readonly emit: (event: VoiceEvent) => void;
  readonly signal: AbortSignal;
  readonly isSpeech: (pcm: Int16Array) => boolean;
}

/** Joins the parts; nothing happens before sound comes. */
export function wireCascade(ports: VoicePorts, run: RunParts): WiredCascade {
  const { emit, signal } = run;
  const conditions = createConditions();
  let state: VoiceState = "asleep";
  let isSilent = false;
  const refresh = (): void => {
    const now = stateOf(wired);
    if (now !== state) emit({ type: "state", state: now });
    state = now;
    conditions.check();
  };
  const sample = (): number => ear.sample;
  const language = createLanguage(ports);
  const whenFree = (): Promise<unknown> =>
    settleWithin(longestRest, () => conditions.until(() => !ear.isHearing), signal);
  const speaking = wireMouth(ports, {
    ...run,
    sample,
    language,
    refresh,
    whenFree,
    ear: () => ear,
  });
  const { mouth, troubles, phrases } = speaking;
  const attention = createAttention(ports.options);
  const attending = createAttending(attention, sample);
  const talking = createLock();
  const shared = { ports, emit, signal, troubles, mouth, talking, sample, language };
  const parts = { ...shared, attending, phrase: phrases.say, refresh };
  const awaitContinuation = async (taken: SpokenMessage): Promise<void> => {
    if (taken.isAsked || !isUnfinished(taken.text, languageOf(taken, ports, language))) return;
    const from = sample();
    const isOver = (): boolean => {
      const waited = sample() - from;
      const goesOn = ear.isHearing || understanding.isBusy;
      const isLong = waited >= samplesOf(goesOn ? longestRest : restAfter);
      return isLong || isSilent || signal.aborted;
    };
    await conditions.until(isOver);
  };
  const dialog: DialogState = { question: undefined, lastReply: "" };
  const turnQueue = createTurnQueue({
    ...parts,
    dialog,
    awaitContinuation,
    languageOf: (taken) => languageOf(taken, ports, language),
  });
  const { recentSpeech } = speaking;
  const interrupt = (): void => {
    turnQueue.stop("interrupted");
    phrases.hush();
  };
  const understanding = createUnderstanding({
    ...{ ...parts, attention, turnQueue, recentSpeech },
    interrupt,
  });
  const typing = createTyping({ ...parts, ...speaking.written, dialog, interrupt });
  const ear = wireEar(run, parts, { attention, understanding, interrupt });
  const isIdle = (): boolean =>
    ![understanding, turnQueue, typing, phrases, mouth].some(({ isBusy }) => isBusy);
  const wired = {
    ...{ parts, ear, attention, turnQueue, typing, phrases, interrupt },
    state: () => state,
    whenIdle: () => conditions.until(isIdle),
    noteSilence(now: boolean) {
      isSilent = now;
      conditions.check();
    },
  };
  return wired;
}

/** Who breaks off in the middle of a sentence goes on within so long, and so long at most (ms of the sample clock). */
const restAfter = 1_500;
const longestRest = 8_000;

interface MouthRun extends RunParts {
  readonly sample: () => number;
  readonly language: Language;
  readonly refresh: () => void;
  /** Resolves when there is no speech, or after a long wait. */
  readonly whenFree: () => Promise<unknown>;
  readonly ear: () => Ear;
}

function wireMouth(ports: VoicePorts, run: MouthRun) {
  const { emit, signal, sample, language, refresh } = run;
  const { speaker, synthesizers, elapsed } = ports;
  const troubles = createTroubles(emit, (part, type) => {
    const name = newsPhrase(part, type, synthesizers.length > 1);
    if (name === undefined || signal.aborted) return;
    const isDeaf = part === "microphone" && type === "trouble";
    void phrases.say(name, {}, isDeaf ? {} : { whenFree: run.whenFree });
  });
  const recentSpeech = createRecentSpeech(sample);
  const mouthParts: MouthParts = {
    ...{ speaker, troubles, elapsed, signal },
    voices: createVoices(synthesizers, { troubles, elapsed }),
    sounds: ports.options.sounds,
    onSaying: recentSpeech.note,
    onSoundOver: refresh,
    onSpeaking(isSpeaking) {
      if (!isSpeaking) {
        run.ear().fellSilent(true);
        recentSpeech.end();
      }
      refresh();
    },
  };
  const mouth = createMouth(mouthParts);
  const mute = createMouth({ ...mouthParts, speaker: undefined });
  const rest = { emit, language: language.current, onChange: refresh };
  const written = { mouth: mute, phrase: createPhrases({ ...rest, mouth: mute }).say };
  const phrases = createPhrases({ ...rest, mouth });
  return { troubles, recentSpeech, mouth, phrases, written };
}

function wireEar(
  { isSpeech }: RunParts,
  { ports, mouth, refresh }: CascadeParts,
  {
    attention,
    understanding,
    interrupt,
  }: {
    readonly attention: Attention;
    readonly understanding: Understanding;
    readonly interrupt: () => void;
  },
): Ear {
  const { options } = ports;
  return createEar({
    options,
    isSpeech,
    isSpeaking: () => mouth.isSpeaking,
    mayListen: (sample) => {
      if (options.activation === "push") return false;
      return options.activation !== "wake" || attention.isAwake(sample);
    },
    onUtterance: (heard) => understanding.hear(heard),
    onTalkedOver: interrupt,
    onChange: refresh,
  });
}

function stateOf({
  ear,
  attention,
  turnQueue,
  typing,
  parts,
}: Omit<WiredCascade, "state">): VoiceState {
  const { mouth, ports, sample } = parts;
  const isPush = ports.options.activation === "push";
  return toVoiceState({
    isSpeaking: mouth.isSpeaking,
    isBusy: turnQueue.isBusy || typing.isBusy,
    isHearing: ear.isHearing,
    isAwake: ear.isAsked || (!isPush && attention.isAwake(sample())),
  });
}

function createAttending(attention: Attention, sample: () => number): Attending {
  return {
    replied: () => attention.replied(sample()),
    expects: () => attention.expects(sample()),
    woken: () => attention.woken(sample()),
    slept: () => attention.slept(),
  };
}

/** That of the session, once there is one. */
function createLanguage({ options, conversation }: VoicePorts): Language {
  let known: string | undefined;
  return {
    current: () => known ?? options.languages[0] ?? "en",
    set(language) {
      known = language;
    },
    learn() {
      try {
        known ??= conversation.session().language;
      } catch {
        // The turn will report what is wrong with it.
      }
    },
  };
}

function languageOf(
  { language }: SpokenMessage,
  { options }: VoicePorts,
  { current }: Language,
): string {
  const code = language === null ? null : toLanguageCode(language);
  return code !== null && options.languages.includes(code) ? code : current();
}

/** What goes on, as far as the state depends on it. */
interface Activity {
  readonly isSpeaking: boolean;
  /** Something that was taken is worked on. */
  readonly isBusy: boolean;
  /** Speech was detected. */
  readonly isHearing: boolean;
  /** What is said now is taken, without its name. */
  readonly isAwake: boolean;
}

/** The one state that is shown. */
export function toVoiceState(activity: Activity): VoiceState {
  if (activity.isSpeaking) return "speaking";
  if (activity.isBusy) return "thinking";
  if (activity.isHearing) return "hearing";
  return activity.isAwake ? "listening" : "asleep";
}

/** Waiters for conditions, which `check` evaluates again. */
interface Conditions {
  until(isMet: () => boolean): Promise<void>;
  check(): void;
}

/** Makes conditions that nothing waits for. */
function createConditions(): Conditions {
  let waiting: readonly { readonly isMet: () => boolean; readonly resolve: () => void }[] = [];
  return {
    async until(isMet) {
      if (isMet()) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting = [...waiting, { isMet, resolve }];
      await promise;
    },
    check() {
      if (waiting.length === 0) return;
      const met = waiting.filter(({ isMet }) => isMet());
      waiting = waiting.filter((one) => !met.includes(one));
      for (const { resolve } of met) resolve();
    },
  };
}
