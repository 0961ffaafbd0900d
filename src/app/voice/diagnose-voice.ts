import { createEarcon } from "../../voice/audio/earcons.ts";
import { listDevices } from "../../voice/audio/list-devices.ts";
import { type Level, measureLevel } from "../../voice/audio/measure-level.ts";
import { createMicrophone } from "../../voice/audio/microphone.ts";
import { createSpeaker } from "../../voice/audio/speaker.ts";
import { type Diagnosis, toDiagnosis } from "../vault/diagnosis.ts";
import type { OpenVault } from "../vault/open-vault.ts";
import { chooseParts } from "./choose-parts.ts";

/** What the doctor found out about voice. */
export type AudioDiagnoses = Awaited<ReturnType<typeof diagnoseVoice>>;

/** What turns speech into text or text into speech, or hears the wake word. */
interface DiagnosedPart {
  readonly part: keyof typeof fixes;
  readonly id: string;
  /** Audio or text leaves this network. */
  readonly isCloud: boolean;
  readonly answers: boolean;
}

/** Its name may be known only once it was asked. */
interface Probed extends Pick<DiagnosedPart, "id" | "isCloud"> {
  /** What stands in its way. */
  probe(): Promise<unknown>;
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
export async function diagnoseVoice(vault: OpenVault, announce: (sentence: string) => void) {
  const { microphone, speaker, activation, orchestrator, button, wake } = vault.settings.voice;
  const chosen = chooseParts(vault);
  const problems: Diagnosis[] = [];
  const parts: DiagnosedPart[] = [];
  /** Adds the problem if the work fails, and returns undefined. */
  const attempt = async <T>(part: keyof typeof fixes, work: () => T | Promise<T>) => {
    try {
      return await work();
    } catch (error) {
      problems.push(toDiagnosis(error, fixes[part]));
      return undefined;
    }
  };
  const ask = async (part: keyof typeof fixes, choose: () => readonly Probed[]): Promise<void> => {
    for (const one of (await attempt(part, choose)) ?? []) {
      const failure = await one.probe().catch((error: unknown) => error);
      if (failure !== undefined) problems.push(toDiagnosis(failure, fixes[part]));
      parts.push({ part, id: one.id, isCloud: one.isCloud, answers: failure === undefined });
    }
  };
  announce(`Listening to "${microphone}" for two seconds: say something`);
  const level = await attempt("microphone", () => listenTo(microphone));
  const isSilent = level?.peakDb === Number.NEGATIVE_INFINITY;
  if (isSilent) problems.push(silenceOf(microphone));
  if (speaker !== "none") announce(`A short tone sounds from "${speaker}"`);
  const plays = speaker !== "none" && (await attempt("speaker", () => playTone(speaker)));
  // A program that is missing is among the problems already.
  const devices = await listDevices().catch(() => ({ microphones: [], speakers: [] }));
  if (activation === "push" && button.gpioLine === undefined) problems.push(noButton);
  await ask("transcriber", () => [chosen.transcriber()]);
  if (speaker !== "none") await ask("synthesizer", chosen.synthesizers);
  if (orchestrator === "live") await ask("live voice", () => [chosen.realtime()]);
  if (activation === "wake") {
    await ask("wake", () => {
      const open = chosen.wakeServer();
      const probe = async () => void (await open()).close();
      return [{ id: wake.url ?? "", isCloud: false, probe }];
    });
  }
  return {
    problems,
    /** By the names that the settings take. */
    devices,
    /** Decibels below full scale, over two seconds; null if nothing or only zeros came. */
    microphone: {
      device: microphone,
      peakDb: isSilent ? null : (level?.peakDb ?? null),
      rmsDb: isSilent ? null : (level?.rmsDb ?? null),
    },
    speaker: { device: speaker, plays: plays === true },
    parts,
  };
}

function listenTo(device: string): Promise<Level> {
  const microphone = createMicrophone({ device, elapsed: () => performance.now() });
  return measureLevel(microphone, listenMs, AbortSignal.timeout(timeoutMs));
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

const silenceOf = (device: string): Diagnosis => ({
  code: "MICROPHONE_SILENT",
  message: `The microphone "${device}" gives nothing but zeros`,
  fix: 'Look for a mute switch on it, then in "alsamixer" (F4: capture, Space)',
});

const noButton: Diagnosis = {
  code: "NO_BUTTON",
  message:
    "Cannot be talked to: it waits for a button (voice.activation is push), and there is none",
  fix: "Set voice.button.gpioLine in device.yaml, or voice.activation to name; without either, only Enter in a terminal and POST /api/voice/press start it",
};
