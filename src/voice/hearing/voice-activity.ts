/// <reference path="./fvad-wasm.d.ts" />
import { LociError } from "../../errors.ts";
import { speechRate } from "../../models/transcribe.ts";
import { frameSamples } from "../audio-ports.ts";

/** Voice activity detection. It keeps state, so use one detector per stream. */
export type VoiceActivity = Awaited<ReturnType<typeof openVoiceActivity>>;

/**
 * Opens WebRTC's voice activity detection in its strictest mode. It judges single frames only; the endpointer decides
 * where speech ends. Rejects with LociError AUDIO_FAILED.
 */
export async function openVoiceActivity() {
  const fvad = await loadFvad();
  const detector = fvad._fvad_new();
  fvad._fvad_set_mode(detector, strictest);
  fvad._fvad_set_sample_rate(detector, speechRate);
  const samples = fvad._malloc(frameSamples * 2);
  let isOpen = true;
  return {
    isSpeech(pcm: Int16Array): boolean {
      if (!isOpen || pcm.length !== frameSamples) return false;
      fvad.HEAP16.set(pcm, samples >> 1);
      return fvad._fvad_process(detector, samples, frameSamples) === 1;
    },
    close(): void {
      if (!isOpen) return;
      isOpen = false;
      fvad._fvad_free(detector);
      fvad._free(samples);
    },
  };
}

const strictest = 3;

/** Imports the package on first use; it finds its WebAssembly next to itself. */
async function loadFvad() {
  const print = (): void => {}; // Its complaints come as an error too.
  try {
    const { default: openFvad } = await import("@echogarden/fvad-wasm");
    return await openFvad({ print, printErr: print });
  } catch (cause) {
    throw new LociError(
      "AUDIO_FAILED",
      'Cannot load voice activity detection "@echogarden/fvad-wasm": the package is damaged or missing; install Loci again',
      { cause },
    );
  }
}
