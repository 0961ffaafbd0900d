import { type Diagnoses, diagnose, type VaultFigures } from "../app/diagnose.ts";
import type { Loci } from "../app/loci.ts";
import { type Diagnosis, toDiagnosis } from "../app/vault/diagnosis.ts";
import type { AudioDiagnoses } from "../app/voice/diagnose-voice.ts";
import { LociError } from "../errors.ts";
import type { Call, CommandLine } from "./command.ts";
import { openVault, withLoci } from "./open-vault.ts";
import { counted } from "./printable.ts";

/** `loci doctor`: finds problems and says how to fix them. Exits 1 if there are any. */
export function define(command: CommandLine): void {
  command
    .description("Finds problems and explains each; says what is in memory.")
    .option("--fix", "first build the search index anew from the files")
    .option("--audio", "check voice instead: listens, and plays a tone")
    .examples("loci doctor --json", "loci doctor --fix")
    .runs((call) => (call.flags.audio === true ? examineAudio(call) : doctor(call)));
}

async function doctor(call: Call): Promise<number> {
  const diagnoses = await examine(call);
  const ok = diagnoses.problems.length === 0;
  if (call.json) call.printJson({ ok, ...diagnoses });
  else show(call, diagnoses);
  return ok ? 0 : 1;
}

/** Diagnoses the vault. A vault that cannot be opened is reported as a problem too. */
async function examine(call: Call): Promise<Diagnoses> {
  let loci: Loci | undefined;
  try {
    loci = await openVault(call);
    if (call.flags.fix === true) {
      loci.vault.index.drop();
      await loci.index.refresh();
    }
    return await diagnose(loci, call.env);
  } catch (error) {
    if (!(error instanceof LociError) || error.code === "NO_VAULT") throw error;
    const problem = toDiagnosis(error, "Fix this first: nothing else could be looked at");
    return { problems: [problem], models: [], waiting: [], figures: null };
  } finally {
    await loci?.close();
  }
}

function show(call: Call, { problems, models, waiting, figures }: Diagnoses): void {
  showProblems(call, problems);
  if (problems.length + waiting.length === 0) call.print("All is well");
  for (const { model, answers } of models) {
    call.print(`Model ${model}${answers ? "" : " (does not answer)"}`);
  }
  for (const { session, attempts, reason } of waiting) {
    const tried = attempts === 0 ? "" : `tried ${attempts}×: `;
    call.print(`Waits to be digested: ${session} (${tried}${reason ?? "not tried yet"})`);
  }
  if (figures !== null) showFigures(call, figures);
}

function showProblems(call: Call, problems: readonly Diagnosis[]): void {
  for (const { file, line, message, fix } of problems) {
    const place = [file, line].filter((part) => part !== undefined).join(":");
    call.print(place === "" ? message : `${place}: ${message}`, call.colors.bold);
    call.print(`  ${fix}`);
  }
}

function showFigures(call: Call, figures: VaultFigures): void {
  const { files, topics, entries, archived, banks, oldest, newest, indexBytes, voice } = figures;
  const days = oldest === "" ? "" : `, from ${oldest} to ${newest}`;
  const memories = `${counted(entries, "memory", "memories")} (${archived} archived)`;
  const places = `${counted(files, "file")}, ${counted(topics, "topic")}`;
  call.print(`${memories} in ${places}${days}; ${(indexBytes / 1e6).toFixed(1)} MB of index`);
  const byBank = Object.entries(banks).map(([bank, count]) => `${bank} ${count}`);
  if (byBank.length > 0) call.print(`By bank: ${byBank.join(", ")}`);
  if (voice === null) return;
  const { total, turns } = voice;
  const stages = Object.entries(voice.stages).map(
    ([name, { p50, p95 }]) => `${name} ${p50}/${p95}`,
  );
  call.print(
    `${counted(turns, "turn")} by voice, from the end of speech to the first sound ${total.p50} ms at the median, ${total.p95} ms for 19 of 20: ${stages.join(", ")}`,
  );
}

async function examineAudio(call: Call): Promise<number> {
  return withLoci(call, async ({ vault }) => {
    const { diagnoseVoice } = await import("../app/voice/diagnose-voice.ts");
    const diagnoses = await diagnoseVoice(vault, call.note);
    const ok = diagnoses.problems.length === 0;
    if (call.json) call.printJson({ ok, ...diagnoses });
    else showAudio(call, diagnoses);
    return ok ? 0 : 1;
  });
}

function showAudio(call: Call, diagnoses: AudioDiagnoses): void {
  const { problems, devices, microphone, speaker, parts } = diagnoses;
  showProblems(call, problems);
  if (problems.length === 0) call.print("All is well");
  const { device, peakDb, rmsDb } = microphone;
  if (peakDb !== null) {
    call.print(`Microphone "${device}": ${peakDb} dB at the loudest, ${rmsDb} dB on average`);
  }
  if (speaker.plays) call.print(`Speaker "${speaker.device}": took a tone; did you hear it?`);
  for (const { part, id, isCloud, answers } of parts) {
    const cloud = isCloud ? "; what is said leaves this network" : "";
    const name = `${part.charAt(0).toUpperCase()}${part.slice(1)}`;
    call.print(`${name} ${id}${answers ? "" : " (does not answer)"}${cloud}`);
  }
  for (const [setting, list] of Object.entries(devices)) {
    for (const { name, description } of list) {
      call.print(`For voice.${setting.slice(0, -1)}: ${name} (${description})`);
    }
  }
}
