import type { DigestEvent } from "../agent/turn-event.ts";
import type { Loci } from "../app/loci.ts";
import { messageOf } from "../errors.ts";
import type { ServedVoice } from "../server/voice-routes.ts";
import { createVoiceRenderer } from "./render-voice.ts";
import type { Screen } from "./screen.ts";
import { digestDeadline } from "./stop-signal.ts";
import { voiceStartupLines } from "./voice-startup.ts";

/** Voice as a part of `loci up`. */
interface VoiceForUp {
  readonly served: ServedVoice;
  /** Listens until `stop` aborts, then digests the conversation. Never rejects. */
  run(stop: AbortSignal): Promise<void>;
}

/** Opens voice if `voice.enabled` is set. A failure is reported, and `loci up` goes on without it. */
export async function voiceForUp(
  { call }: Screen,
  loci: Loci,
  onDigested: (event: DigestEvent) => void,
): Promise<VoiceForUp | undefined> {
  const { voice: settings, languages } = loci.settings;
  if (!settings.enabled) return undefined;
  try {
    const voice = await loci.voice.open();
    for (const line of voiceStartupLines(voice.inUse, { hasKeys: false, languages })) {
      call.note(line);
    }
    // A service's output goes to a log, which should not keep what is said at home.
    const show = createVoiceRenderer(call, { words: call.stdout.isTTY === true });
    const run = async (stop: AbortSignal): Promise<void> => {
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
    };
    return { served: { running: voice }, run };
  } catch (error) {
    const problem = messageOf(error);
    call.error(`${problem}. Until that is fixed, "loci up" goes on without voice`);
    return { served: { problem }, run: async () => {} };
  }
}
