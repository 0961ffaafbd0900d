import type { DigestEvent } from "../agent/conversation/context.ts";
import type { Loci } from "../app/loci.ts";
import type { Voice } from "../app/voice/open-voice.ts";
import { messageOf } from "../errors.ts";
import type { ServedVoice } from "../server/voice-routes.ts";
import { createVoiceRenderer } from "./render-voice.ts";
import type { Screen } from "./screen.ts";
import { digestDeadline } from "./stop-signal.ts";
import { voiceStartupLines } from "./voice-startup.ts";

/** Voice as a part of `loci up`. */
export interface VoiceForUp {
  readonly served: ServedVoice;
  /** For the watchdog; undefined if voice failed to start. */
  readonly ears: Pick<Voice, "lastFrameAt" | "troubles"> | undefined;
  /** Listens until `stop` aborts, then digests the conversation. Never rejects. */
  run(stop: AbortSignal): Promise<void>;
}

/** Opens voice if `voice.enabled` is set. A failure is reported, and `loci up` goes on without it. */
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
    voiceStartupLines(voice.inUse, { hasKeys: false, languages }).forEach(call.note);
    return {
      served: { running: voice },
      ears: voice,
      run: (stop) => run({ screen, voice, onDigested }, stop),
    };
  } catch (error) {
    const message = messageOf(error);
    call.error(`${message}. Until that is fixed, "loci up" goes on without voice`);
    return { served: { problem: message }, ears: undefined, run: async () => {} };
  }
}

interface Running {
  readonly screen: Screen;
  readonly voice: Voice;
  readonly onDigested: (event: DigestEvent) => void;
}

async function run({ screen, voice, onDigested }: Running, stop: AbortSignal): Promise<void> {
  const { call } = screen;
  // A service's output goes to a log, which should not keep what is said at home.
  const show = createVoiceRenderer(call, { words: call.stdout.isTTY === true });
  const deadline = digestDeadline(stop);
  try {
    for await (const event of voice.run(stop)) {
      if (event.type === "digest" && event.session !== null) onDigested(event);
      else show(event);
    }
    const digested = await voice.conversation.end(deadline);
    if (digested !== undefined) onDigested(digested);
  } catch (error) {
    call.error(`Cannot listen any more: ${messageOf(error)}; restart "loci up"`);
  }
}
