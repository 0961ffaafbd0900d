import type { LociError } from "../../errors.ts";
import type { Transcriber } from "../../models/transcribe.ts";
import { createEarcon } from "../../voice/audio/earcons.ts";
import { type AudioDevices, listDevices } from "../../voice/audio/list-devices.ts";
import { type Level, measureLevel } from "../../voice/audio/measure-level.ts";
import { createMicrophone } from "../../voice/audio/microphone.ts";
import { createSpeaker } from "../../voice/audio/speaker.ts";
import { type Diagnosis, toDiagnosis } from "../vault/diagnosis.ts";
import type { OpenVault } from "../vault/open-vault.ts";
import { realtimeOf, synthesizersOf, transcriberOf, wakeServerOf } from "./choose-parts.ts";

/** What the doctor found out about voice. */
export interface AudioDiagnoses {
  readonly problems: readonly Diagnosis[];
  /** By the names that the settings take. */
  readonly devices: AudioDevices;
  readonly microphone: {
    readonly device: string;
    /** Decibels below full scale, over two seconds; null if nothing or only zeros came. */
    readonly peakDb: number | null;
    readonly rmsDb: number | null;
  };
  readonly speaker: { readonly device: string; readonly plays: boolean };
  readonly parts: readonly DiagnosedPart[];
}

/** What turns speech into text or text into speech, or hears the wake word. */
interface DiagnosedPart {
  readonly part: keyof typeof fixes;
  readonly id: string;
  /** Audio or text leaves this network. */
  readonly isCloud: boolean;
  readonly answers: boolean;
}

const fixes = {
  microphone: "Set voice.microphone in device.yaml to one of the devices listed here",
  speaker: "Set voice.speaker in device.yaml to one of the devices listed here, or to none",
  transcriber: "Nothing is understood until this works: check voice.transcriber in device.yaml",
  synthesizer:
    "The next one that works speaks, or replies are written: check voice.synthesizer in device.yaml",
  "live voice": "The cascade replaces it until it works: check voice.live in device.yaml",
  wake: "Start the server that voice.wake.url names, or fix the address",
};

const listenMs = 2_000;
/** Keeps a device that hangs from stopping the doctor. */
const timeoutMs = 10_000;

/** Tries each device and server: records two seconds, of which only the level is used, and plays a tone. Announces both. */
export async function diagnoseVoice(
  vault: OpenVault,
  announce: (sentence: string) => void,
): Promise<AudioDiagnoses> {
  const problems: Diagnosis[] = [];
  const attempt: Attempt = async (part, work) => {
    try {
      return await work();
    } catch (error) {
      problems.push(toDiagnosis(error, fixes[part]));
      return undefined;
    }
  };
  const { microphone, speaker, activation, button } = vault.settings.voice;
  announce(`Listening to "${microphone}" for two seconds: say something`);
  const level = await attempt("microphone", () => listenTo(microphone));
  if (level !== undefined) problems.push(...problemsOfLevel(microphone, level));
  if (speaker !== "none") announce(`A short tone sounds from "${speaker}"`);
  const plays = speaker !== "none" && (await attempt("speaker", () => playTone(speaker)));
  // A program that is missing is among the problems already.
  const devices = await listDevices().catch(() => ({ microphones: [], speakers: [] }));
  if (activation === "push" && button.gpioLine === undefined) problems.push(noButton);
  const transcriber = await attempt("transcriber", () => transcriberOf(vault));
  const parts = await askParts(vault, attempt, transcriber);
  // A server may list its languages only once it was asked.
  problems.push(...problemsOfLanguages(vault, transcriber));
  return {
    problems,
    devices,
    microphone: {
      device: microphone,
      peakDb: toTenths(level?.peakDb),
      rmsDb: toTenths(level?.rmsDb),
    },
    speaker: { device: speaker, plays: plays === true },
    parts,
  };
}

/** Adds the problem if the work fails, and returns undefined. */
type Attempt = <T>(part: keyof typeof fixes, work: () => T | Promise<T>) => Promise<T | undefined>;

