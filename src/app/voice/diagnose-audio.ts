import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { createEarcon } from "../../voice/audio/earcons.ts";
import { type AudioDevices, listDevices } from "../../voice/audio/list-devices.ts";
import { type Level, measureLevel } from "../../voice/audio/measure-level.ts";
import { createMicrophone } from "../../voice/audio/microphone.ts";
import { type Diagnosis, toDiagnosis } from "../vault/diagnosis.ts";
import type { OpenVault } from "../vault/open-vault.ts";
import { askParts, type DiagnosedPart } from "./diagnose-parts.ts";
import { missingHardware, playOnce, soundFiles, thoseThatOpen } from "./usable-devices.ts";

/** The result of diagnosing audio devices. */
export interface AudioDiagnoses {
  readonly problems: readonly Diagnosis[];
  /** By the names that the settings take. */
  readonly devices: AudioDevices;
  readonly microphone: {
    readonly device: string;
    /** Decibels below the loudest there can be, of two seconds; null where nothing or only zeros came. */
    readonly peakDb: number | null;
    readonly rmsDb: number | null;
  };
  readonly speaker: { readonly device: string; readonly plays: boolean };
  /** Transcriber, synthesizers and what hears the wake word. */
  readonly parts: readonly DiagnosedPart[];
}

/** Announces to people nearby that it will listen, or that a tone will sound. */
export type Announce = (sentence: string) => void;

/** Tries programs, devices and servers: records two seconds, of which only the level is looked at, and plays a tone. */
export async function diagnoseAudio(parts: OpenVault, announce: Announce): Promise<AudioDiagnoses> {
  const { voice } = parts.settings;
  const problems = [...problemsOfPrograms(parts), ...problemsOfAccess()];
  const note: Note = (found) => {
    // No card at all is one problem, of ears and mouth.
    if (found !== undefined && !problems.some(({ code, message }) => isSame(found, code, message)))
      problems.push(found);
  };
  const canHear = isThere("arecord", parts.env);
  const canPlay = isThere("aplay", parts.env);
  const listed = canHear && canPlay ? await devicesOr(note) : { microphones: [], speakers: [] };
  const level = canHear ? await listenTo(voice.microphone, listed, { announce, note }) : undefined;
  const plays =
    canPlay &&
    voice.speaker !== "none" &&
    (await playOn(voice.speaker, listed, { announce, note }));
  const devices = canHear && canPlay ? await thoseThatOpen(listed) : listed;
  return {
    problems,
    devices,
    microphone: {
      device: voice.microphone,
      peakDb: toTenths(level?.peakDb),
      rmsDb: toTenths(level?.rmsDb),
    },
    speaker: { device: voice.speaker, plays },
    parts: await askParts(parts, note),
  };
}

type Note = (found: Diagnosis | undefined) => void;

interface Reporter {
  readonly announce: Announce;
  readonly note: Note;
}

const isSame = (found: Diagnosis, code: string, message: string): boolean =>
  found.code === code && found.message === message;

const toTenths = (level: number | undefined): number | null =>
  level === undefined || !Number.isFinite(level) ? null : Math.round(level * 10) / 10;

/** With the Debian package that holds each. */
function problemsOfPrograms({ settings, env }: OpenVault): Diagnosis[] {
  const { speaker, button } = settings.voice;
  const needed: readonly (readonly [program: string, fix: string])[] = [
    ["arecord", install("alsa-utils")],
    ...(speaker === "none" ? [] : [["aplay", install("alsa-utils")] as const]),
    ...(button.gpioLine === undefined ? [] : [["gpiomon", install("gpiod")] as const]),
  ];
  return needed
    .filter(([program]) => !isThere(program, env))
    .map(([program, fix]) => ({
      code: "NO_PROGRAM",
      message: `The program "${program}" is not installed`,
      fix,
    }));
}

const install = (name: string): string => `Run "sudo apt install ${name}"`;

function isThere(program: string, env: NodeJS.ProcessEnv): boolean {
  const folders = program.includes("/") ? [""] : (env.PATH ?? "").split(delimiter);
  return folders.some((folder) => mayUse(join(folder, program), constants.X_OK));
}

function mayUse(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** Sound cards are files, of the group `audio`; a desktop grants them to its logged-in user. */
function problemsOfAccess(): Diagnosis[] {
  const cards = soundFiles();
  const open = cards.filter((file) => mayUse(file, constants.R_OK | constants.W_OK));
  if (cards.length === 0 || open.length > 0) return [];
  return [
    {
      code: "NO_ACCESS",
      message: "This user may not use the sound cards: it is not in the group audio",
      fix: 'Run "sudo usermod -aG audio $USER", then log out and in again; for a service set SupplementaryGroups=audio',
    },
  ];
}

async function devicesOr(note: Note): Promise<AudioDevices> {
  try {
    return await listDevices();
  } catch (error) {
    note(toDiagnosis(error, "Unplug sound devices and plug them in again"));
    return { microphones: [], speakers: [] };
  }
}

const listenMs = 2_000;
/** A device that hangs must not keep the doctor. */
const timeoutMs = 10_000;
/** An occupied room is louder than this. */
const quietDb = -50;
/** More of it at the limit is heard as a rattle. */
const maxClipped = 0.005;

async function listenTo(
  device: string,
  devices: AudioDevices,
  { announce, note }: Reporter,
): Promise<Level | undefined> {
  announce(`Listening to "${device}" for two seconds: say something`);
  const signal = AbortSignal.timeout(timeoutMs);
  const microphone = createMicrophone({ device, elapsed: () => performance.now() });
  try {
    const level = await measureLevel(microphone, { ms: listenMs, signal });
    note(problemOfLevel(device, level));
    return level;
  } catch (error) {
    note(missingHardware(error, devices, "microphone") ?? toDiagnosis(error, microphoneFix));
    return undefined;
  }
}

const microphoneFix = "Set voice.microphone in device.yaml to one of the devices listed here";
const speakerFix = "Set voice.speaker in device.yaml to one of the devices listed here, or to none";

function problemOfLevel(device: string, level: Level): Diagnosis | undefined {
  if (level.ms === 0) {
    return {
      code: "MICROPHONE_STUCK",
      message: `No sound comes from the microphone "${device}"`,
      fix: microphoneFix,
    };
  }
  if (level.isZeros) {
    return {
      code: "MICROPHONE_SILENT",
      message: `The microphone "${device}" gives nothing but zeros`,
      fix: 'It is muted, or another device is meant: look for a switch on it, then in "alsamixer" (F4: capture, Space)',
    };
  }
  if (level.clipped > maxClipped) {
    return {
      code: "MICROPHONE_CLIPS",
      message: `The microphone "${device}" is too loud: ${(level.clipped * 100).toFixed(1)} % of what it gives is at the limit`,
      fix: 'Turn it down in "alsamixer" (F4: capture)',
    };
  }
  if (level.peakDb > quietDb) return undefined;
  return {
    code: "MICROPHONE_QUIET",
    message: `The microphone "${device}" is very quiet: ${level.peakDb.toFixed(0)} dB at the loudest`,
    fix: 'If somebody spoke, turn it up in "alsamixer" (F4: capture), or move it nearer; else run this again and speak',
  };
}

async function playOn(
  device: string,
  devices: AudioDevices,
  { announce, note }: Reporter,
): Promise<boolean> {
  announce(`A short tone sounds from "${device}"`);
  const problem = await playOnce(device, createEarcon("listening"), timeoutMs);
  if (problem === undefined) return true;
  note(missingHardware(problem, devices, "speaker") ?? toDiagnosis(problem, speakerFix));
  return false;
}
