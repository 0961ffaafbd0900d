import { spokenLanguages } from "../../agent/conversation/understood-languages.ts";
import { LociError } from "../../errors.ts";
import { topicsFor } from "../../memory/topics.ts";
import {
  chooseRealtime,
  chooseSynthesizers,
  chooseTranscriber,
} from "../../models/choose/choose-speech.ts";
import type { RealtimeModel } from "../../models/realtime.ts";
import type { Synthesizer } from "../../models/synthesize.ts";
import type { Transcriber } from "../../models/transcribe.ts";
import {
  openWyoming,
  toWyomingServer,
  type WyomingConnection,
} from "../../models/wyoming/connection.ts";
import type { Viewer } from "../../vault/topic/viewer.ts";
import type { OpenVault } from "../vault/open-vault.ts";

/** What turns speech into text. Throws LociError BAD_CONFIG, as the functions below. */
export const transcriberOf = ({ settings, env, root }: OpenVault): Transcriber =>
  chooseTranscriber({
    settings: settings.voice.transcriber,
    env,
    root,
    languages: spokenLanguages(settings),
  });

/** What turns text into speech; the first that works speaks. */
export const synthesizersOf = ({ settings, env, root }: OpenVault): readonly Synthesizer[] =>
  chooseSynthesizers({ settings: settings.voice.synthesizer, env, root });

/** The model that hears and speaks itself. */
export function realtimeOf({ settings, env, root }: OpenVault): RealtimeModel {
  const { live, names } = settings.voice;
  return chooseRealtime({ settings: live, env, root, names, languages: spokenLanguages(settings) });
}

/** Connects to the server that hears the wake word. */
export function wakeServerOf({
  settings,
}: Pick<OpenVault, "settings">): () => Promise<WyomingConnection> {
  const { url } = settings.voice.wake;
  if (url === undefined) {
    throw new LociError(
      "BAD_CONFIG",
      "Cannot wait for a wake word: nothing hears it; set voice.wake.url in device.yaml, or voice.activation to name",
    );
  }
  const server = toWyomingServer(url, 10_400, "wake word server");
  return () => openWyoming(server);
}

/** More hints do not make a transcriber better, and some servers refuse long lists. */
const maxKeywords = 100;

/** Names that may come up, as hints for the transcriber: of Loci and its agents, and at home of the person and their topics. */
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
