import type { LociError } from "../../errors.ts";
import type { Transcriber } from "../../models/transcribe.ts";
import { type Diagnosis, toDiagnosis } from "../vault/diagnosis.ts";
import type { OpenVault } from "../vault/open-vault.ts";
import { realtimeOf, synthesizersOf, transcriberOf, wakeServerOf } from "./choose-parts.ts";

/** What turns speech into text or text into speech, or hears the wake word. */
export interface DiagnosedPart {
  readonly part: "transcriber" | "synthesizer" | "live voice" | "wake";
  readonly id: string;
  /** What is said leaves this network. */
  readonly isCloud: boolean;
  readonly answers: boolean;
}

type Note = (found: Diagnosis | undefined) => void;

/** Asks each part once, and looks for settings that `loci voice` would refuse. */
export async function askParts(parts: OpenVault, note: Note): Promise<readonly DiagnosedPart[]> {
  const { speaker } = parts.settings.voice;
  const transcriber = chosen(() => transcriberOf(parts), note);
  const heard = transcriber === undefined ? [] : [transcriber];
  const mouths = speaker === "none" ? [] : chosen(() => synthesizersOf(parts), note);
  const asked = [
    ...(await askAll("transcriber", heard, note)),
    ...(await askAll("synthesizer", mouths ?? [], note)),
    ...(await askAll("live voice", chosen(() => liveVoices(parts), note) ?? [], note)),
    ...(await askAll("wake", chosen(() => wakeServers(parts), note) ?? [], note)),
  ];
  note(problemOfButton(parts));
  // A server may list its languages only once it was asked.
  note(transcriber && problemOfLanguages(parts, transcriber));
  return asked;
}

/** Something that answers or not; its name may be known only once it was asked. */
interface Probed {
  readonly id: string;
  readonly isCloud: boolean;
  probe(): Promise<LociError | undefined>;
}

async function askAll(
  part: DiagnosedPart["part"],
  probed: readonly Probed[],
  note: Note,
): Promise<readonly DiagnosedPart[]> {
  const asked: DiagnosedPart[] = [];
  for (const one of probed) {
    const failure = await one.probe().catch((error: unknown) => error);
    if (failure !== undefined) note(toDiagnosis(failure, fixes[part]));
    asked.push({ part, id: one.id, isCloud: one.isCloud, answers: failure === undefined });
  }
  return asked;
}

const fixes: Readonly<Record<DiagnosedPart["part"], string>> = {
  transcriber:
    "Nothing that is said is understood until this is mended: look at voice.transcriber in device.yaml (docs/voice.md)",
  synthesizer:
    "Replies are spoken by the next one that works, or written: look at voice.synthesizer in device.yaml (docs/voice.md)",
  "live voice":
    "A cascade takes its place until this is mended: look at voice.live in device.yaml (docs/voice.md)",
  wake: "Start the server that voice.wake.url names, or fix the address",
};

/** Undefined where the settings cannot work, which is noted. */
function chosen<T>(choose: () => T, note: Note): T | undefined {
  try {
    return choose();
  } catch (error) {
    note(toDiagnosis(error, 'Fix device.yaml; without it "loci voice" does not start'));
    return undefined;
  }
}

/** Throws LociError BAD_CONFIG as `realtimeOf`. */
const liveVoices = (parts: OpenVault): readonly Probed[] =>
  parts.settings.voice.orchestrator === "live" ? [realtimeOf(parts)] : [];

/** Throws LociError BAD_CONFIG where something is to hear a wake word, and nothing does. */
function wakeServers(parts: OpenVault): readonly Probed[] {
  const { activation, wake } = parts.settings.voice;
  if (activation !== "wake") return [];
  const open = wakeServerOf(parts);
  const probe = async (): Promise<undefined> => {
    const connection = await open();
    connection.close();
  };
  return [{ id: wake.url ?? "", isCloud: false, probe }];
}

function problemOfButton({ settings }: OpenVault): Diagnosis | undefined {
  const { activation, button } = settings.voice;
  if (activation !== "push" || button.gpioLine !== undefined) return undefined;
  return {
    code: "NO_BUTTON",
    message:
      "Cannot be talked to: it waits for a button (voice.activation is push), and there is none",
    fix: "Set voice.button.gpioLine in device.yaml, or voice.activation to name; only in a terminal, where Enter is the button, and by POST /api/voice/press it can be talked to as it is",
  };
}

function problemOfLanguages(
  parts: OpenVault,
  { id, languages }: Transcriber,
): Diagnosis | undefined {
  const unknown = parts.settings.languages.filter((code) => languages?.includes(code) === false);
  if (unknown.length === 0) return undefined;
  return {
    code: "UNKNOWN_LANGUAGE",
    message: `${id} does not understand ${unknown.join(", ")}`,
    fix: "Set voice.transcriber.url in device.yaml to a server that does (docs/voice.md)",
  };
}