/** Asks each part of voice once; settings that cannot work are problems too. */
async function askParts(
  vault: OpenVault,
  attempt: Attempt,
  transcriber: Transcriber | undefined,
): Promise<readonly DiagnosedPart[]> {
  const { speaker, activation, orchestrator } = vault.settings.voice;
  const parts: DiagnosedPart[] = [];
  const ask = async (part: keyof typeof fixes, choose: () => readonly Probed[]): Promise<void> => {
    for (const one of (await attempt(part, choose)) ?? []) {
      const answers = await attempt(part, async () => {
        const failure = await one.probe();
        if (failure !== undefined) throw failure;
        return true;
      });
      parts.push({ part, id: one.id, isCloud: one.isCloud, answers: answers === true });
    }
  };
  if (transcriber !== undefined) await ask("transcriber", () => [transcriber]);
  if (speaker !== "none") await ask("synthesizer", () => synthesizersOf(vault));
  if (orchestrator === "live") await ask("live voice", () => [realtimeOf(vault)]);
  if (activation === "wake") await ask("wake", () => [wakeProbe(vault)]);
  return parts;
}

function problemsOfLanguages(vault: OpenVault, transcriber: Transcriber | undefined): Diagnosis[] {
  const unknown = vault.settings.languages.filter(
    (code) => transcriber?.languages?.includes(code) === false,
  );
  if (transcriber === undefined || unknown.length === 0) return [];
  const message = `${transcriber.id} does not understand ${unknown.join(", ")}`;
  const fix = "Set voice.transcriber.url in device.yaml to a server that does (docs/voice.md)";
  return [{ code: "UNKNOWN_LANGUAGE", message, fix }];
}

const toTenths = (level: number | undefined): number | null =>
  level === undefined || !Number.isFinite(level) ? null : Math.round(level * 10) / 10;

/** Its name may be known only once it was asked. */
interface Probed {
  readonly id: string;
  readonly isCloud: boolean;
  probe(): Promise<LociError | undefined>;
}

/** Throws LociError BAD_CONFIG if the settings name no server. */
function wakeProbe(vault: OpenVault): Probed {
  const open = wakeServerOf(vault);
  const probe = async (): Promise<undefined> => {
    (await open()).close();
  };
  return { id: vault.settings.voice.wake.url ?? "", isCloud: false, probe };
}

function listenTo(device: string): Promise<Level> {
  const microphone = createMicrophone({ device, elapsed: () => performance.now() });
  return measureLevel(microphone, { ms: listenMs, signal: AbortSignal.timeout(timeoutMs) });
}

async function playTone(device: string): Promise<boolean> {
  const speaker = createSpeaker({ device, elapsed: () => performance.now() });
  const tone = (async function* () {
    yield createEarcon("listening");
  })();
  const { problem } = await speaker.play(tone, { signal: AbortSignal.timeout(timeoutMs) });
  if (problem !== undefined) throw problem;
  return true;
}

const noButton: Diagnosis = {
  code: "NO_BUTTON",
  message:
    "Cannot be talked to: it waits for a button (voice.activation is push), and there is none",
  fix: "Set voice.button.gpioLine in device.yaml, or voice.activation to name; without either, only Enter in a terminal and POST /api/voice/press start it",
};

/** An occupied room is louder (dB). */
const quietDb = -50;
/** A larger share at full scale sounds distorted. */
const maxClipped = 0.005;

function problemsOfLevel(device: string, level: Level): Diagnosis[] {
  const { peakDb, isZeros, clipped, ms } = level;
  const problem = (code: string, state: string, fix: string): Diagnosis[] => [
    { code, message: `The microphone "${device}" ${state}`, fix },
  ];
  if (ms === 0) return problem("MICROPHONE_STUCK", "gives no sound", fixes.microphone);
  if (isZeros) {
    const fix = 'Look for a mute switch on it, then in "alsamixer" (F4: capture, Space)';
    return problem("MICROPHONE_SILENT", "gives nothing but zeros", fix);
  }
  if (clipped > maxClipped) {
    const state = `is too loud: ${(clipped * 100).toFixed(1)} % of the samples are at the limit`;
    return problem("MICROPHONE_CLIPS", state, 'Turn it down in "alsamixer" (F4: capture)');
  }
  if (peakDb > quietDb) return [];
  const state = `is very quiet: ${peakDb.toFixed(0)} dB at the loudest`;
  const fix =
    'If you spoke, turn it up in "alsamixer" (F4: capture); else speak and run this again';
  return problem("MICROPHONE_QUIET", state, fix);
}
