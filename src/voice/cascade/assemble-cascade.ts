import { toLanguageCode } from "../../language/detect/language-code.ts";
import { isUnfinished } from "../../language/talk/is-unfinished.ts";
import { createLock } from "../async/lock.ts";
import { runWithTimeout } from "../async/timeout.ts";
import { msToSamples } from "../audio-ports.ts";
import { createAttention } from "../hearing/attention.ts";
import { createTroubles } from "../troubles.ts";
import type { VoiceEvent, VoiceState } from "../voice-event.ts";
import type { VoicePorts } from "../voice-ports.ts";
import type { CascadeParts, Language } from "./dialog/cascade-parts.ts";
import type { DialogState } from "./dialog/handle-command.ts";
import { createTurnQueue, type SpokenMessage, type TurnQueue } from "./dialog/turn-queue.ts";
import { createSpeechInput, type SpeechInput } from "./input/speech-input.ts";
import { createPhrases, type Phrases, troublePhrase } from "./output/phrases.ts";
import { createSpeechOutput, type SpeechOutputParts } from "./output/speech-output.ts";
import { createVoices } from "./output/synthesize-pieces.ts";
import { createRecentSpeech } from "./recognition/echo.ts";
import { createRecognizer, type Recognizer } from "./recognition/recognizer.ts";

/** The parts of a cascade, connected for one run. */
export interface CascadeComponents {
  readonly parts: CascadeParts;
  readonly input: SpeechInput;
  readonly turnQueue: TurnQueue;
  readonly phrases: Phrases;
  readonly state: () => VoiceState;
  /** Cuts off the current reply and phrase; queued messages stay. */
  readonly interrupt: () => void;
  /** Resolves once nothing is being recognized, answered or spoken. */
  readonly whenIdle: () => Promise<void>;
  /** True while no more sound is coming: don't wait for the rest of an unfinished sentence. */
  readonly noteSilence: (isSilent: boolean) => void;
}

interface RunParts {
  readonly emit: (event: VoiceEvent) => void;
  readonly signal: AbortSignal;
  readonly isSpeech: (pcm: Int16Array) => boolean;
}

/** Creates the parts and connects them; nothing runs until the first frame. */
export function assembleCascade(ports: VoicePorts, run: RunParts): CascadeComponents {
  const { emit, signal } = run;
  const conditions = createConditions();
  let state: VoiceState = "asleep";
  let isSilent = false;
  const refresh = (): void => {
    const now = stateOf(components);
    if (now !== state) emit({ type: "state", state: now });
    state = now;
    conditions.check();
  };
  const sample = (): number => input.sample;
  const language = createLanguage(ports);
  // A phrase over a turn that is not understood yet would have it taken for one that was said over the phrase.
  const isQuiet = (): boolean => !input.isHearing && !recognizer.isBusy;
  const whenQuiet = () => runWithTimeout(maxRestMs, () => conditions.until(isQuiet), signal);
  const speaking = createOutputParts(ports, {
    ...run,
    sample,
    language,
    refresh,
    whenQuiet,
    input: () => input,
  });
  const { output, troubles, phrases } = speaking;
  const attention = createAttention(ports.options);
  const conversationLock = createLock();
  const shared = { ports, emit, signal, troubles, output, conversationLock, sample, language };
  const parts = { ...shared, attention, sayPhrase: phrases.say, refresh };
  const awaitContinuation = async (message: SpokenMessage): Promise<void> => {
    if (message.isPushToTalk || !isUnfinished(message.text, languageOf(message, ports, language)))
      return;
    const from = sample();
    const isOver = (): boolean => {
      const waited = sample() - from;
      const goesOn = input.isHearing || recognizer.isBusy;
      const isLong = waited >= msToSamples(goesOn ? maxRestMs : restAfter);
      return isLong || isSilent || signal.aborted;
    };
    await conditions.until(isOver);
  };
  const dialog: DialogState = { question: undefined, lastReply: "" };
  const turnQueue = createTurnQueue({
    ...parts,
    dialog,
    awaitContinuation,
    languageOf: (message) => languageOf(message, ports, language),
  });
  const interrupt = (): void => {
    turnQueue.stop("interrupted");
    phrases.cancel();
  };
  const recognizer = createRecognizer({
    ...{ ...parts, turnQueue, recentSpeech: speaking.recentSpeech },
    interrupt,
  });
  const input = createInput(run, parts, { recognizer, interrupt });
  const isIdle = (): boolean =>
    ![recognizer, turnQueue, phrases, output].some(({ isBusy }) => isBusy);
  const components = {
    ...{ parts, input, turnQueue, phrases, interrupt },
    state: () => state,
    whenIdle: () => conditions.until(isIdle),
    noteSilence(now: boolean) {
      isSilent = now;
      conditions.check();
    },
  };
  return components;
}

