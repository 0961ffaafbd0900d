import { createEarcon } from "../voice/audio/earcons.ts";
import { listDevices } from "../voice/audio/list-devices.ts";
import { measureLevel } from "../voice/audio/measure-level.ts";
import { createMicrophone } from "../voice/audio/microphone.ts";
import { createSpeaker } from "../voice/audio/speaker.ts";
import { type Diagnosis, type Findings, toDiagnosis } from "./diagnose.ts";
import type { OpenVault } from "./vault/open-vault.ts";
import { chooseParts } from "./voice/choose-parts.ts";

/** What turns speech into text or text into speech, or hears the wake word; its name may be known only once it was asked. */
interface Probed {
  readonly id: string;
  /** Audio or text leaves this network. */
  readonly isCloud: boolean;
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
const elapsed = (): number => performance.now();

/** Tries each device and server: records two seconds, of which only the level is used, and plays a tone. Announces both. */
export async function diagnoseVoice(
  vault: OpenVault,
  announce: (sentence: string) => void,
): Promise<Findings> {
  const { microphone, speaker, activation, orchestrator, button, wake } = vault.settings.voice;
  const chosen = chooseParts(vault);
  const problems: Diagnosis[] = [];
  const found: string[] = [];
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
      const silent = failure === undefined ? "" : " (does not answer)";
      const cloud = one.isCloud ? "; what is said leaves this network" : "";
      found.push(`${part.charAt(0).toUpperCase()}${part.slice(1)} ${one.id}${silent}${cloud}`);
    }
  };
  announce(`Listening to "${microphone}" for two seconds: say something`);
  const level = await attempt("microphone", () => listenTo(microphone));
  if (level === Number.NEGATIVE_INFINITY) problems.push(silenceOf(microphone));
  else if (level !== undefined) {
    found.push(`Microphone "${microphone}": ${level} dB at the loudest`);
  }
  if (speaker !== "none") {
    announce(`A short tone sounds from "${speaker}"`);
    await attempt("speaker", async () => {
      await playTone(speaker);
      found.push(`Speaker "${speaker}": took a tone; did you hear it?`);
    });
  }
  // A program that is missing is among the problems already.
  const devices = await listDevices().catch(() => ({ microphones: [], speakers: [] }));
  if (activation === "push" && button.gpioLine === undefined) problems.push(noButton);
  await ask("transcriber", () => [chosen.transcriber()]);
  if (speaker !== "none") await ask("synthesizer", chosen.synthesizers);
  if (orchestrator === "live") await ask("live voice", () => [chosen.realtime()]);
  if (activation === "wake") {
    await ask("wake", () => {
      const open = chosen.wakeServer();
      const probe = async () => void (await open(new AbortController().signal)).close();
      return [{ id: wake.url ?? "", isCloud: false, probe }];
    });
  }
  // By the names that the settings take.
  for (const [setting, list] of Object.entries(devices)) {
    for (const { name, description } of list)
      found.push(`For voice.${setting.slice(0, -1)}: ${name} (${description})`);
  }
  return { problems, found };
}

const listenTo = (device: string) =>
  measureLevel(createMicrophone({ device, elapsed }), listenMs, AbortSignal.timeout(timeoutMs));

async function playTone(device: string): Promise<void> {
  const tone = (async function* () {
    yield createEarcon("listening");
  })();
  const signal = AbortSignal.timeout(timeoutMs);
  const { problem } = await createSpeaker({ device, elapsed }).play(tone, { signal });
  if (problem !== undefined) throw problem;
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
