import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { useTempFolder } from "../temp.ts";
import { bytesOf } from "./audio/sound.ts";

/**
 * Sound devices that are files, through ALSA's `file` plugin: no hardware, and not paced (a minute of sound takes
 * milliseconds; after what is to be heard come zeros for ever).
 */
export interface Alsa {
  /** What `device` is to be; `default` is the same pair. */
  readonly microphone: string;
  readonly speaker: string;
  /** What was played so far, 16-bit samples, one play after another; ALSA pads each to 20 ms with zeros. */
  spoken(): Int16Array;
}

export interface AlsaOptions {
  /** At 16 kHz. */
  readonly microphone?: Int16Array;
  /** Everything that is played is brought to this rate by ALSA; left out, bytes arrive as they are sent. */
  readonly spokenRate?: number;
}

/** A pair of such devices for `arecord` and `aplay`, until the test ends. */
export function useAlsa({ microphone = new Int16Array(0), spokenRate }: AlsaOptions = {}): Alsa {
  const folder = useTempFolder();
  const heard = join(folder, "heard.raw");
  const spoken = join(folder, "spoken.raw");
  const config = join(folder, "alsa.conf");
  // At its end the plugin repeats the last period for ever, so that must be zeros.
  writeFileSync(heard, Buffer.concat([bytesOf(microphone), Buffer.alloc(32_000)]));
  writeFileSync(config, configOf(heard, spoken, spokenRate));
  vi.stubEnv("ALSA_CONFIG_PATH", config);
  onTestFinished(() => void vi.unstubAllEnvs());
  return {
    microphone: "loci_microphone",
    speaker: "loci_speaker",
    spoken: () => samplesOf(existsSync(spoken) ? readFileSync(spoken) : Buffer.alloc(0)),
  };
}

/** Each `aplay` opens the file anew: only a pipe appends. */
function configOf(heard: string, spoken: string, rate: number | undefined): string {
  const converted =
    rate === undefined
      ? 'pcm.loci_speaker { type copy slave.pcm "loci_file" }'
      : `pcm.loci_speaker { type plug slave { pcm "loci_file" rate ${rate} format S16_LE channels 1 } }`;
  return `</usr/share/alsa/alsa.conf>
pcm.loci_microphone { type file slave.pcm "null" file "/dev/null" infile "${heard}" format "raw" }
pcm.loci_file { type file slave.pcm "null" file "| cat >> '${spoken}'" format "raw" }
${converted}
pcm.!default { type asym playback.pcm "loci_speaker" capture.pcm "loci_microphone" }
`;
}

function samplesOf(bytes: Buffer): Int16Array {
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return new Int16Array(Uint8Array.from(whole).buffer);
}
