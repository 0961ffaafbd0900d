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
import { createGpioButton } from "../../voice/button/gpio-button.ts";
import type { Button } from "../../voice/voice-ports.ts";
import type { OpenVault } from "../vault/open-vault.ts";

/** What turns speech into text, by the settings. Throws LociError BAD_CONFIG. */
export function transcriberOf({ settings, env, root }: OpenVault): Transcriber {
  const { voice } = settings;
  const languages = spokenLanguages(settings);
  return chooseTranscriber({ settings: voice.transcriber, env, root, languages });
}

/** What turns text into speech; the first that works speaks. Throws LociError BAD_CONFIG. */
export function synthesizersOf({ settings, env, root }: OpenVault): readonly Synthesizer[] {
  return chooseSynthesizers({ settings: settings.voice.synthesizer, env, root });
}

/** What hears and speaks itself. Throws LociError BAD_CONFIG. */
export function realtimeOf({ settings, env, root }: OpenVault): RealtimeModel {
  const { live, names } = settings.voice;
  return chooseRealtime({ settings: live, env, root, names, languages: spokenLanguages(settings) });
}

/** Opens the server that hears the wake word. Throws LociError BAD_CONFIG where the settings name none. */
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

/** The button of the settings, if there is one. */
export function buttonOf({ settings }: OpenVault): Button | undefined {
  const { gpioChip, gpioLine } = settings.voice.button;
  if (gpioLine === undefined) return undefined;
  return createGpioButton({ chip: gpioChip, line: gpioLine });
}

/** A transcriber does not get better by more of them, and some servers refuse long lists. */
const maxKeywords = 100;

/** Names that may come up: its own, and those of agents, people and topics that the person may see. A cloud transcriber gets only the first two. */
export async function keywordsFor(
  parts: OpenVault,
  viewer: Viewer,
  { isCloud }: Pick<Transcriber, "isCloud">,
): Promise<readonly string[]> {
  const { agent, agents, privacy, voice } = parts.settings;
  const own = [...voice.names, agent, ...Object.keys(agents)];
  if (isCloud || !privacy.enabled || !privacy.crossSession) return unique(own);
  const topics = await topicsFor(parts, viewer);
  const people = topics.flatMap(({ scope }) => /^people\/(.+)$/.exec(scope)?.[1] ?? []);
  const person = viewer.person == null ? [] : [viewer.person];
  return unique([...own, ...person, ...people, ...topics.map(({ title }) => title)]);
}

const unique = (names: readonly string[]): readonly string[] =>
  [...new Set(names.map((name) => name.trim()).filter((name) => name !== ""))].slice(
    0,
    maxKeywords,
  );
