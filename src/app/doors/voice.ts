import type { LazyConversationServices } from "../../agent/conversation/context.ts";
import type { VoiceFigures } from "../../voice/turn-times/voice-figures.ts";
import type { OpenVault } from "../open-vault.ts";
import type { AudioDiagnoses } from "../voice/diagnose-audio.ts";
import type { RecordedAnswer, RecordedTurn } from "../voice/recorded-turn.ts";
import type { Voice, VoiceRequest } from "../voice/voice.ts";

/** Ears and mouth. */
export interface LociVoice {
  /** Opens them as the settings choose them. Throws as `Loci.converse`, and LociError BAD_CONFIG.
   * @example const voice = await loci.voice.open(); */
  open(request?: VoiceRequest): Promise<Voice>;
  /** Answers what was recorded elsewhere. Throws as `open`, and LociError BAD_INPUT for what is not a WAV file.
   * @example const answer = await loci.voice.recordedTurn({ wav, conversation: {}, speak: false }); */
  recordedTurn(turn: RecordedTurn): Promise<RecordedAnswer>;
  /** Where the time of the last turns by voice went; null if nobody has talked yet.
   * @example const figures = await loci.voice.figures(); */
  figures(): Promise<VoiceFigures | null>;
  /** Tries programs, devices and servers of ears and mouth; it listens, and a tone sounds.
   * @example await loci.voice.diagnose(console.log); */
  diagnose(say: (sentence: string) => void): Promise<AudioDiagnoses>;
}

/** What runs ears and a mouth is loaded by the first that needs it. */
export const openVoiceDoor = (parts: OpenVault, services: LazyConversationServices): LociVoice => ({
  async open(request) {
    const { openVoice } = await import("../voice/open-voice.ts");
    return openVoice(parts, await services.open(), request);
  },
  async recordedTurn(turn) {
    const { recordedTurn } = await import("../voice/recorded-turn.ts");
    return recordedTurn(parts, await services.open(), turn);
  },
  async figures() {
    const { readTimes } = await import("../../voice/turn-times/times-log.ts");
    const { voiceFigures } = await import("../../voice/turn-times/voice-figures.ts");
    return voiceFigures(readTimes(parts.lociDir));
  },
  diagnose: async (say) => (await import("../voice/diagnose-audio.ts")).diagnoseAudio(parts, say),
});
