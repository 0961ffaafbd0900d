import { LociError } from "../../errors.ts";
import { createOpenAiSynthesizer } from "../openai/synthesizer.ts";
import { createPiper } from "../piper/piper.ts";
import { createEspeak } from "../programs/espeak.ts";
import type { Synthesizer } from "../synthesize.ts";
import { createWyomingSynthesizer } from "../wyoming/synthesizer.ts";
import { findSoundPlace } from "./openai-place.ts";
import { readKey } from "./read-key.ts";

/** The settings of section `voice.synthesizer` that decide who speaks. */
interface SynthesizerSettings {
  readonly provider: "auto" | "espeak" | "openai" | "wyoming" | "piper";
  readonly url?: string | undefined;
  readonly model?: string | undefined;
  readonly voices: Readonly<Record<string, string>>;
  readonly speed: number;
  readonly sampleRate?: number | undefined;
  readonly apiKeyFile?: string | undefined;
  readonly timeoutMs: number;
}

export interface SynthesizerChoice {
  readonly settings: SynthesizerSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The vault: no key is read from a file in it. */
  readonly root: string;
}

/**
 * Who speaks, the first that works: the one that the settings name, then espeak-ng, which needs no server. Asks nobody.
 * Throws LociError BAD_CONFIG for settings that cannot work.
 */
export function chooseSynthesizers(choice: SynthesizerChoice): readonly Synthesizer[] {
  const { speed, voices, timeoutMs } = choice.settings;
  const server = chooseServer(choice);
  // Voices of a server are none of espeak-ng's.
  return server === undefined
    ? [createEspeak({ speed, voices, timeoutMs })]
    : [server, createEspeak({ speed })];
}

function chooseServer(choice: SynthesizerChoice): Synthesizer | undefined {
  const { provider, url, voices, speed, timeoutMs } = choice.settings;
  if (provider === "espeak" || (provider === "auto" && url === undefined)) return undefined;
  const isTcp = url?.startsWith("tcp:") === true;
  const timeouts = { first: timeoutMs, stall: Math.min(timeoutMs, 5_000) };
  if (provider === "wyoming" || (provider === "auto" && isTcp)) {
    if (url === undefined || !isTcp) throw wrongUrl(provider, url, "tcp://192.168.1.9:10200");
    return createWyomingSynthesizer({ url, voices, timeouts });
  }
  if (provider === "piper") {
    if (url === undefined || isTcp) throw wrongUrl(provider, url, "http://192.168.1.9:5000");
    return createPiper({ baseUrl: url, key: ownKey(choice), voices, speed, timeouts });
  }
  if (isTcp) throw wrongUrl(provider, url, "http://192.168.1.9:8000/v1");
  const { model, sampleRate } = choice.settings;
  return createOpenAiSynthesizer({
    ...findSoundPlace({ url, own: ownKey(choice), env: choice.env }, "synthesizer"),
    model,
    voices,
    speed,
    sampleRate,
    timeouts,
  });
}

function ownKey({ settings, env, root }: SynthesizerChoice): string | undefined {
  return readKey({
    env,
    variable: "LOCI_SYNTHESIZER_API_KEY",
    setting: "voice.synthesizer.apiKeyFile",
    file: settings.apiKeyFile,
    root,
  });
}

function wrongUrl(provider: string, url: string | undefined, example: string): LociError {
  const state = url === undefined ? "it has no address" : `its address is "${url}"`;
  const sentence = `Cannot speak with provider "${provider}": ${state}; set voice.synthesizer.url to one such as ${example}`;
  return new LociError("BAD_CONFIG", sentence);
}
