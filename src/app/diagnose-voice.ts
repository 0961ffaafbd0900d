import type { DeviceClock } from "../device-clock.ts";
import type { Provider } from "../models/provider.ts";
import { createEarcon } from "../voice/audio/earcons.ts";
import { listDevices } from "../voice/audio/list-devices.ts";
import { measureLevel } from "../voice/audio/measure-level.ts";
import { createMicrophone } from "../voice/audio/microphone.ts";
import { createSpeaker } from "../voice/audio/speaker.ts";
import { type Finding, toDiagnosis } from "./diagnose.ts";
import type { OpenVault } from "./vault/open-vault.ts";
import { chooseParts } from "./voice/choose-parts.ts";

interface Probed extends Pick<Provider, "id" | "isCloud"> {
  /** What stands in its way. */
  probe(): Promise<unknown>;
}

const listenMs = 2_000;
/** Keeps a device that hangs from stopping the doctor. */
const timeoutMs = 10_000;

/** Tries each device and server: measures two seconds of sound and plays a tone. Announces both. */
export async function* diagnoseVoice(
  vault: OpenVault,
  announce: (sentence: string) => void,
): AsyncGenerator<Finding> {
  const { microphone, speaker, activation, orchestrator, button, wake } = vault.settings.voice;
  const { transcriber, synthesizers, realtime, wakeServer } = chooseParts(vault);
  announce(`Listening to "${microphone}" for two seconds: say something`);
  yield await orProblem(fixes.microphone, listen(microphone, vault.clock));
  if (speaker !== "none") {
    announce(`A short tone sounds from "${speaker}"`);
    yield await orProblem(fixes.speaker, playTone(speaker, vault.clock));
  }
  if (activation === "push" && button.gpioLine === undefined) {
    const message =
      "Cannot be talked to: it waits for a button (voice.activation is push), and there is none";
    const fix =
      "Set voice.button.gpioLine or voice.activation in device.yaml; until then Enter or POST /api/voice/press starts it";
    yield { code: "NO_BUTTON", message, fix };
  }
  yield* ask("transcriber", () => [transcriber()]);
  if (speaker !== "none") yield* ask("synthesizer", synthesizers);
  if (orchestrator === "live") yield* ask("live voice", () => [realtime()]);
  if (activation === "wake") {
    yield* ask("wake", () => {
      const open = wakeServer();
      const probe = async () => (await open(new AbortController().signal)).close();
      return [{ id: wake.url ?? "", isCloud: false, probe }];
    });
  }
  // A program that is missing is among the problems already.
  const devices = await listDevices().catch(() => ({ microphones: [], speakers: [] }));
  for (const [setting, list] of Object.entries(devices)) {
    for (const { name, description } of list)
      yield `For voice.${setting.slice(0, -1)}: ${name} (${description})`; // As the settings take it.
  }
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

/** What a try found; its failure is a problem. */
const orProblem = (fix: string, found: Promise<Finding>): Promise<Finding> =>
  found.catch((error) => toDiagnosis(error, fix));

async function listen(device: string, { elapsed }: DeviceClock): Promise<Finding> {
  const source = createMicrophone({ device, elapsed });
  const level = await measureLevel(source, listenMs, AbortSignal.timeout(timeoutMs));
  if (level !== Number.NEGATIVE_INFINITY)
    return `Microphone "${device}": ${level} dB at the loudest`;
  const message = `The microphone "${device}" gives nothing but zeros`;
  const fix = 'Look for a mute switch on it, then in "alsamixer" (F4: capture, Space)';
  return { code: "MICROPHONE_SILENT", message, fix };
}

async function playTone(device: string, { elapsed }: DeviceClock): Promise<Finding> {
  const tone = (async function* () {
    yield createEarcon("listening");
  })();
  const signal = AbortSignal.timeout(timeoutMs);
  const { problem } = await createSpeaker({ device, elapsed }).play(tone, { signal });
  if (problem !== undefined) throw problem;
  return `Speaker "${device}": took a tone; did you hear it?`;
}

/** Asks servers and programs what stands in their way; some know their name once they were asked. */
async function* ask(
  part: keyof typeof fixes,
  choose: () => readonly Probed[],
): AsyncGenerator<Finding> {
  try {
    for (const one of choose()) {
      const failure = await one.probe().catch((error: unknown) => error);
      if (failure !== undefined) yield toDiagnosis(failure, fixes[part]);
      const silent = failure === undefined ? "" : " (does not answer)";
      const cloud = one.isCloud ? "; what is said leaves this network" : "";
      yield `${part.charAt(0).toUpperCase()}${part.slice(1)} ${one.id}${silent}${cloud}`;
    }
  } catch (error) {
    yield toDiagnosis(error, fixes[part]);
  }
}