/** How long an unfinished sentence is waited for: until speech resumes, and at most (ms of recorded sound). */
const restAfter = 1_500;
const maxRestMs = 8_000;

interface OutputRun extends RunParts {
  readonly sample: () => number;
  readonly language: Language;
  readonly refresh: () => void;
  /** Resolves once nobody is speaking and what was said is understood, or after `maxRestMs`. */
  readonly whenQuiet: () => Promise<unknown>;
  readonly input: () => SpeechInput;
}

function createOutputParts(ports: VoicePorts, run: OutputRun) {
  const { emit, signal, sample, language, refresh } = run;
  const { speaker, synthesizers, elapsed } = ports;
  const troubles = createTroubles(emit, (part, type) => {
    const name = troublePhrase(part, type, synthesizers.length > 1);
    if (name === undefined || signal.aborted) return;
    const isDeaf = part === "microphone" && type === "trouble";
    void phrases.say(name, {}, isDeaf ? {} : { whenQuiet: run.whenQuiet });
  });
  ports.live?.start({
    trouble(error) {
      if (error === undefined) troubles.mend("live voice");
      else troubles.report("live voice", error);
    },
  });
  const recentSpeech = createRecentSpeech(sample);
  const outputParts: SpeechOutputParts = {
    ...{ speaker, troubles, elapsed, signal },
    voices: createVoices(synthesizers, { troubles, elapsed }),
    sounds: ports.options.sounds,
    onSaying: recentSpeech.note,
    onEarconEnd: refresh,
    onSpeaking(isSpeaking) {
      if (!isSpeaking) {
        run.input().playbackEnded(true);
        recentSpeech.end();
      }
      refresh();
    },
  };
  const output = createSpeechOutput(outputParts);
  const phrases = createPhrases({ emit, language: language.current, onChange: refresh, output });
  return { troubles, recentSpeech, output, phrases };
}

function createInput(
  { isSpeech }: RunParts,
  { ports, output, attention, refresh }: CascadeParts,
  { recognizer, interrupt }: { readonly recognizer: Recognizer; readonly interrupt: () => void },
): SpeechInput {
  const { options } = ports;
  return createSpeechInput({
    options,
    isSpeech,
    isSpeaking: () => output.isSpeaking,
    canListen: (sample) => {
      if (options.activation === "push") return false;
      return options.activation !== "wake" || attention.isAwake(sample);
    },
    onUtterance: (heard) => recognizer.hear(heard),
    onBargeIn: interrupt,
    onChange: refresh,
  });
}

function stateOf({ input, turnQueue, parts }: Omit<CascadeComponents, "state">): VoiceState {
  const { output, ports, sample, attention } = parts;
  const isPush = ports.options.activation === "push";
  return toVoiceState({
    isSpeaking: output.isSpeaking,
    isBusy: turnQueue.isBusy,
    isHearing: input.isHearing,
    isAwake: input.isPushToTalk || (!isPush && attention.isAwake(sample())),
  });
}

/** Tracks the session's language; until there is a session, the first configured one. */
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
        // The next turn reports the failure.
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

/** The inputs of `toVoiceState`. */
interface Activity {
  readonly isSpeaking: boolean;
  /** A message is being answered. */
  readonly isBusy: boolean;
  /** Somebody is speaking. */
  readonly isHearing: boolean;
  /** Speech is accepted now without the agent's name. */
  readonly isAwake: boolean;
}

/** Picks the state to show: speaking before thinking before hearing before listening. */
export function toVoiceState(activity: Activity): VoiceState {
  if (activity.isSpeaking) return "speaking";
  if (activity.isBusy) return "thinking";
  if (activity.isHearing) return "hearing";
  return activity.isAwake ? "listening" : "asleep";
}

/** Waits for conditions. They are evaluated only when `check` is called. */
interface Conditions {
  until(isMet: () => boolean): Promise<void>;
  check(): void;
}

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
