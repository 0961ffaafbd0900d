import type { Voice } from "../app/voice/voice.ts";
import type { Loci } from "../app.ts";
import type { DigestEvent } from "../conversation/context.ts";
import { messageOf } from "../errors.ts";
import type { ServedVoice } from "../server/server-ports.ts";
import { createVoiceScreen } from "./render-voice.ts";
import type { Screen } from "./screen.ts";
import { lastMs, whileAfter } from "./stop-signal.ts";
import { runVoice } from "./voice-run.ts";
import { voiceOpening } from "./voice-startup.ts";

/** Ears and mouth beside the rest of `loci up`. */
export interface VoiceForUp {
  readonly served: ServedVoice;
  /** What a watchdog goes by; undefined where nothing listens. */
  readonly ears: Pick<Voice, "lastFrameAt" | "troubles"> | undefined;
  /** Listens until stopped; then what was said is digested. Never rejects. */
  run(stop: AbortSignal): Promise<void>;
}

/** What `voice.enabled` sets up; a failure is reported, and the rest goes on. */
export async function voiceForUp(
  screen: Screen,
  loci: Loci,
  onDigested: (event: DigestEvent) => void,
): Promise<VoiceForUp | undefined> {
  if (!loci.settings.voice.enabled) return undefined;
  const { call } = screen;
  try {
    const voice = await loci.voice.open();
    const { languages } = loci.settings;
    const { minConfidence } = loci.settings.voice;
    voiceOpening(voice.inUse, { hasKeys: false, languages }).forEach(call.note);
    return {
      served: serve(voice),
      ears: voice,
      run: (stop) => run({ screen, voice, minConfidence, onDigested }, stop),
    };
  } catch (error) {
    const message = messageOf(error);
    call.error(`${message}. Until that is mended, "loci up" goes on without ears and mouth`);
    return { served: { problem: message }, ears: undefined, run: async () => {} };
  }
}

function serve(voice: Voice): ServedVoice {
  return {
    running: {
      state: () => ({
        state: voice.state,
        ...voice.inUse,
        troubles: voice.troubles(),
      }),
      problem: () => voice.troubles().find(({ part }) => part === "microphone")?.message,
      press: (press) => voice.press(press),
      stopSpeaking: () => voice.stopSpeaking(),
    },
  };
}

interface Running {
  readonly screen: Screen;
  readonly voice: Voice;
  readonly minConfidence: number;
  readonly onDigested: (event: DigestEvent) => void;
}

async function run(
  { screen, voice, minConfidence, onDigested }: Running,
  stop: AbortSignal,
): Promise<void> {
  const { call } = screen;
  // A service writes to a log: what is said at home is not to be kept there.
  const show = createVoiceScreen(call, { words: call.stdout.isTTY === true, minConfidence });
  const deadline = whileAfter(stop, lastMs);
  try {
    for await (const event of runVoice(voice, stop)) {
      if (event.type === "digest" && event.session !== null) onDigested(event);
      else show(event);
    }
    const digested = await voice.conversation.end(deadline);
    if (digested !== undefined) onDigested(digested);
  } catch (error) {
    call.error(`Cannot listen any more: ${messageOf(error)}; restart "loci up"`);
  }
}
