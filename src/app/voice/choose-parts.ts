import { spokenLanguages } from "../../agent/languages.ts";
import { LociError } from "../../errors.ts";
import { topicsFor } from "../../memory/topics.ts";
import {
  chooseRealtime,
  chooseSynthesizers,
  chooseTranscriber,
} from "../../models/choose/choose-speech.ts";
import type { Transcriber } from "../../models/transcribe.ts";
import { openWyoming, toWyomingServer } from "../../models/wyoming/connection.ts";
import type { Viewer } from "../../vault/topic/viewer.ts";
import type { OpenVault } from "../vault/open-vault.ts";

/** What hears and speaks, as the settings choose it. Nothing is asked yet; each throws LociError BAD_CONFIG. */
export function chooseParts({ settings, env, root }: OpenVault) {
  const { transcriber, synthesizer, live, names, wake } = settings.voice;
  const here = { env, root, names, languages: spokenLanguages(settings) };
  return {
    transcriber: () => chooseTranscriber({ settings: transcriber, ...here }),
    /** The first that works speaks. */
    synthesizers: () => chooseSynthesizers({ settings: synthesizer, ...here }),
    /** The model that hears and speaks itself. */
    realtime: () => chooseRealtime({ settings: live, ...here }),
    /** Returns what connects to the server that hears the wake word. */
    wakeServer() {
      if (wake.url === undefined) {
        throw new LociError(
          "BAD_CONFIG",
          "Cannot wait for a wake word: nothing hears it; set voice.wake.url in device.yaml, or voice.activation to name",
        );
      }
      const server = toWyomingServer(wake.url, 10_400, "wake word server");
      return (signal: AbortSignal) => openWyoming(server, signal);
    },
  };
}

/** More hints do not make a transcriber better, and some servers refuse long lists. */
const maxKeywords = 100;

/** Names as hints for the transcriber: of Loci and its agents, and at home of the person and their topics. */
export async function keywordsFor(
  vault: OpenVault,
  viewer: Viewer,
  { isCloud }: Pick<Transcriber, "isCloud">,
): Promise<readonly string[]> {
  const { agent, agents, privacy, voice } = vault.settings;
  const own = [...voice.names, agent, ...Object.keys(agents)];
  const mayTell = !isCloud && privacy.enabled && privacy.crossSession;
  const topics = mayTell ? await topicsFor(vault, viewer) : [];
  const people = mayTell && viewer.person != null ? [viewer.person] : [];
  const names = [...own, ...people, ...topics.map(({ title }) => title)];
  return [...new Set(names)].slice(0, maxKeywords);
}
